import type { MailboxView } from '@skein/contracts/main/mailbox-views';

/** The growing cap and the rest of a mailbox as its form has them. `rest`: the first day of sending again, YYYY-MM-DD; empty for none. */
export interface RampDraft {
  isGrowing: boolean;
  start: number | null;
  increase: number | null;
  rest: string;
}

/** The local day of an instant in a zone, YYYY-MM-DD. */
export const dayIn = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(instant),
  );

/** How the mailbox stands. A rest that is over is none. @param now campaign time */
export function rampDraft(mailbox: Pick<MailboxView, 'ramp' | 'resting_until' | 'time_zone'>, now: Date): RampDraft {
  const isResting = mailbox.resting_until !== null && Date.parse(mailbox.resting_until) > now.getTime();
  return {
    isGrowing: mailbox.ramp !== null,
    start: mailbox.ramp?.start ?? 5,
    increase: mailbox.ramp?.increase ?? 2,
    rest: isResting ? dayIn(mailbox.resting_until as string, mailbox.time_zone) : '',
  };
}

/** What differs, as the endpoint takes it: a ramp that is sent begins today, so one that was not changed is not sent. */
export function rampChange(
  draft: RampDraft,
  before: RampDraft,
): { ramp?: { start: number; increase: number } | null; resting_until?: string | null } {
  const ramp = draft.isGrowing ? { start: draft.start as number, increase: draft.increase as number } : null;
  const isSame =
    draft.isGrowing === before.isGrowing &&
    (!draft.isGrowing || (draft.start === before.start && draft.increase === before.increase));
  return {
    ...(isSame ? {} : { ramp }),
    ...(draft.rest === before.rest ? {} : { resting_until: draft.rest === '' ? null : draft.rest }),
  };
}

/** The cap of a day that is so many days after the ramp began. */
export const capAfter = (start: number, increase: number, days: number, most: number): number =>
  Math.min(most, start + increase * days);
