import { useMemo, useState } from 'react';
import type { CampaignView } from '@skein/contracts/main/campaigns.contract';
import type { ForecastView } from '@skein/contracts/main/review.contract';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Chart } from '@skein/ui/chart';
import { Field, Hint } from '@skein/ui/field';
import { Glyph, Icon } from '@skein/ui/icon';
import { Divider, Grid, Row, Stack } from '@skein/ui/layout';
import { LinkButton } from '@skein/ui/link';
import { Slider } from '@skein/ui/slider';
import { Loading } from '@skein/ui/skeleton';
import { Stat, Stats } from '@skein/ui/stat';
import { Heading } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { dayIn } from '../../when';
import { useFormCampaignMailboxesQuery, useFormForecastQuery } from '../api';
import type { Edit } from '../apply-bar';
import { EffectDialog } from '../effect-dialog';
import { isUnderWay, useSaveSettings } from '../form-page';
import { formAddress } from '../form-steps';
import { useSaveSchedule } from '../setup/schedule-card';
import { useRested } from '../sequence/use-preview';
import { dayNames } from '../setup/days';
import { compareForecasts, forecastSeries, type WhatIf } from './forecast-series';
import { WhatIfWindow } from './what-if-window';

/** The planner run ahead: when the last mail leaves, what limits it, and what another setup would bring. */
export function ForecastPanel({ campaign, mayWrite }: { campaign: CampaignView; mayWrite: boolean }) {
  const [ask, setAsk] = useState<WhatIf>({});
  const rested = useRested(ask, 300);
  const asks = Object.keys(ask).length > 0;
  const params = { campaignId: campaign.id };
  const base = useFormForecastQuery({ params, body: {} });
  const changed = useFormForecastQuery({ params, body: rested }, { skip: Object.keys(rested).length === 0 });
  const forecast = asks ? (changed.data ?? base.data) : base.data;
  const error = base.error ?? (asks ? changed.error : undefined);
  const chart = useMemo(() => (forecast ? forecastSeries(forecast) : null), [forecast]);
  if (error && !forecast)
    return (
      <Callout
        tone="danger"
        role="alert"
        title="The forecast could not be made."
        actions={
          <Button size="small" onClick={() => void base.refetch()}>
            Try again
          </Button>
        }
      >
        {problemOf(error).message}
      </Callout>
    );
  if (!forecast || !chart) return <Loading label="Running the planner ahead" />;
  const zone = forecast.time_zone;
  return (
    <Stack $gap={4} aria-busy={base.isFetching || changed.isFetching}>
      <Row $wrap>
        <Heading>
          {campaign.status === 'DRAFTED' ? 'If you launch' : 'From'} {dayIn(forecast.starts_at, zone)}
        </Heading>
        <Badge tone="info">Forecast, not a promise</Badge>
      </Row>
      <Stats>
        <Stat
          size="small"
          label="Emails"
          definition="Emails that would leave, replies and bounces of your earlier campaigns taken into account."
          value={forecast.emails.toLocaleString('en-US')}
          detail={
            campaign.status !== 'DRAFTED' && forecast.leads === 0
              ? 'follow-ups only'
              : `to ${counted(forecast.leads, campaign.status === 'DRAFTED' ? 'lead' : 'new lead')}`
          }
        />
        <Stat
          size="small"
          label="Last send"
          value={forecast.last_send_at ? dayIn(forecast.last_send_at, zone) : null}
          detail={counted(forecast.sending_days, 'sending day')}
        />
        <Stat
          size="small"
          label="Busiest day"
          value={forecast.busiest_day ? forecast.busiest_day.sent.toLocaleString('en-US') : null}
          detail={
            forecast.busiest_day ? `of ${forecast.busiest_day.capacity.toLocaleString('en-US')} a day possible` : ''
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
      <Card>
        <Chart
          title="Sends per day and mailbox"
          kind="stacked"
          categories={chart.categories}
          series={chart.series}
          categoryLabel="Day"
          height={220}
          loading={changed.isFetching}
          empty={<Hint>Nothing would leave: mend what blocks the launch first.</Hint>}
        />
        {!forecast.is_complete && forecast.emails > 0 && (
          <Hint>
            Played through with {counted(forecast.simulated_leads, 'lead')} as far as the planner looks; the rest
            follows at the same pace. Days in {zone}.
          </Hint>
        )}
      </Card>
      {forecast.bottleneck && (
        <Card>
          <Row>
            <Icon name="clock" />
            <span>
              <b style={{ fontWeight: 'var(--w-bold)' }}>
                Bottleneck: {forecast.bottleneck.text.replace(/\.$/, '')}
                {forecast.bottleneck.until ? `, until ${dayIn(forecast.bottleneck.until, 'UTC')}` : ''}.
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
        changed={asks && rested === ask ? changed.currentData : undefined}
        problem={
          asks && rested === ask && changed.error && !changed.isFetching ? problemOf(changed.error).message : null
        }
        onRetry={() => void changed.refetch()}
        mayWrite={mayWrite}
      />
    </Stack>
  );
}

interface WhatIfProps {
  campaign: CampaignView;
  ask: WhatIf;
  onAsk: (ask: WhatIf) => void;
  base: ForecastView | undefined;
  changed: ForecastView | undefined;
  /** Why it could not be forecast. */ problem: string | null;
  onRetry: () => void;
  mayWrite: boolean;
}

function WhatIfCard({ campaign, ask, onAsk, base, changed, problem, onRetry, mayWrite }: WhatIfProps) {
  const { data } = useFormCampaignMailboxesQuery({ params: { campaignId: campaign.id } });
  const saveSettings = useSaveSettings();
  const saveSchedule = useSaveSchedule(campaign.id);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Edit | null>(null);
  const mailboxes = Math.max(1, data?.mailboxes.length ?? 1);
  const perDay =
    Math.round((data?.mailboxes.reduce((sum, mailbox) => sum + mailbox.message_per_day, 0) ?? 0) / mailboxes) || 50;
  const leads = campaign.schedule.max_leads_per_day;
  const followUps = campaign.settings.follow_up_percentage;
  const put = (
    key: 'message_per_day' | 'mailbox_count' | 'max_leads_per_day' | 'follow_up_percentage',
    value: number,
    usual: number,
  ) => {
    const { [key]: _, ...rest } = ask;
    onAsk(value === usual ? rest : { ...rest, [key]: value });
  };
  const differences = [
    ask.message_per_day === undefined ? '' : `${ask.message_per_day} a mailbox and day instead of ${perDay}`,
    ask.mailbox_count === undefined
      ? ''
      : `${counted(ask.mailbox_count, 'mailbox', 'mailboxes')} instead of ${mailboxes}`,
    ask.max_leads_per_day === undefined
      ? ''
      : `${ask.max_leads_per_day === 0 ? 'no limit of' : ask.max_leads_per_day.toLocaleString('en-US')} new leads a day instead of ${leads === 0 ? 'no limit' : leads.toLocaleString('en-US')}`,
    ask.follow_up_percentage === undefined
      ? ''
      : `${ask.follow_up_percentage}% for follow-ups instead of ${followUps}%`,
    ask.start_hour === undefined && ask.end_hour === undefined
      ? ''
      : `${ask.start_hour ?? campaign.schedule.start_hour} to ${ask.end_hour ?? campaign.schedule.end_hour} instead of ${campaign.schedule.start_hour} to ${campaign.schedule.end_hour}`,
    ask.days === undefined
      ? ''
      : `${ask.days.map((day) => dayNames[day - 1]).join(', ')} instead of ${campaign.schedule.days.map((day) => dayNames[day - 1]).join(', ')}`,
  ].filter(Boolean);
  const result = base && changed && differences.length > 0 ? compareForecasts(base, changed, differences) : null;
  const window = {
    ...(ask.start_hour === undefined ? {} : { start_hour: ask.start_hour }),
    ...(ask.end_hour === undefined ? {} : { end_hour: ask.end_hour }),
    ...(ask.days === undefined ? {} : { days: ask.days }),
  };
  const applies =
    ask.max_leads_per_day !== undefined || ask.follow_up_percentage !== undefined || Object.keys(window).length > 0;
  const byHand = ask.mailbox_count !== undefined || ask.message_per_day !== undefined;
  const schedule = {
    ...window,
    ...(ask.max_leads_per_day === undefined ? {} : { max_leads_per_day: ask.max_leads_per_day }),
  };
  const edit: Edit = {
    ...(Object.keys(schedule).length > 0 ? { schedule } : {}),
    ...(ask.follow_up_percentage === undefined ? {} : { settings: { follow_up_percentage: ask.follow_up_percentage } }),
  };
  const save = async () => {
    if (edit.schedule) await saveSchedule(edit.schedule);
    if (edit.settings) await saveSettings(campaign.id, edit.settings);
    onAsk({
      ...(ask.mailbox_count === undefined ? {} : { mailbox_count: ask.mailbox_count }),
      ...(ask.message_per_day === undefined ? {} : { message_per_day: ask.message_per_day }),
    });
  };
  const apply = async () => {
    // Leads are on their way: what it does to them is shown first, as in Setup itself.
    if (isUnderWay(campaign)) {
      setAsked(edit);
      return;
    }
    setBusy(true);
    try {
      await save();
      toasts.show({ title: 'Setup changed' });
    } catch (error) {
      showProblem('Setup was not changed', error);
    } finally {
      setBusy(false);
    }
  };
  const most = (value: number, least: number) => Math.max(least, Math.ceil((value * 2) / 10) * 10);
  const topLeads = most(leads, 200);
  const topCap = most(perDay, 80);
  const topMailboxes = Math.min(500, Math.max(12, mailboxes * 2));
  return (
    <Card
      title="What if"
      actions={differences.length > 0 ? <LinkButton onClick={() => onAsk({})}>Reset to Setup</LinkButton> : undefined}
    >
      <Grid $min={128} $gap={5}>
        <Field label="Per mailbox and day" aside={<b>{ask.message_per_day ?? perDay}</b>}>
          <Slider
            value={ask.message_per_day ?? perDay}
            min={Math.min(5, perDay)}
            max={topCap}
            step={1}
            onValueChange={(value) => put('message_per_day', value, perDay)}
            valueText={(value) => `${value} emails a day`}
            ends={[Math.min(5, perDay), topCap]}
          />
        </Field>
        <Field label="Mailboxes" aside={<b>{ask.mailbox_count ?? mailboxes}</b>}>
          <Slider
            value={ask.mailbox_count ?? mailboxes}
            min={1}
            max={topMailboxes}
            onValueChange={(value) => put('mailbox_count', value, mailboxes)}
            valueText={(value) => `${value} mailboxes`}
            ends={[1, topMailboxes]}
          />
        </Field>
        <Field
          label="New leads per day"
          aside={
            <b>
              {(ask.max_leads_per_day ?? leads) === 0
                ? 'no limit'
                : (ask.max_leads_per_day ?? leads).toLocaleString('en-US')}
            </b>
          }
        >
          <Slider
            value={ask.max_leads_per_day ?? leads}
            min={0}
            max={topLeads}
            step={10}
            onValueChange={(value) => put('max_leads_per_day', value, leads)}
            valueText={(value) => (value === 0 ? 'no limit' : `${value} new leads a day`)}
            ends={['no limit', topLeads]}
          />
        </Field>
        <Field label="For follow-ups" aside={<b>{ask.follow_up_percentage ?? followUps}%</b>}>
          <Slider
            value={ask.follow_up_percentage ?? followUps}
            min={0}
            max={100}
            step={5}
            onValueChange={(value) => put('follow_up_percentage', value, followUps)}
            valueText={(value) => `${value}%`}
            ends={['0%', '100%']}
          />
        </Field>
      </Grid>
      <WhatIfWindow schedule={campaign.schedule} ask={ask} onAsk={onAsk} />
      {differences.length > 0 && (
        <>
          <Divider style={{ margin: '16px 0 12px' }} />
          <Row $wrap $justify="between" role="status">
            <span>
              {result ? (
                <>
                  <Glyph
                    name={result.isBetter ? 'done' : 'warn'}
                    style={{ color: `var(--${result.isBetter ? 'success' : 'warning'})`, marginRight: 6 }}
                  />
                  {result.text}{' '}
                  <b style={{ fontWeight: 'var(--w-bold)' }}>
                    {result.last && changed ? dayIn(result.last, changed.time_zone) : 'none'}
                  </b>
                  , {result.tail}
                </>
              ) : problem ? (
                <>
                  <Glyph name="bad" style={{ color: 'var(--danger)', marginRight: 6 }} />
                  This could not be forecast: {problem} <LinkButton onClick={onRetry}>Try again</LinkButton>
                </>
              ) : (
                'Running the planner ahead'
              )}
            </span>
            {mayWrite && (
              <Row>
                {byHand && (
                  <Button size="small" href={formAddress(campaign, 'setup', { setting: 'mailboxes' })}>
                    Choose mailboxes
                  </Button>
                )}
                {applies && (
                  <Button size="small" loading={busy} onClick={() => void apply()}>
                    {isUnderWay(campaign) ? 'Review and apply' : 'Apply to Setup'}
                  </Button>
                )}
              </Row>
            )}
          </Row>
        </>
      )}
      {asked && <EffectDialog campaignId={campaign.id} edit={asked} onApply={save} onClose={() => setAsked(null)} />}
    </Card>
  );
}
