import type { PlacementGroup, PlacementTally } from '@skein/contracts/smart-delivery/placement-shapes';
import { placementLimits } from '@skein/contracts/smart-delivery/placement-shapes';
import type { ResultMail } from './results.store';
import type { Tally } from './tests.store';

/** Of the mails whose place is known, the share in inbox and tabs, in percent. A mail that a server refused counts against it. */
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

/** RUNNING while a place is unknown; a run passes from the documented share on. */
export function statusOf(isStopped: boolean, latest: PlacementTally): 'RUNNING' | 'PASS' | 'FAIL' | 'STOPPED' {
  if (latest.waiting > 0) return 'RUNNING';
  if (latest.score === null) return isStopped ? 'STOPPED' : 'RUNNING';
  return latest.score >= placementLimits.passPercent ? 'PASS' : 'FAIL';
}

const isWaiting = (mail: ResultMail) =>
  mail.landed === null && ['PLANNED', 'SUBMITTING', 'SENT', 'IN_DOUBT'].includes(mail.state);

/** Figures of the mails by a name, worst first. */
export function groupMails(mails: readonly ResultMail[], nameOf: (mail: ResultMail) => string): PlacementGroup[] {
  const groups = new Map<string, ResultMail[]>();
  for (const mail of mails) groups.set(nameOf(mail), [...(groups.get(nameOf(mail)) ?? []), mail]);
  return [...groups]
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
