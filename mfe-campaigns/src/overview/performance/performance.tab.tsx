import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import type { LeadStatus } from '@skein/contracts/constants';
import type { campaignMailbox } from '@skein/contracts/main/campaign-mailboxes.contract';
import type { CampaignView } from '@skein/contracts/main/campaigns.contract';
import type { z } from 'zod';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { Chart } from '@skein/ui/chart';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Grid, Stack } from '@skein/ui/layout';
import { BareLink, LinkButton } from '@skein/ui/link';
import { StackedProgress, type ProgressTone } from '@skein/ui/progress';
import { Loading } from '@skein/ui/skeleton';
import { Stat, Stats } from '@skein/ui/stat';
import { StateStatus } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { counted } from '@skein/ui/counted';
import { fullInstant } from '@skein/ui/instant';
import { editAddress, overviewAddress } from '../../campaign-address';
import { openLeadsOf } from '../../campaigns-list/campaign-actions';
import { dayIn, shortDay } from '../../when';
import { number, share } from '../analytics/figure-texts';
import {
  useOverviewForecastQuery,
  useOverviewLeadCountsQuery,
  useOverviewMailboxFiguresQuery,
  useOverviewMailboxesQuery,
} from '../api';
import { WhyMailboxDrawer } from '../explain/explain-drawer';
import { VariantTests } from './variant-tests';

type Mailbox = z.output<typeof campaignMailbox>;

const Legend = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(180px, 1fr));
  gap: var(--s-1) var(--s-4);
  margin-top: var(--s-3);
  & > li {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 24px;
    font-variant-numeric: tabular-nums;
  }
  & i {
    flex: none;
    width: 8px;
    height: 8px;
    border-radius: 2px;
  }
  & b {
    font-weight: var(--w-medium);
    margin-left: auto;
  }
  & > li > span:last-child {
    width: 52px;
    text-align: right;
    color: var(--muted);
  }
`;

const states: { id: LeadStatus; label: string; tone: ProgressTone; colour: string; definition: string }[] = [
  { id: 'COMPLETED', label: 'Completed', tone: 'info', colour: '--info', definition: 'All steps were sent.' },
  {
    id: 'INPROGRESS',
    label: 'In progress',
    tone: 'accent',
    colour: '--accent',
    definition: 'At least one step was sent, and more are to come.',
  },
  {
    id: 'STOPPED',
    label: 'Stopped',
    tone: 'success',
    colour: '--success',
    definition: 'Ended early: a reply, an unsubscribe, or by hand.',
  },
  {
    id: 'BLOCKED',
    label: 'Blocked',
    tone: 'danger',
    colour: '--danger',
    definition: 'The address bounced or is on the block list.',
  },
  {
    id: 'PAUSED',
    label: 'Paused',
    tone: 'warning',
    colour: '--warning',
    definition: 'Waits until somebody resumes it.',
  },
  {
    id: 'STARTED',
    label: 'Not contacted yet',
    tone: 'off',
    colour: '--border-control',
    definition: 'Imported, and nothing was sent.',
  },
];

/** How far the campaign is, who sends for it, and when it will be through. */
export function PerformanceTab({ campaign, onWhy }: { campaign: CampaignView; onWhy: () => void }) {
  return (
    <>
      <Progress campaign={campaign} onWhy={onWhy} />
      {(campaign.status === 'ACTIVE' || campaign.status === 'PAUSED') &&
        !(campaign.parent_campaign_id !== null && openLeadsOf(campaign) === 0) && <Forecast campaign={campaign} />}
      <VariantTests campaign={campaign} />
      <Mailboxes campaign={campaign} />
    </>
  );
}

function Progress({ campaign, onWhy }: { campaign: CampaignView; onWhy: () => void }) {
  const { data, error, refetch } = useOverviewLeadCountsQuery({ params: { campaignId: campaign.id } });
  const total = data?.total ?? campaign.progress.total;
  const of = (status: LeadStatus) => data?.by_status[status] ?? campaign.progress.by_status[status];
  return (
    <Card
      title="Progress"
      detail={counted(total, 'lead')}
      actions={
        campaign.next.can_explain ? <LinkButton onClick={onWhy}>Why is nothing sent now?</LinkButton> : undefined
      }
    >
      {error && (
        <Callout
          tone="danger"
          role="alert"
          title="The counts could not be read."
          actions={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Callout>
      )}
      <StackedProgress
        label="Leads by state"
        max={total}
        parts={states.map((state) => ({ id: state.id, label: state.label, value: of(state.id), tone: state.tone }))}
      />
      <Legend aria-label="Leads by state">
        {states.map((state) => (
          <li key={state.id} title={state.definition}>
            <i style={{ background: `var(${state.colour})` }} />
            <BareLink href={overviewAddress(campaign, 'lead-list', `lead_statuses=${state.id}`)}>
              {state.label}
            </BareLink>
            <b>{number(of(state.id))}</b>
            <span>{share(of(state.id), total)}</span>
          </li>
        ))}
      </Legend>
      {data && data.by_reason.some((row) => row.reason) && (
        <Text $tone="muted" $size={2}>
          {data.by_reason
            .filter((row) => row.reason)
            .map((row) => `${number(row.count)} ${(row.reason ?? '').toLowerCase().replaceAll('_', ' ')}`)
            .join(', ')}
        </Text>
      )}
    </Card>
  );
}

function Forecast({ campaign }: { campaign: CampaignView }) {
  const { data, error, isFetching, refetch } = useOverviewForecastQuery({
    params: { campaignId: campaign.id },
    body: {},
  });
  const zone = campaign.schedule.timezone;
  return (
    <Card title="Forecast" detail="the planner run ahead to the last email, if nobody answers" padded={false}>
      <CardBody>
        {error && (
          <Callout
            tone="danger"
            role="alert"
            title="There is no forecast."
            actions={
              <Button size="small" loading={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {error.message}
          </Callout>
        )}
        {!data && !error && <Loading label="Running the planner ahead" />}
        {data && (
          <Stack $gap={4}>
            <Stats>
              <Stat
                size="small"
                label="Emails to come"
                value={number(data.emails)}
                detail={data.leads === 0 ? 'all of them follow-ups' : `first ones to ${counted(data.leads, 'lead')}`}
              />
              <Stat
                size="small"
                label="Last email"
                value={data.last_send_at ? dayIn(data.last_send_at, data.time_zone) : null}
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
                  `${shortDay(data.busiest_day.date)}, of ${number(data.busiest_day.capacity)} possible`
                }
              />
              <Stat
                size="small"
                label="Replies expected"
                value={data.replies ? `${number(data.replies.low)} to ${number(data.replies.high)}` : null}
                {...(data.replies ? { definition: data.replies.basis } : { detail: 'needs more replies to estimate' })}
              />
            </Stats>
            {data.bottleneck && (
              <Callout tone="info" title="What decides the pace.">
                {data.bottleneck.text}
              </Callout>
            )}
            {data.days.length > 0 && (
              <Chart
                title="Emails by day"
                kind="stacked"
                categoryLabel="Day"
                height={180}
                categories={data.days.map((day) => shortDay(day.date))}
                series={[
                  { id: 'follow', label: 'Follow-ups', values: data.days.map((day) => day.follow_ups) },
                  { id: 'new', label: 'New leads', values: data.days.map((day) => day.new_leads) },
                ]}
              />
            )}
          </Stack>
        )}
      </CardBody>
    </Card>
  );
}

function Mailboxes({ campaign }: { campaign: CampaignView }) {
  const params = { campaignId: campaign.id };
  const { data, error, isFetching, refetch } = useOverviewMailboxesQuery({ params });
  const { data: figures } = useOverviewMailboxFiguresQuery({
    params,
    query: { time_zone: campaign.schedule.timezone },
  });
  const [asked, setAsked] = useState<Mailbox | null>(null);
  const columns = useMemo<DataTableColumn<Mailbox>[]>(() => {
    const of = (id: number) => figures?.mailboxes.find((row) => row.mailbox_id === id);
    const share = (id: number, name: 'replied' | 'bounced') => {
      const rate = of(id)?.rates[name] ?? null;
      return rate === null ? '–' : `${rate.toFixed(1)}%`;
    };
    return [
      {
        id: 'mailbox',
        label: 'Mailbox',
        fixed: true,
        flexible: true,
        minWidth: 180,
        cell: (row) => (
          <>
            <BareLink href={`/app/email-account/${row.id}/overview`} style={{ fontWeight: 'var(--w-medium)' }}>
              {row.from_email}
            </BareLink>
            <SubLine>{row.from_name}</SubLine>
          </>
        ),
      },
      {
        id: 'state',
        label: 'State',
        width: 130,
        phone: 'status',
        cell: (row) => (
          <>
            <StateStatus state={row.state === 'CONNECTED' ? 'good' : row.state === 'SUSPENDED' ? 'paused' : 'failed'}>
              {row.state === 'CONNECTED' ? 'Connected' : row.state === 'SUSPENDED' ? 'Suspended' : 'Failing'}
            </StateStatus>
            {row.error && <SubLine title={row.error}>{row.error}</SubLine>}
          </>
        ),
      },
      {
        id: 'today',
        label: 'Today',
        definition: 'Emails of all campaigns since midnight of the mailbox’s zone, of its daily cap.',
        align: 'end',
        width: 100,
        cell: (row) => `${number(row.sent_today)} of ${number(row.message_per_day)}`,
      },
      {
        id: 'leads',
        label: 'Leads',
        definition: 'Leads of this campaign that this mailbox writes to.',
        align: 'end',
        width: 84,
        cell: (row) => number(row.leads),
      },
      {
        id: 'sent',
        label: 'Sent',
        definition: 'Emails of this campaign.',
        align: 'end',
        width: 84,
        cell: (row) => number(of(row.id)?.counts.sent ?? 0),
      },
      { id: 'replied', label: 'Replied', align: 'end', width: 84, cell: (row) => share(row.id, 'replied') },
      { id: 'bounced', label: 'Bounced', align: 'end', width: 84, cell: (row) => share(row.id, 'bounced') },
      ...(campaign.next.can_explain
        ? [
            {
              id: 'why',
              label: 'Now',
              width: 72,
              cell: (row: Mailbox) => <LinkButton onClick={() => setAsked(row)}>Why?</LinkButton>,
            },
          ]
        : []),
    ];
  }, [figures, campaign.next.can_explain]);
  return (
    <Card
      title="Mailboxes"
      detail={
        data &&
        `${counted(data.mailboxes.length, 'mailbox', 'mailboxes')}, ${counted(data.daily_capacity, 'email')} a day at most`
      }
      padded={false}
    >
      <Grid>
        <DataTable<Mailbox>
          label="Mailboxes of the campaign"
          columns={columns}
          rows={data?.mailboxes ?? []}
          rowId={(row) => String(row.id)}
          rowLabel={(row) => row.from_email}
          gutter={16}
          loading={isFetching && !data}
          error={error ? { message: error.message, onRetry: () => void refetch() } : null}
          empty={
            <EmptyState
              level={3}
              icon="mail"
              title="No mailbox yet"
              actions={<Button href={editAddress(campaign, 'setup')}>Choose mailboxes</Button>}
            >
              Without a mailbox nothing can be sent.
            </EmptyState>
          }
        />
      </Grid>
      <WhyMailboxDrawer campaign={campaign} mailbox={asked} onClose={() => setAsked(null)} />
    </Card>
  );
}
