import { knownZones, timeOfDay, zoneLabel, zoneName } from '@skein/ui/instant';

const parts = (at: number, timeZone: string) =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
      .formatToParts(new Date(at))
      .map((part) => [part.type, part.value]),
  );

/** An instant as the wall clock of a zone shows it, `YYYY-MM-DDTHH:MM`, for a field of date and time. */
export function toWallClock(iso: string, timeZone: string): string {
  const { year, month, day, hour, minute } = parts(Date.parse(iso), timeZone);
  // A year that is being typed is that of a Roman emperor for a moment: without its zeros the field would empty itself.
  return `${year?.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`;
}

/**
 * The instant at which the wall clock of a zone shows this; null when the text is no date and time. A time that a clock change
 * leaves out is taken as the one after it, a time that comes twice as the first.
 */
export function fromWallClock(wall: string, timeZone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall)) return null;
  const wanted = Date.parse(`${wall}:00Z`);
  if (Number.isNaN(wanted)) return null;
  const shownAt = (at: number) => Date.parse(`${toWallClock(new Date(at).toISOString(), timeZone)}:00Z`);
  const offsets = [wanted - 86_400_000, wanted + 86_400_000].map((at) => shownAt(at) - at);
  const fits = offsets.map((offset) => wanted - offset).filter((at) => shownAt(at) === wanted);
  return new Date(fits.length > 0 ? Math.min(...fits) : wanted - (offsets[0] ?? 0)).toISOString();
}

/** Zones that can be chosen, with what their clocks show now. */
export function zoneChoices(now: Date): { value: string; label: string; detail: string }[] {
  return knownZones().map((value) => ({
    value,
    label: zoneLabel(value),
    detail: `${timeOfDay(now, value)} ${zoneName(now, value)}`,
  }));
}
