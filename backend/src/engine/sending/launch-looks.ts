/** Findings about the start of a campaign that stop nothing and are worth a look. Each is one rule. Pure. */
import { quietFirstDay } from '@skein/contracts/constants';
import { finding, type LaunchFinding, type LaunchGateInput } from './launch-findings';

const look = finding('LOOK');

type Mailbox = LaunchGateInput['mailboxes'][number];
const shown = (mailboxes: readonly Mailbox[], textOf: (mailbox: Mailbox) => string): string =>
  mailboxes.length > 3
    ? `${mailboxes.slice(0, 3).map(textOf).join(', ')} and ${mailboxes.length - 3} more`
    : mailboxes.map(textOf).join(', ');
const toMailboxes = (mailboxes: readonly Mailbox[]) => ({
  count: mailboxes.length,
  unit: 'mailbox',
  jump: { to: 'MAILBOX', mailboxIds: mailboxes.map(({ id }) => id) } as const,
});

/** A mailbox that has neither been connected nor warmed up for long starts with many emails a day. */
export function* busyFirstDay({ mailboxes, warmupAge }: LaunchGateInput): Generator<LaunchFinding> {
  // Those that are held send nothing until they are old enough.
  if (warmupAge.gate === 'HOLD') return;
  const busy = mailboxes.filter(
    ({ state, ageDays, warmupDays, firstDayCap }) =>
      state === 'CONNECTED' && Math.max(ageDays, warmupDays) < warmupAge.days && firstDayCap > quietFirstDay,
  );
  if (busy.length > 0)
    yield look(
      'FIRST_DAY_HIGH',
      `Over ${quietFirstDay} emails on the first day`,
      shown(busy, ({ email, firstDayCap }) => `${email} up to ${firstDayCap}`),
      toMailboxes(busy),
    );
}

/** A sender without a name: the address says it once more, which looks like a machine. */
export function* namelessSender({ mailboxes }: LaunchGateInput): Generator<LaunchFinding> {
  const nameless = mailboxes.filter(({ email, fromName }) => {
    const name = fromName.trim().toLowerCase();
    return name === '' || name === email.toLowerCase() || name === email.split('@')[0]?.toLowerCase();
  });
  if (nameless.length > 0)
    yield look(
      'SENDER_NAMELESS',
      'Sender has no name',
      shown(nameless, ({ email, fromName }) => `${email} sends as “${fromName.trim()}”`),
      toMailboxes(nameless),
    );
}

/** A step that is due in the moment in which the one before it left. */
export function* followUpsAtOnce({ steps }: LaunchGateInput): Generator<LaunchFinding> {
  for (const step of steps.slice(1))
    if (step.delayMinutes === 0)
      yield look(
        'FOLLOW_UP_AT_ONCE',
        'Follow-up without a delay',
        `Step ${step.number} is due as soon as the step before it is done`,
        { count: 1, unit: 'step', jump: { to: 'STEP', stepId: step.id } },
      );
}
