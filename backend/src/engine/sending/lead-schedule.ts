import { scheduleInZone } from './calendar';
import type { Schedule } from './plan.types';

/** When a lead may be emailed: the campaign's schedule, in the lead's own time zone where the campaign goes by it and it is known. */
export const leadSchedule = (schedule: Schedule, leadZone: string | null | undefined): Schedule =>
  schedule.timeZoneMode === 'CAMPAIGN' || !leadZone ? schedule : scheduleInZone(schedule, leadZone);
