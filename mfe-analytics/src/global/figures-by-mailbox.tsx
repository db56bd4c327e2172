import type { ByMailboxRow } from '@skein/contracts/analytics/workspace-analytics.contract';
import { BareLink } from '@skein/ui/link';
import { SubLine } from '@skein/ui/text';
import type { Insights } from '../insights/insights.hooks';
import { FiguresTable } from './figures-table';
import type { GlobalAnalytics } from './global-analytics.hooks';

/** The figures of each mailbox, of those too that are removed by now. */
export function FiguresByMailbox({
  insights: { address, change },
  mailboxes,
}: {
  insights: Insights;
  mailboxes: GlobalAnalytics['mailboxes'];
}) {
  return (
    <FiguresTable<ByMailboxRow>
      title="By mailbox"
      label="Figures by mailbox"
      nameLabel="Mailbox"
      {...mailboxes}
      onOpen={(row, figure) =>
        change({ figure, narrow: { group_by: 'mailbox', group_key: String(row.mailbox_id) }, of: row.from_email })
      }
      rowId={(row) => String(row.mailbox_id)}
      rowLabel={(row) => row.from_email}
      name={(row) => (
        <>
          {row.is_removed ? (
            row.from_email
          ) : (
            <BareLink href={`/app/email-account/${row.mailbox_id}/overview`} style={{ fontWeight: 'var(--w-medium)' }}>
              {row.from_email}
            </BareLink>
          )}
          <SubLine>{row.is_removed ? 'removed' : row.from_name}</SubLine>
        </>
      )}
      address={address.mailboxes}
      onAddress={(table) => change({ mailboxes: table })}
    />
  );
}
