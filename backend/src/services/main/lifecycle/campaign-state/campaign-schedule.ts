import { everOpens, nextSlot, openSpansOfDay, triggerSchedule } from '#engine/sending/calendar';
import type { IsoDay, CampaignSnapshot, Schedule, ScheduleWindow } from '#engine/sending/plan.types';
import { dayNumberAt } from '@skein/template/zone-clock';
import type { CampaignRow } from './sending-campaign.store';

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

/** A campaign's schedule as the planner reads it; 0 new leads a day is no limit, as the form says. */
export function scheduleOf(
  row: Pick<
    CampaignRow,
    | 'time_zone'
    | 'sending_days'
    | 'window_start'
    | 'window_end'
    | 'extra_windows'
    | 'schedule_start_at'
    | 'min_time_btwn_emails'
    | 'max_leads_per_day'
    | 'time_zone_mode'
    | 'holidays'
  >,
): CampaignSnapshot['schedule'] {
  const windows: ScheduleWindow[] = [
    { days: row.sending_days as IsoDay[], start: row.window_start, end: row.window_end },
    ...row.extra_windows.map((window) => ({ ...window, days: window.days as IsoDay[] })),
  ];
  return {
    timeZone: row.time_zone,
    windows,
    startAt: row.schedule_start_at?.getTime() ?? null,
    triggerIntervalMinutes: row.min_time_btwn_emails,
    maxNewLeadsPerDay: row.max_leads_per_day === 0 ? null : row.max_leads_per_day,
    timeZoneMode: row.time_zone_mode,
    holidays: row.holidays,
  };
}
