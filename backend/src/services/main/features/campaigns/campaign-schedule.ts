import { everOpens, nextSlot, openSpansOfDay, triggerSchedule } from '../../../../engine/sending/calendar';
import type { Schedule } from '../../../../engine/sending/plan.types';
import { dayNumberAt } from '../../../../engine/sending/zone-clock';

/** When the scheduler fires next; null when the schedule never opens. `lastSlotAt` is the last trigger that fired. */
export const nextTriggerOf = (schedule: Schedule, now: number, lastSlotAt: number | null): number | null =>
  nextSlot(triggerSchedule(schedule), now, lastSlotAt);

/** Hours in which the window is open in the coming seven days. */
export function openHoursPerWeek(schedule: Schedule, now: number): number {
  if (!everOpens(schedule)) return 0;
  const first = dayNumberAt(schedule.timeZone, now);
  let open = 0;
  for (let day = first; day < first + 7; day += 1)
    for (const span of openSpansOfDay(schedule, day)) open += span.endAt - span.startAt;
  return Math.round((open / 3_600_000) * 10) / 10;
}
