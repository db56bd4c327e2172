import { z } from 'zod';

/** Small schemas that many contracts share. */

/**
 * A text of at most so many characters (UTF-16 code units); without, whoever sends it decides what it costs. A test
 * holds every contract to that.
 */
export const text = (most: number) => z.string().max(most, `can have at most ${most.toLocaleString('en')} characters`);
/** A list of at most so many. */
export const listOf = <T extends z.ZodType>(item: T, most: number) =>
  z.array(item).max(most, `can have at most ${most.toLocaleString('en')} entries`);
/** Values under names, of any kind, no larger than this as JSON. */
export const looseRecord = (mostBytes: number) => {
  const schema = z
    .record(text(200), z.unknown())
    .refine((value) => JSON.stringify(value).length <= mostBytes, `is larger than ${Math.round(mostBytes / 1024)} KB`);
  sizedRecords.add(schema);
  return schema;
};
/** Those that `looseRecord` made: what a schema refines cannot be read off it. */
export const sizedRecords = new WeakSet<object>();

/** An id in an address: positive, below 2^31 (every table's key). `<number>` keeps the input type a number for callers. */
export const idParam = z.coerce.number<number>().int().positive().max(2_147_483_647);
/** An instant on the wire: ISO 8601 in UTC with milliseconds. Dates from the database are turned into it. */
export const instant = z.union([z.date().transform((date) => date.toISOString()), z.string()]).pipe(z.string());
/** Whether a text that begins as YYYY-MM-DD begins with a day that exists: JavaScript reads 31 February as 3 March. */
const beginsWithDay = (text: string): boolean => {
  const at = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 10));
};
/** Whether a text is a date and time of the years 1 to 9999: beyond them neither ISO 8601 nor the database's texts have four digits. */
export const isInstant = (text: string): boolean => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9_999 && (!/^\d{4}-\d{2}-\d{2}/.test(text) || beginsWithDay(text));
};
export const instantInput = text(64).refine(isInstant, 'must be a date and time that exists (ISO 8601)');
/** A calendar day that exists, YYYY-MM-DD. */
export const dayInput = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date such as 2026-11-24')
  .refine((text) => beginsWithDay(text), 'must be a date that exists, such as 2026-11-24');
/** A flag in a query string. */
export const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1'),
]);
/** A list of whole numbers in a query string: `1,2,3`, or repeated. */
export const idList = z.union([
  listOf(idParam, 5_000),
  text(60_000)
    .transform((ids) => ids.split(',').filter(Boolean).map(Number))
    .pipe(z.array(z.number().int())),
]);
/** A list of words in a query string. */
export const wordList = z.union([
  listOf(text(200), 200),
  text(10_000).transform((words) => words.split(',').filter(Boolean)),
]);
/** An IANA time zone that this runtime knows. */
export const timeZone = text(64).refine((zone) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}, 'must be a time zone such as Europe/Berlin');
/** Time of day, 24 hours (docs/domain.md, Validation). */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:30');

export const empty = z.object({});
export const done = z.object({ done: z.literal(true) });

/** Keyset paging: `cursor` is opaque and comes from the page before. */
export const pageQuery = (size: number, largest = 200) =>
  z.object({
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number<number>().int().min(1).max(largest).default(size),
  });
/** One page of a list. `total` is exact up to `total_is_capped`, which says that there are more. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    rows: z.array(row),
    next_cursor: z.string().nullable(),
    total: z.number().int(),
    total_is_capped: z.boolean().default(false),
  });
