import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { Chart } from '@skein/ui/chart';
import { counted } from '@skein/ui/counted';
import { dayOfInstant, dayText, fullInstant } from '@skein/ui/instant';
import { Stack } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { Stat, Stats } from '@skein/ui/stat';
import { ForecastHold } from '../../campaign-form/review/forecast-hold';
import { everyDay } from '../../campaign-form/review/forecast-series';
import { number } from '../analytics/figure-texts';
import { useForecast } from '../overview.hooks';

/** What the campaign will send, day by day, if nobody replies. */
export function ForecastCard({ campaign }: { campaign: CampaignView }) {
  const { data, problem, isReading } = useForecast(campaign.id);
  const now = useCampaignNow(60_000);
  const zone = campaign.schedule.timezone;
  const dates = everyDay(data?.days ?? []);
  const of = (date: string) => data?.days.find((day) => day.date === date);
  return (
    <Card title="Forecast" detail="every email until the last one, assuming no replies" padded={false}>
      <CardBody>
        {problem && (
          <Callout
            tone="danger"
            role="alert"
            title="The forecast couldn’t be calculated."
            actions={
              <Button size="small" loading={isReading} onClick={problem.onRetry}>
                Try again
              </Button>
            }
          >
            {problem.message}
          </Callout>
        )}
        {!data && !problem && <Loading label="Calculating the forecast" />}
        {data && (
          <Stack $gap={4}>
            <Stats>
              <Stat
                size="small"
                label="Emails to come"
                value={number(data.emails)}
                detail={data.leads === 0 ? 'all follow-ups' : `${counted(data.leads, 'new lead')} included`}
              />
              <Stat
                size="small"
                label="Last email"
                value={data.last_send_at ? dayOfInstant(data.last_send_at, data.time_zone, 'weekday') : null}
                detail={
                  data.last_send_at && (
                    <span title={fullInstant(data.last_send_at, zone)}>
                      {counted(data.sending_days, 'sending day')}
                    </span>
                  )
                }
              />
              <Stat
                size="small"
                label="Busiest day"
                value={data.busiest_day ? number(data.busiest_day.sent) : null}
                detail={
                  data.busiest_day &&
                  `${dayText(data.busiest_day.date, 'weekday')}, of ${number(data.busiest_day.capacity)} possible`
                }
              />
              <Stat
                size="small"
                label="Replies expected"
                value={data.replies ? `${number(data.replies.low)} to ${number(data.replies.high)}` : null}
                {...(data.replies ? { definition: data.replies.basis } : { detail: 'needs more replies to estimate' })}
              />
            </Stats>
            <ForecastHold forecast={data} now={now} />
            {data.bottleneck && <Callout tone="info">{data.bottleneck.text}</Callout>}
            {data.days.length > 0 && (
              <Chart
                title="Emails by day"
                kind="stacked"
                categoryLabel="Day"
                height={180}
                categories={dates.map((date) => dayText(date))}
                series={[
                  { id: 'follow', label: 'Follow-ups', values: dates.map((date) => of(date)?.follow_ups ?? 0) },
                  { id: 'new', label: 'New leads', values: dates.map((date) => of(date)?.new_leads ?? 0) },
                ]}
              />
            )}
          </Stack>
        )}
      </CardBody>
    </Card>
  );
}
