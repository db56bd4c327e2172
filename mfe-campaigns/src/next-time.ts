import { spokenInstant, zoneName } from '@skein/ui/instant';
import { distance } from './when';

/**
 * One moment in one wording, for the list, the header, the leads, the send log and the explanation: "today 16:30, in 2 h".
 * @param sendingZone the zone of the schedule: where its clock differs from the reader's, the time names whose it is
 * @returns null for an instant that has passed: what comes next is never over
 */
export function nextTime(
  at: string | null,
  now: Date,
  timeZone: string,
  sendingZone = timeZone,
): { at: string; away: string | null } | null {
  if (at === null || Date.parse(at) < now.getTime()) return null;
  const zone = zoneName(new Date(at), timeZone);
  const isOther = zone !== zoneName(new Date(at), sendingZone);
  return { at: `${spokenInstant(at, now, timeZone)}${isOther ? ` ${zone}` : ''}`, away: distance(at, now) };
}

export const inWords = ({ at, away }: { at: string; away: string | null }): string =>
  [at, away].filter(Boolean).join(', ');
