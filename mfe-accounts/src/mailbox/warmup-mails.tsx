import type { WarmupView } from '@skein/contracts/warmup/warmup.contract';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { Badge } from '@skein/ui/badge';
import { Card } from '@skein/ui/card';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { StateStatus, type KnownState } from '@skein/ui/status';
import { shortInstant } from '@skein/ui/instant';

type Mail = WarmupView['mails'][number];

/** What became of a mail, in a word. */
function stateOf(mail: Mail): { state: KnownState; word: string } {
  if (mail.is_bounced) return { state: 'failed', word: 'Bounced' };
  if (mail.state === 'FAILED') return { state: 'failed', word: 'Refused' };
  if (mail.state === 'PLANNED' || mail.state === 'SUBMITTING') return { state: 'waiting', word: 'Planned' };
  if (mail.landed === 'SPAM')
    return mail.is_rescued ? { state: 'completed', word: 'Rescued from spam' } : { state: 'failed', word: 'In spam' };
  if (mail.landed === 'INBOX') return { state: 'active', word: 'Inbox' };
  return mail.landed === 'MISSING' ? { state: 'waiting', word: 'Not found' } : { state: 'waiting', word: 'Sent' };
}

/** The newest warmup mails, both ways. */
export function WarmupMails({ mails, timeZone }: { mails: readonly Mail[]; timeZone: string }) {
  const now = useCampaignNow(15_000);
  const columns: DataTableColumn<Mail>[] = [
    {
      id: 'partner',
      label: 'With',
      fixed: true,
      width: 250,
      minWidth: 140,
      cell: (mail) => `${mail.direction === 'out' ? 'To' : 'From'} ${mail.partner}`,
    },
    { id: 'subject', label: 'Subject', flexible: true, width: 200, minWidth: 120, cell: (mail) => mail.subject },
    {
      id: 'state',
      label: 'Where it is',
      definition: 'Where the recipient’s mailbox first had it.',
      width: 150,
      phone: 'status',
      cell: (mail) => {
        const { state, word } = stateOf(mail);
        return (
          <StateStatus state={state} quiet>
            {word}
          </StateStatus>
        );
      },
    },
    {
      id: 'marks',
      label: 'Marks',
      width: 220,
      cell: (mail) => (
        <>
          {mail.is_read && <Badge>Read</Badge>} {mail.is_important && <Badge>Important</Badge>}{' '}
          {mail.is_replied && <Badge tone="success">Replied</Badge>}
        </>
      ),
    },
    { id: 'at', label: 'When', align: 'end', width: 120, cell: (mail) => shortInstant(mail.at, now, timeZone) },
  ];
  return (
    <Card title="Emails" detail="the newest 50, both ways" padded={false}>
      <DataTable<Mail>
        label="Warmup emails"
        gutter={16}
        columns={columns}
        rows={[...mails]}
        rowId={(mail) => mail.id}
        rowLabel={(mail) => mail.partner}
        view={{ order: columns.map((column) => column.id), hidden: [], widths: {}, density: 'normal' }}
        empty={
          <EmptyState level={3} title="No warmup emails yet">
            They appear here when the day is planned, and say where they landed.
          </EmptyState>
        }
      />
    </Card>
  );
}
