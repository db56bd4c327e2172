import { spokenInstant, zoneName } from '@skein/ui/instant';
import { distance } from './when';

/** A moment with the name of its zone, where the clock of the schedule is not the reader's. */
export function withZone(at: string, text: string, timeZone: string, sendingZone: string): string {
  const zone = zoneName(new Date(at), timeZone);
  return zone === zoneName(new Date(at), sendingZone) ? text : `${text} ${zone}`;
}

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
  const spoken = spokenInstant(at, now, timeZone);
  return { at: withZone(at, spoken, timeZone, sendingZone), away: distance(at, now) };
}

export const inWords = ({ at, away }: { at: string; away: string | null }): string =>
  [at, away].filter(Boolean).join(', ');
