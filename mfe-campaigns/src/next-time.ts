import { spokenInstant } from '@skein/ui/instant';
import { distance } from './when';

/**
 * One moment in one wording, for the list, the header, the leads, the send log and the explanation: "today 16:30, in 2 h".
 * @returns null for an instant that has passed: what comes next is never over
 */
export function nextTime(at: string | null, now: Date, timeZone: string): { at: string; away: string | null } | null {
  if (at === null || Date.parse(at) < now.getTime()) return null;
  return { at: spokenInstant(at, now, timeZone), away: distance(at, now) };
}

export const inWords = ({ at, away }: { at: string; away: string | null }): string =>
  [at, away].filter(Boolean).join(', ');
