import { addDays, addMonths, startOfMonth } from './calendar-days';
import type { Day } from './calendar-days';

/** A range by name, reckoned from today in the zone. */
export interface DateRangePreset {
  id: string;
  label: string;
  range: (today: Day) => { from: Day; to: Day };
}

/** The usual presets. */
export const usualPresets: readonly DateRangePreset[] = [
  { id: 'today', label: 'Today', range: (today) => ({ from: today, to: today }) },
  { id: 'yesterday', label: 'Yesterday', range: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }) },
  { id: 'last-7-days', label: 'Last 7 days', range: (today) => ({ from: addDays(today, -6), to: today }) },
  { id: 'last-30-days', label: 'Last 30 days', range: (today) => ({ from: addDays(today, -29), to: today }) },
  { id: 'last-90-days', label: 'Last 90 days', range: (today) => ({ from: addDays(today, -89), to: today }) },
  { id: 'this-month', label: 'This month', range: (today) => ({ from: startOfMonth(today), to: today }) },
  {
    id: 'last-month',
    label: 'Last month',
    range: (today) => ({ from: startOfMonth(addMonths(today, -1)), to: addDays(startOfMonth(today), -1) }),
  },
];
