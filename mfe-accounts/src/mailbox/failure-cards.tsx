import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { Card } from '@skein/ui/card';
import { CodeBlock } from '@skein/ui/code-block';
import { Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Timeline, type TimelineItem } from '@skein/ui/timeline';
import { useUi } from '@skein/ui/ui-provider';
import { counted } from '@skein/ui/counted';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { StateLines } from './card-parts';
import { historyOf } from './failure';
import type { TabProps } from './tab-props';

/** What the failure holds up. */
export function AffectedCard({ mailbox, now }: TabProps & { now: Date }) {
  const { timeZone } = useUi();
  const canSend = mailbox.is_smtp_success && mailbox.state !== 'failing';
  return (
    <Card title="What is affected" padded={false}>
      <StateLines
        lines={[
          {
            id: 'campaign',
            state: canSend ? 'good' : 'paused',
            name: 'Campaign emails',
            text: canSend
              ? 'continues'
              : mailbox.waiting_leads > 0
                ? `${counted(mailbox.waiting_leads, 'lead waits', 'leads wait')}; retried automatically`
                : 'nothing waits; retried automatically',
            end: counted(mailbox.campaign_count, 'campaign'),
          },
          {
            id: 'reading',
            state: mailbox.is_imap_success ? 'good' : 'paused',
            name: 'Reading replies',
            text: mailbox.is_imap_success
              ? 'continues'
              : mailbox.last_synced_at
                ? 'catches up once reconnected'
                : 'starts once reconnected',
            ...(mailbox.last_synced_at
              ? {
                  end: `${mailbox.is_imap_success ? 'read' : 'since'} ${shortInstant(mailbox.last_synced_at, now, timeZone)}`,
                  endTitle: fullInstant(mailbox.last_synced_at, timeZone),
                }
              : { end: 'never read' }),
          },
        ]}
      />
    </Card>
  );
}

/** The reply, word for word. */
export function ServerSaid({ mailbox, now }: TabProps & { now: Date }) {
  const { timeZone } = useUi();
  const said = (
    [
      ['SMTP', mailbox.is_smtp_success, mailbox.smtp_host, mailbox.smtp_port, mailbox.smtp_failure_error],
      ['IMAP', mailbox.is_imap_success, mailbox.imap_host, mailbox.imap_port, mailbox.imap_failure_error],
    ] as const
  ).filter(([, isFine, , , words]) => !isFine && words);
  const kinds = [
    ...new Set(
      [mailbox.smtp_problem, mailbox.imap_problem].flatMap((problem) =>
        problem ? [problem.code === 'CREDENTIALS' ? /* text */ 'credentials' : /* text */ 'connection'] : [],
      ),
    ),
  ];
  return (
    <Card
      title="What the server said"
      {...(mailbox.checked_at
        ? {
            detail: (
              <span title={fullInstant(mailbox.checked_at, timeZone)}>
                {shortInstant(mailbox.checked_at, now, timeZone)}
              </span>
            ),
          }
        : {})}
    >
      <Stack $gap={2}>
        {said.length === 0 ? (
          <Hint>No server reply is on record: the failure happened while sending, and both servers respond now.</Hint>
        ) : (
          <CodeBlock
            label="Server reply"
            wrap
            code={said.flatMap(([protocol, , host, port, words]) => [
              { text: `${protocol} ${host}:${port}`, tone: 'muted' as const },
              { text: words ?? '', tone: 'danger' as const },
            ])}
          />
        )}
        <Hint>
          {kinds.length > 0 && `Class: ${kinds.join(/* text */ ' and ')}. `}Retried automatically after 1, 2, 4 minutes
          and so on, at least every hour. The password is never logged.
        </Hint>
      </Stack>
    </Card>
  );
}

const icons: Record<string, Pick<TimelineItem, 'icon' | 'glyph' | 'tone'>> = {
  failing: { glyph: 'bad', tone: 'danger' },
  checked: { icon: 'refresh' },
  sent: { icon: 'send' },
  read: { icon: 'inbox' },
  added: { icon: 'plug' },
};

/** The last thing of each kind that happened. */
export function HistoryCard({ mailbox, now }: { mailbox: MailboxView; now: Date }) {
  const { timeZone } = useUi();
  return (
    <Card title="History" detail="the last of each kind">
      <Timeline
        label="What happened to this mailbox"
        items={historyOf(mailbox).map((entry) => ({
          id: entry.id,
          title: entry.title,
          time: <span title={fullInstant(entry.at, timeZone)}>{shortInstant(entry.at, now, timeZone)}</span>,
          ...icons[entry.id],
        }))}
      />
    </Card>
  );
}
