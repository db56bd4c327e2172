import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { problemOf } from '@skein/mfe/problem';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Chart } from '@skein/ui/chart';
import { Hint } from '@skein/ui/field';
import { Icon } from '@skein/ui/icon';
import { Row, Stack } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { Stat, Stats } from '@skein/ui/stat';
import { Heading } from '@skein/ui/text';
import { counted } from '@skein/ui/counted';
import { dayOfInstant } from '@skein/ui/instant';
import { EspCost } from './esp-cost';
import { ForecastHold } from './forecast-hold';
import { useForecast } from './forecast.hooks';
import { WhatIfCard } from './what-if-card';

/** The planner run ahead: when the last mail leaves, what limits it, and what another setup would bring. */
export function ForecastPanel({ campaign, mayWrite }: { campaign: CampaignView; mayWrite: boolean }) {
  const now = useCampaignNow(60_000);
  const { ask, setAsk, base, changed, isSettled, forecast, error, chart } = useForecast(campaign.id);
  if (error && !forecast)
    return (
      <Callout
        tone="danger"
        role="alert"
        title="The forecast couldn’t be calculated."
        actions={
          <Button size="small" onClick={() => void base.refetch()}>
            Try again
          </Button>
        }
      >
        {problemOf(error).message}
      </Callout>
    );
  if (!forecast || !chart) return <Loading label="Calculating the forecast" />;
  const zone = forecast.time_zone;
  return (
    <Stack $gap={4} aria-busy={base.isFetching || changed.isFetching}>
      <Row $wrap>
        <Heading>
          {campaign.status === 'DRAFTED' ? 'If you launch' : 'From'} {dayOfInstant(forecast.starts_at, zone, 'weekday')}
        </Heading>
        <Badge tone="info">Forecast, not a promise</Badge>
      </Row>
      <Stats>
        <Stat
          size="small"
          label="Emails"
          definition="Emails that would be sent, based on the replies and bounces of your earlier campaigns."
          value={forecast.emails.toLocaleString('en-US')}
          detail={
            campaign.status !== 'DRAFTED' && forecast.leads === 0
              ? 'follow-ups only'
              : `to ${campaign.status === 'DRAFTED' ? counted(forecast.leads, 'lead') : counted(forecast.leads, 'new lead')}`
          }
        />
        <Stat
          size="small"
          label="Last send"
          value={forecast.last_send_at ? dayOfInstant(forecast.last_send_at, zone, 'weekday') : null}
          detail={counted(forecast.sending_days, 'sending day')}
        />
        <Stat
          size="small"
          label="Busiest day"
          value={forecast.busiest_day ? forecast.busiest_day.sent.toLocaleString('en-US') : null}
          detail={
            forecast.busiest_day ? `of ${forecast.busiest_day.capacity.toLocaleString('en-US')} possible a day` : ''
          }
        />
        <Stat
          size="small"
          label="Replies, 80% range"
          value={
            forecast.replies
              ? `${forecast.replies.low.toLocaleString('en-US')} to ${forecast.replies.high.toLocaleString('en-US')}`
              : null
          }
          detail={forecast.replies?.basis ?? 'no earlier campaign to learn from'}
        />
      </Stats>
      <ForecastHold forecast={forecast} now={now} />
      <Card>
        <Chart
          title="Sends per day and mailbox"
          kind="stacked"
          categories={chart.categories}
          series={chart.series}
          categoryLabel="Day"
          height={220}
          loading={changed.isFetching}
          empty={<Hint>No emails would be sent. Fix what blocks the launch first.</Hint>}
        />
        {!forecast.is_complete && forecast.emails > 0 && (
          <Hint>
            Simulated for {counted(forecast.simulated_leads, 'lead')}. Days in {zone}.
          </Hint>
        )}
      </Card>
      <EspCost forecast={forecast} />
      {forecast.bottleneck && (
        <Card>
          <Row>
            <Icon name="clock" />
            <span>
              <b style={{ fontWeight: 'var(--w-bold)' }}>
                {forecast.bottleneck.text.replace(/\.$/, '')}
                {forecast.bottleneck.until ? ` until ${dayOfInstant(forecast.bottleneck.until, 'UTC', 'weekday')}` : ''}
                .
              </b>
            </span>
          </Row>
        </Card>
      )}
      <WhatIfCard
        campaign={campaign}
        ask={ask}
        onAsk={setAsk}
        base={base.data}
        changed={isSettled ? changed.currentData : undefined}
        problem={isSettled && changed.error && !changed.isFetching ? problemOf(changed.error).message : null}
        onRetry={() => void changed.refetch()}
        mayWrite={mayWrite}
      />
    </Stack>
  );
}
