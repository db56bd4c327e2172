const written = /^(\d{1,2})(?:\s?[:.h]\s?([0-5]\d)|([0-5]\d))?\s?(?:([ap])\.?m?\.?)?$/i;

/** A time of day as people type it (8, 830, 8:30, 8 am, 20.00), on the 24-hour clock: 08:00. Null where it is none. */
export function readTimeOfDay(text: string): string | null {
  const [, typed, after, joined, half] = written.exec(text.trim()) ?? [];
  if (typed === undefined) return null;
  const hour = Number(typed);
  if (half === undefined ? hour > 23 : hour < 1 || hour > 12) return null;
  const onDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(onDay).padStart(2, '0')}:${after ?? joined ?? '00'}`;
}

/** Whether a window that begins and ends at these times ends on the next day; false as long as one of them is no time yet. */
export function crossesMidnight(from: string, to: string): boolean {
  const start = readTimeOfDay(from);
  const end = readTimeOfDay(to);
  return start !== null && end !== null && end < start;
}
