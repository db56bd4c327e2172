import { timeOfDay, zoneName } from '@skein/ui/instant';
import { listTime } from './when';
import { dayOf, instantOf, nextMonday } from './zoned-time';

/** A time that can be chosen with one press. */
export interface TimeChoice {
  label: string;
  at: Date;
  /** The time in words, with the zone where it is not the person's own. */ detail: string;
}

const hour = 3_600_000;

function describe(label: string, at: Date, now: Date, timeZone: string): TimeChoice {
  const day = listTime(at.toISOString(), now, timeZone);
  const time = timeOfDay(at.toISOString(), timeZone);
  return { label, at, detail: `${day === time ? 'Today' : day}, ${time} ${zoneName(at, timeZone)}` };
}

/** When a mail may leave later, by the clocks of the lead's zone: people read mail at the beginning of their day. */
export function sendTimes(now: Date, leadZone: string): TimeChoice[] {
  return [
    describe('In 2 hours', new Date(now.getTime() + 2 * hour), now, leadZone),
    describe('Tomorrow morning', instantOf(dayOf(now, leadZone, 1), '08:30', leadZone), now, leadZone),
    describe('Monday morning', instantOf(nextMonday(now, leadZone), '08:30', leadZone), now, leadZone),
  ];
}

let lastSnooze: { at: number; timeZone: string; choices: TimeChoice[] } | undefined;

/** When a conversation may come back, by the person's own clocks. Kept while now is the same: every conversation that is opened asks. */
export function snoozeTimes(now: Date, timeZone: string): TimeChoice[] {
  if (lastSnooze?.at !== now.getTime() || lastSnooze.timeZone !== timeZone)
    lastSnooze = { at: now.getTime(), timeZone, choices: readSnoozeTimes(now, timeZone) };
  return lastSnooze.choices;
}

function readSnoozeTimes(now: Date, timeZone: string): TimeChoice[] {
  return [
    describe('In 3 hours', new Date(now.getTime() + 3 * hour), now, timeZone),
    describe('Tomorrow', instantOf(dayOf(now, timeZone, 1), '08:00', timeZone), now, timeZone),
    describe('In 3 days', instantOf(dayOf(now, timeZone, 3), '08:00', timeZone), now, timeZone),
    describe('Next Monday', instantOf(nextMonday(now, timeZone), '08:00', timeZone), now, timeZone),
  ];
}
