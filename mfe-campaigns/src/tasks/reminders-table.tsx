import type { z } from 'zod';
import type { leadReminder } from '@skein/contracts/main/lead-tasks.contract';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { BareLink } from '@skein/ui/link';
import { SubLine } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { useKeysetPages } from '../keyset-pages';
import { useReminders } from './tasks.hooks';

type Reminder = z.output<typeof leadReminder>;

/** Reminders to come. */
export function Reminders() {
  const { timeZone } = useUi();
  const now = useCampaignNow(30_000);
  const pages = useKeysetPages();
  const { rows, next, isLoading, problem } = useReminders(pages.cursor);
  const columns: DataTableColumn<Reminder>[] = [
    {
      id: 'lead',
      label: 'Conversation',
      fixed: true,
      flexible: true,
      minWidth: 200,
      cell: (row) => (
        <>
          <BareLink href={`/app/lead/${row.lead.id}/view`} style={{ fontWeight: 'var(--w-medium)' }}>
            {row.lead.name || row.lead.email}
          </BareLink>
          <SubLine>{row.message}</SubLine>
        </>
      ),
    },
    {
      id: 'campaign',
      label: 'Campaign',
      width: 220,
      cell: (row) => (
        <BareLink
          href={`/app/email-campaign/${row.campaign.id}/overview/lead-list?search=${encodeURIComponent(row.lead.email)}`}
        >
          {row.campaign.name}
        </BareLink>
      ),
    },
    {
      id: 'at',
      label: 'Reminds',
      width: 160,
      cell: (row) => (
        <span title={fullInstant(row.remind_at, timeZone)}>{shortInstant(row.remind_at, now, timeZone)}</span>
      ),
    },
  ];
  return (
    <DataTable<Reminder>
      label="Reminders"
      columns={columns}
      rows={rows}
      rowId={(row) => String(row.id)}
      rowLabel={(row) => row.lead.email}
      loading={isLoading}
      error={problem}
      empty={
        <EmptyState icon="bell" title="No reminders">
          Set one on a conversation in the master inbox. It becomes unread again at that time, and you are notified.
        </EmptyState>
      }
      paging={pages.pagingOf(rows.length, next)}
    />
  );
}
