import { useMemo, useState } from 'react';
import type { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { campaignMailbox } from '@skein/contracts/main/campaign-mailboxes.contract';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import type { z } from 'zod';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Grid } from '@skein/ui/layout';
import { BareLink, LinkButton } from '@skein/ui/link';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { editAddress } from '../../campaign-address';
import { dailyCapacity } from '../../daily-capacity';
import { number } from '../analytics/figure-texts';
import { WhyMailboxDrawer } from '../explain/explain-drawer';
import { useCampaignMailboxes, useMailboxFigures } from '../overview.hooks';

type Mailbox = z.output<typeof campaignMailbox>;
type Figures = CallOutput<(typeof campaignAnalyticsContract)['endpoints']['campaignMailboxes']> | undefined;

function useColumns(figures: Figures, canExplain: boolean, onWhy: (mailbox: Mailbox) => void) {
  return useMemo<DataTableColumn<Mailbox>[]>(() => {
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
        definition: 'Emails of all campaigns since midnight in the mailbox’s time zone, of its cap for today.',
        align: 'end',
        width: 100,
        cell: (row) => `${number(row.sent_today)} of ${number(row.cap_today)}`,
      },
      {
        id: 'leads',
        label: 'Leads',
        definition: 'Leads of this campaign that this mailbox emails.',
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
      ...(canExplain
        ? [
            {
              id: 'why',
              label: 'Now',
              width: 72,
              cell: (row: Mailbox) => <LinkButton onClick={() => onWhy(row)}>Why?</LinkButton>,
            },
          ]
        : []),
    ];
  }, [figures, canExplain, onWhy]);
}

/** The mailboxes that send for the campaign, with their share of it. */
export function MailboxesCard({ campaign }: { campaign: CampaignView }) {
  const { data, isLoading, problem } = useCampaignMailboxes(campaign.id);
  const figures = useMailboxFigures(campaign.id, campaign.schedule.timezone);
  const [asked, setAsked] = useState<Mailbox | null>(null);
  const columns = useColumns(figures, campaign.next.can_explain, setAsked);
  return (
    <Card
      title="Mailboxes"
      detail={data && `${counted(data.mailboxes.length, 'mailbox', 'mailboxes')}, ${dailyCapacity(data)}`}
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
          loading={isLoading}
          error={problem}
          empty={
            <EmptyState
              level={3}
              icon="mail"
              title="No mailbox yet"
              actions={<Button href={editAddress(campaign, 'setup')}>Choose mailboxes</Button>}
            >
              The campaign can’t send without one.
            </EmptyState>
          }
        />
      </Grid>
      <WhyMailboxDrawer campaign={campaign} mailbox={asked} onClose={() => setAsked(null)} />
    </Card>
  );
}
