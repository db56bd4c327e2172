import type { PlacementGroup, PlacementTally } from '@skein/contracts/smart-delivery/placement-shapes';
import type { ResultMail } from './results.store';
import type { Tally } from './tests.store';

/** The placement score: of the mails whose place is known, the share in inbox and tabs, in percent. A refused mail counts against it. */
export function withScore(tally: Tally): PlacementTally {
  const { mails, inbox, tab, spam, missing, failed, waiting } = tally;
  const known = inbox + tab + spam + missing + failed;
  return {
    mails,
    inbox,
    tab,
    spam,
    missing,
    failed,
    waiting,
    score: known === 0 ? null : Math.round((100 * (inbox + tab)) / known),
  };
}

/** Whether the place of an email of this run is unknown, control emails included. */
export const isOnItsWay = (run: { waiting: number; control_waiting: number } | undefined): boolean =>
  run !== undefined && run.waiting + run.control_waiting > 0;

/**
 * A placement test passes where the score of its newest run reaches the share it asks for, and fails below; RUNNING while a place is
 * unknown.
 */
export function statusOf(
  { is_stopped: isStopped, pass_percent: passPercent }: { is_stopped: boolean; pass_percent: number },
  run: (Tally & { control_waiting: number }) | undefined,
): 'RUNNING' | 'PASS' | 'FAIL' | 'STOPPED' {
  const latest = run ? withScore(run) : { score: null };
  if (isOnItsWay(run)) return 'RUNNING';
  if (latest.score === null) return isStopped ? 'STOPPED' : 'RUNNING';
  return latest.score >= passPercent ? 'PASS' : 'FAIL';
}

export const isWaiting = (mail: ResultMail) =>
  mail.landed === null && ['PLANNED', 'SUBMITTING', 'SENT', 'IN_DOUBT'].includes(mail.state);

/** Rows by what they have in common. */
export function groupedBy<Key, Row>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const known = groups.get(keyOf(row));
    if (known) known.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** Figures of the mails by a name, worst first. */
export function groupMails(mails: readonly ResultMail[], nameOf: (mail: ResultMail) => string): PlacementGroup[] {
  return [...groupedBy(mails, nameOf)]
    .map(([name, own]) => {
      const landed = (place: string) => own.filter((mail) => mail.landed === place).length;
      const times = own.flatMap(({ landed: place, landed_at: at, sent_at: sent }) =>
        place !== 'MISSING' && at && sent ? [(at.getTime() - sent.getTime()) / 1_000] : [],
      );
      return {
        name,
        ...withScore({
          mails: own.length,
          inbox: landed('INBOX'),
          tab: landed('TAB'),
          spam: landed('SPAM'),
          missing: landed('MISSING'),
          failed: own.filter(({ state }) => state === 'FAILED').length,
          waiting: own.filter(isWaiting).length,
        }),
        seconds:
          times.length === 0
            ? null
            : Math.max(0, Math.round(times.reduce((sum, each) => sum + each, 0) / times.length)),
      };
    })
    .sort((one, other) => (one.score ?? 101) - (other.score ?? 101) || one.name.localeCompare(other.name));
}
