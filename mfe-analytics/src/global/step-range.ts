import { addDays, countDays, type Day } from '@skein/ui/calendar-days';

export interface DayRange {
  from: Day;
  to: Day;
}

/** The range of the same length before or after one; the last one ends today. Null for what would begin after today. */
export function stepRange({ from, to }: DayRange, step: -1 | 1, today: Day): DayRange | null {
  const days = countDays(from, to);
  const next = { from: addDays(from, step * days), to: addDays(to, step * days) };
  if (next.from > today) return null;
  return next.to > today ? { from: addDays(today, 1 - days), to: today } : next;
}
