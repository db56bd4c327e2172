import type { TriggerRow } from '@skein/contracts/analytics/campaign-analytics.contract';
import type { DataTableColumn } from '@skein/ui/data-table';
import { fullInstant } from '@skein/ui/instant';
import { LinkButton } from '@skein/ui/link';
import { StateStatus, type KnownState } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { number } from '../analytics/figure-texts';
import { timeOfLine, type LogLine } from './quiet-rounds';

const states: Record<TriggerRow['state'], { state: KnownState; word: string }> = {
  SCHEDULED: { state: 'waiting', word: 'Scheduled' },
  PICKED: { state: 'started', word: 'Picked' },
  RUNNING: { state: 'started', word: 'Running' },
  COMPLETED: { state: 'completed', word: 'Completed' },
};

/** Leads of one queue are counted up to here. */
const mostCounted = 1_000;

/** How many leads waited: `51`, and `1,000+` for more than are counted. */
export const waitingCount = (count: number): string => `${number(count)}${count >= mostCounted ? '+' : ''}`;

/** How many leads waited, and for what: `51 waiting: Other leads are ahead in the queue`. */
const waitingText = ({ skipped }: TriggerRow, write: (text: string) => string): string =>
  skipped.map((reason) => `${waitingCount(reason.count)} waiting: ${write(reason.text)}`).join(' ');

/** The columns of the send log: when, what was planned and left, and what explains the rest. */
export function triggerColumns(
  timeZone: string,
  now: Date,
  onOpen: (line: LogLine) => void,
): DataTableColumn<LogLine>[] {
  const figure = (of: (row: TriggerRow) => number) => (line: LogLine) => (line.quiet ? '–' : number(of(line.round)));
  return [
    {
      id: 'at',
      label: 'Time',
      fixed: true,
      width: 208,
      cell: (line) => {
        const from = line.quiet?.at(-1);
        return (
          <LinkButton
            title={[from, line.round]
              .flatMap((row) => (row ? [fullInstant(row.scheduled_at, timeZone)] : []))
              .join(/* text */ ' to ')}
            style={{ color: 'inherit' }}
            onClick={() => onOpen(line)}
          >
            {timeOfLine(line, now, timeZone)}
          </LinkButton>
        );
      },
    },
    {
      id: 'state',
      label: 'State',
      width: 116,
      phone: 'status',
      cell: ({ round }) => <StateStatus state={states[round.state].state}>{states[round.state].word}</StateStatus>,
    },
    {
      id: 'planned',
      label: 'Planned',
      definition: 'Emails reserved in this round: at most one per mailbox.',
      align: 'end',
      width: 88,
      cell: figure((row) => row.planned),
    },
    { id: 'new', label: 'New leads', align: 'end', width: 92, phone: 'hidden', cell: figure((row) => row.new_leads) },
    {
      id: 'follow_ups',
      label: 'Follow-ups',
      align: 'end',
      width: 96,
      phone: 'hidden',
      cell: figure((row) => row.follow_ups),
    },
    { id: 'sent', label: 'Sent', align: 'end', width: 72, cell: figure((row) => row.sent) },
    { id: 'failed', label: 'Failed', align: 'end', width: 72, cell: figure((row) => row.failed) },
    {
      id: 'message',
      label: 'What happened',
      flexible: true,
      minWidth: 220,
      cell: (line) =>
        line.quiet ? (
          <>
            <Text $tone="muted">{line.round.message ?? 'Nothing to send.'}</Text>{' '}
            <LinkButton onClick={() => onOpen(line)}>Show {line.quiet.length} rounds</LinkButton>
          </>
        ) : (
          <>
            {line.round.message ?? '–'}
            {line.round.skipped.length > 0 && (
              <SubLine title={waitingText(line.round, (text) => text)} style={{ whiteSpace: 'normal' }}>
                {waitingText(line.round, (text) => text.split(';')[0] ?? text)}
              </SubLine>
            )}
          </>
        ),
    },
  ];
}
