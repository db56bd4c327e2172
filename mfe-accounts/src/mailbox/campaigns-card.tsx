import { useState } from 'react';
import type { CampaignStatus } from '@skein/contracts/constants';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { useAccess } from '@skein/mfe/access';
import { campaignStates } from '@skein/mfe/campaign-status-labels';
import { Card } from '@skein/ui/card';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { BareLink } from '@skein/ui/link';
import { StateStatus } from '@skein/ui/status';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { withSentence } from '@skein/mfe/with-sentence';
import { useCampaignsOfMailbox, useLeaveCampaign } from './mailbox.hooks';
import type { TabProps } from './tab-props';

export type MailboxCampaign = CallOutput<(typeof mailboxesContract)['endpoints']['campaigns']>['rows'][number];

const number = (value: number) => value.toLocaleString('en-US');
const addressOf = (row: MailboxCampaign) =>
  row.status === 'DRAFTED'
    ? `/app/email-campaign/new-campaign?id=${row.id}`
    : `/app/email-campaign/${row.id}/overview/analytics`;

const columns: DataTableColumn<MailboxCampaign>[] = [
  {
    id: 'name',
    label: 'Campaign',
    fixed: true,
    flexible: true,
    width: 180,
    minWidth: 120,
    cell: (row) => (
      <BareLink href={addressOf(row)} style={{ fontWeight: 'var(--w-medium)' }}>
        {row.name}
      </BareLink>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    width: 108,
    phone: 'status',
    cell: (row) => <StateStatus state={campaignStates[row.status as CampaignStatus] ?? 'waiting'} />,
  },
  {
    id: 'leads',
    label: 'Leads',
    definition: 'Leads assigned to this mailbox; each keeps it for the whole sequence.',
    align: 'end',
    width: 76,
    cell: (row) => number(row.leads),
  },
  {
    id: 'due',
    label: 'Due today',
    definition: 'Of these, leads whose next step is due before midnight in the mailbox’s time zone.',
    align: 'end',
    width: 92,
    cell: (row) => number(row.due_today),
  },
  {
    id: 'sent',
    label: 'Sent today',
    definition: 'Emails of the campaign from this mailbox since its midnight.',
    align: 'end',
    width: 96,
    cell: (row) => number(row.sent_today),
  },
];

/** Campaigns that send from the mailbox; with `removable`, each can let go of it. */
export function CampaignsCard({ mailbox, removable = false }: TabProps & { removable?: boolean }) {
  const access = useAccess();
  const { data, isLoading, problem } = useCampaignsOfMailbox(mailbox.id, true);
  const leave = useLeaveCampaign(mailbox.id);
  const [leaving, setLeaving] = useState<MailboxCampaign | null>(null);
  const changes = removable && access.may('campaign.write');
  return (
    <Card title="Campaigns" detail="leads that keep this mailbox" padded={false}>
      <DataTable<MailboxCampaign>
        label="Campaigns of this mailbox"
        gutter={16}
        columns={columns}
        rows={data?.rows ?? []}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        loading={isLoading}
        view={{ order: columns.map((column) => column.id), hidden: [], widths: {}, density: 'normal' }}
        skeletonRows={3}
        error={problem}
        {...(changes
          ? {
              rowActions: (row: MailboxCampaign) => [
                { label: 'Open', icon: 'arrow-right' as const, href: addressOf(row) },
                {
                  label: 'Remove from this campaign',
                  icon: 'minus' as const,
                  tone: 'danger' as const,
                  detail:
                    row.leads > 0
                      ? `${counted(row.leads, 'lead')} will continue from another mailbox`
                      : 'No lead uses it',
                  onSelect: () => setLeaving(row),
                },
              ],
            }
          : {})}
        empty={
          <EmptyState level={3} title="No campaign uses this mailbox">
            Choose it in a campaign’s setup; its leads then keep it for their whole sequence.
          </EmptyState>
        }
      />
      {leaving && (
        <ConfirmDialog
          open
          onOpenChange={() => setLeaving(null)}
          title={`Remove ${mailbox.from_email} from ${leaving.name}`}
          confirmLabel="Remove"
          description={`Its scheduled emails there are cancelled. ${leaving.leads === 0 ? 'No lead of the campaign uses it.' : `${counted(leaving.leads, 'lead')} will continue from another mailbox of the campaign.`}`}
          onConfirm={async () => {
            const answer = await withSentence(leave(leaving.id));
            toasts.show({
              title: `${leaving.name} no longer sends from ${mailbox.from_email}`,
              ...(answer.leads_to_move > 0
                ? { text: `${counted(answer.leads_to_move, 'lead')} will continue from another mailbox.` }
                : {}),
            });
          }}
        />
      )}
    </Card>
  );
}
