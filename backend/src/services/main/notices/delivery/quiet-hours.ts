export interface QuietHours {
  quiet_on: boolean;
  /** HH:MM in the person's zone; before `quiet_from` where the hours go over midnight. */
  quiet_from: string;
  quiet_to: string;
}

/** Minutes since midnight in a zone, and the day of the week (1 is Monday). */
export function localTime(now: number, zone: string): { minutes: number; hour: number; day: number } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'short',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  const hour = Number(part('hour'));
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  return { hour, minutes: hour * 60 + Number(part('minute')), day: days.indexOf(part('weekday')) + 1 };
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** When a person's quiet hours end, in milliseconds; null outside of them. Equal times are no quiet hours. */
export function quietUntil(given: QuietHours, zone: string, now: number): number | null {
  if (!given.quiet_on) return null;
  const [from, to, at] = [minutesOf(given.quiet_from), minutesOf(given.quiet_to), localTime(now, zone).minutes];
  const isQuiet = from < to ? at >= from && at < to : from > to && (at >= from || at < to);
  if (!isQuiet) return null;
  const minute = 60_000;
  const begin = Math.floor(now / minute) * minute;
  let end = begin + ((to - at + 1440) % 1440) * minute;
  // A night in which clocks change is an hour shorter or longer: the end is where the clock shows it.
  const off = localTime(end, zone).minutes - to;
  if (off !== 0) end -= (off > 720 ? off - 1440 : off < -720 ? off + 1440 : off) * minute;
  return end;
}
