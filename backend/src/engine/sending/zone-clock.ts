/** The engine's days are those of the templates: an email's "tomorrow" and a schedule's next day are the same one. */
export {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  dateOfDay,
  dayNumberAt,
  endOfLocalDay,
  instantOfLocal,
  isKnownTimeZone,
  isoDayOf,
  localDateAt,
  offsetAt,
  offsetSpans,
  type DayNumber,
} from '@skein/template/zone-clock';
