import { useState } from 'react';
import type { LinkedInRequestView } from '@skein/contracts/main/linkedin.contract';
import { Card } from '@skein/ui/card';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { shortInstant } from '@skein/ui/instant';
import { Segmented } from '@skein/ui/segmented';
import { StateStatus } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { NewerOlder, useLogPages } from '../newer-older';
import { useLinkedInRequests, type RequestFilter } from './linkedin.hooks';

const filters = [
  { id: 'ALL', label: 'All' },
  { id: 'PENDING', label: 'Pending' },
  { id: 'ACCEPTED', label: 'Accepted' },
  { id: 'SKIPPED_AND_EMAIL_MESSAGE_SENT', label: 'Continued by email' },
] as const;
const states = {
  PENDING: { state: 'waiting', word: 'Pending' },
  ACCEPTED: { state: 'good', word: 'Accepted' },
  SKIPPED_AND_EMAIL_MESSAGE_SENT: { state: 'paused', word: 'Continued by email' },
} as const;

/** Connection requests with what became of each; a pending one can be withdrawn. */
export function LinkedInRequests({ mayWithdraw }: { mayWithdraw: boolean }) {
  const { timeZone } = useUi();
  const [filter, setFilter] = useState<RequestFilter>('ALL');
  const pages = useLogPages();
  const [chosen, setChosen] = useState<LinkedInRequestView | null>(null);
  const { rows, next, total, isLoading, problem, withdraw } = useLinkedInRequests(filter, pages.cursor);
  const at = (instant: LinkedInRequestView['requested_at']) =>
    instant ? shortInstant(String(instant), new Date(), timeZone) : '–';
  const columns: DataTableColumn<LinkedInRequestView>[] = [
    {
      id: 'lead',
      label: 'Lead',
      fixed: true,
      flexible: true,
      width: 200,
      cell: (row) => (
        <>
          <Text>{row.lead_name}</Text>
          <SubLine>{row.email}</SubLine>
        </>
      ),
    },
    { id: 'from', label: 'From', width: 150, cell: (row) => row.account_name ?? '–' },
    { id: 'campaign', label: 'Campaign', width: 180, cell: (row) => <Text $truncate>{row.campaign_name}</Text> },
    { id: 'requested', label: 'Requested', width: 130, cell: (row) => at(row.requested_at) },
    {
      id: 'state',
      label: 'State',
      width: 190,
      phone: 'status',
      cell: (row) => (
        <>
          <StateStatus state={states[row.connection].state}>{states[row.connection].word}</StateStatus>
          <SubLine>{row.connection === 'PENDING' ? `withdrawn ${at(row.give_up_at)}` : at(row.settled_at)}</SubLine>
        </>
      ),
    },
  ];
  return (
    <Card title="Connection requests" detail={total.toLocaleString('en-US')} padded={false}>
      <div style={{ padding: '0 var(--s-4) var(--s-3)' }}>
        <Segmented
          label="State"
          items={filters}
          value={filter}
          onValueChange={(value) => {
            setFilter(value);
            pages.first();
          }}
        />
      </div>
      <DataTable<LinkedInRequestView>
        label="Connection requests"
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={(row) => row.lead_name}
        loading={isLoading}
        error={problem}
        rowActions={(row) =>
          mayWithdraw && row.connection === 'PENDING'
            ? [{ label: 'Withdraw', icon: 'undo' as const, onSelect: () => setChosen(row) }]
            : []
        }
        empty={
          <EmptyState level={3} title="No connection request">
            Requests of LinkedIn steps are listed here until they are accepted, or the lead continues by email.
          </EmptyState>
        }
      />
      <NewerOlder pages={pages} next={next} style={{ padding: 'var(--s-2) var(--s-4)' }} />
      {chosen && (
        <ConfirmDialog
          open
          onOpenChange={() => setChosen(null)}
          title={`Withdraw the request to ${chosen.lead_name}`}
          description="The request is withdrawn, and the lead continues with the next step of the campaign."
          confirmLabel="Withdraw request"
          tone="normal"
          onConfirm={() => withdraw(chosen)}
        />
      )}
    </Card>
  );
}
