import { useNavigate } from 'react-router-dom';
import type { PlacementMailRow, PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { Badge } from '@skein/ui/badge';
import { Card } from '@skein/ui/card';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { base } from '../placement.hooks';

const places = { INBOX: 'Inbox', TAB: 'Tab', SPAM: 'Spam', MISSING: 'Missing' } as const;
const tones = { INBOX: 'success', TAB: 'warning', SPAM: 'danger', MISSING: 'danger' } as const;
const states = {
  PLANNED: 'Planned',
  SUBMITTING: 'Sending',
  SENT: 'Sent',
  IN_DOUBT: 'In doubt',
  FAILED: 'Refused',
  CANCELLED: 'Canceled',
} as const;

/** Mails of a run; one that arrived opens with its headers. */
export function MailTable({ report, mails }: { report: PlacementReport; mails: readonly PlacementMailRow[] }) {
  const navigate = useNavigate();
  return (
    <Card title="Emails" detail={mails.length} padded={false}>
      <DataTable
        label="Emails"
        gutter={16}
        rows={mails}
        rowId={({ id }) => String(id)}
        rowLabel={({ seed }) => seed}
        onRowOpen={(mail) =>
          void navigate(
            `${base}/${report.id}/test/${encodeURIComponent(mail.provider)}/provider/${mail.id}/${mail.seed_id}/headers`,
          )
        }
        empty={<EmptyState title="No emails">This run has no emails.</EmptyState>}
        columns={[
          { id: 'seed', label: 'Seed', fixed: true, minWidth: 180, cell: ({ seed }) => seed },
          {
            id: 'landed',
            label: 'Placement',
            width: 110,
            phone: 'status',
            cell: ({ landed, state }) => (
              <Badge tone={landed ? tones[landed] : 'neutral'}>{landed ? places[landed] : states[state]}</Badge>
            ),
          },
          { id: 'provider', label: 'Provider', width: 200, cell: ({ provider }) => provider },
          { id: 'region', label: 'Region', width: 140, cell: ({ region }) => region },
          { id: 'sender', label: 'From', width: 220, cell: ({ sender }) => sender },
          {
            id: 'time',
            label: 'Delivery time',
            align: 'end',
            width: 120,
            cell: ({ sent_at: sent, landed_at: at }) =>
              sent && at ? `${Math.max(0, Math.round((Date.parse(at) - Date.parse(sent)) / 1_000))} s` : '–',
          },
          { id: 'why', label: 'Server response', width: 240, cell: ({ failure_text: text }) => text ?? '–' },
        ]}
      />
    </Card>
  );
}
