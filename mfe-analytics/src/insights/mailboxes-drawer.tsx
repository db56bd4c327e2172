import type { InsightGroup } from '@skein/contracts/analytics/insights.contract';
import { DataTable } from '@skein/ui/data-table';
import { Drawer } from '@skein/ui/drawer';
import { BareLink } from '@skein/ui/link';

interface MailboxesDrawerProps {
  title: string;
  /** Null while nothing is shown. */
  boxes: readonly InsightGroup[] | null;
  onClose: () => void;
}

/** The mailboxes behind a figure of health, lowest score first, each with its reason and a link to it. */
export function MailboxesDrawer({ title, boxes, onClose }: MailboxesDrawerProps) {
  return (
    <Drawer
      open={boxes !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      width={640}
      title={title}
    >
      <DataTable<InsightGroup>
        label={title}
        rows={[...(boxes ?? [])].sort((one, other) => (one.health?.score ?? 101) - (other.health?.score ?? 101))}
        rowId={(row) => row.key}
        rowLabel={(row) => row.name}
        empty={null}
        columns={[
          {
            id: 'name',
            label: 'Mailbox',
            fixed: true,
            flexible: true,
            minWidth: 200,
            cell: (row) => <BareLink href={`/app/email-account/${row.key}/overview`}>{row.name}</BareLink>,
          },
          { id: 'score', label: 'Score', align: 'end', width: 80, cell: (row) => row.health?.score ?? '–' },
          { id: 'reason', label: 'Reason', width: 240, cell: (row) => row.health?.reason ?? '–' },
        ]}
      />
    </Drawer>
  );
}
