import { serverLimits } from '@skein/contracts/smart-servers/server-limits';

/** Share of deferred emails within a day from which the day does not count, in percent. */
const mostDeferredPercent = 2;

/**
 * How a new dedicated IP address warms up: the emails its server may send within 24 hours grow from 50 by the same factor each day to
 * its daily limit on the last day of the ramp.
 * @param warmDay days of the ramp that are done
 */
export function allowedOn(warmDay: number, dailyLimit: number): number {
  const { firstDay, warmDays } = serverLimits;
  if (warmDay >= warmDays - 1 || dailyLimit <= firstDay) return dailyLimit;
  return Math.min(dailyLimit, Math.round(firstDay * (dailyLimit / firstDay) ** (warmDay / (warmDays - 1))));
}

/** Every day of the ramp. */
export const rampOf = (dailyLimit: number): number[] =>
  Array.from({ length: serverLimits.warmDays }, (_, day) => allowedOn(day, dailyLimit));

/** Whether a day brings the ramp forward: it sent, and receivers deferred little. */
export const isDayCounted = ({ sent, deferred }: { sent: number; deferred: number }): boolean =>
  sent > 0 && (deferred * 100) / (sent + deferred) < mostDeferredPercent;

export interface ReputationFigures {
  sent: number;
  bounced: number;
  replied: number;
  deferred: number;
  refused: number;
  listed: number;
}
/** Emails from which a figure says something. */
const leastSent = 20;

/**
 * 0 to 100 from what receivers did with the emails of the last 30 days: 6 off for each percent of bounces (40 at most), 4 for each percent
 * that was deferred or refused (30 at most), 25 for each block list, and up to 5 back for replies, 1 for each percent.
 */
export function reputationOf(figures: ReputationFigures): number | null {
  const { sent, bounced, replied, deferred, refused, listed } = figures;
  if (sent < leastSent && listed === 0) return null;
  const percent = (count: number) => (count * 100) / Math.max(1, sent);
  const lost = Math.min(40, percent(bounced) * 6) + Math.min(30, percent(deferred + refused) * 4) + listed * 25;
  return Math.max(0, Math.min(100, Math.round(100 - Math.max(0, lost - Math.min(5, percent(replied))))));
}
/** Below it a server rests. */
export const restBelow = 60;

export interface Candidate {
  id: number;
  number: number;
  allowed: number;
  used: number;
}

/**
 * Which server sends next: the one with most room left of its day, so that each gets its share of what it may send.
 * Without rotation only the first server sends.
 */
export function chooseServer(candidates: readonly Candidate[], autoRotate: boolean): Candidate | null {
  const usable = autoRotate ? candidates : candidates.slice(0, 1);
  return usable
    .filter(({ allowed, used }) => used < allowed)
    .reduce<Candidate | null>((best, each) => (best === null || room(each) > room(best) ? each : best), null);
}
const room = ({ allowed, used }: Candidate): number => (allowed - used) / allowed;
