import { invalidField } from '../http/skein-error';

/** The place after which the next page of a list begins: the last row's sort values. Opaque on the wire. */
export type CursorValues = readonly (string | number | null)[];

export const encodeCursor = (values: CursorValues): string => Buffer.from(JSON.stringify(values)).toString('base64url');

/** @throws SkeinError VALIDATION when the text is none of ours, or has another number of values */
export function decodeCursor(cursor: string | undefined, length: number): (string | number | null)[] | null {
  if (!cursor) return null;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const isPlain =
      Array.isArray(values) &&
      values.length === length &&
      values.every(
        (value) =>
          value === null || typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value)),
      );
    if (isPlain) return values as (string | number | null)[];
  } catch {
    // falls through to the one answer
  }
  throw refused();
}

const refused = () => invalidField('cursor', 'is not a place in this list; begin again without it');

/** The instant that stands in a cursor. @throws SkeinError VALIDATION */
export function cursorInstant(value: unknown): Date {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  // Years that PostgreSQL and JavaScript write alike.
  if (Number.isNaN(at) || at < Date.UTC(1, 0) || at > Date.UTC(9999, 0)) throw refused();
  return new Date(at);
}

/** A whole number that stands in a cursor. @throws SkeinError VALIDATION */
export function cursorNumber(value: unknown, most = 2_147_483_647): number {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0 || number > most) throw refused();
  return number;
}

/**
 * A cursor of an instant, which may be missing, and the id that breaks ties: what lists that are sorted by time have.
 * @throws SkeinError VALIDATION
 */
export function decodeTimeCursor(cursor: string | undefined, mostId?: number): [string | null, number] | null {
  const values = decodeCursor(cursor, 2);
  return (
    values && [values[0] === null ? null : cursorInstant(values[0]).toISOString(), cursorNumber(values[1], mostId)]
  );
}

/** A cursor that is one row id. */
export function decodeIdCursor(cursor: string | undefined): number | null {
  const values = decodeCursor(cursor, 1);
  return values ? cursorNumber(values[0]) : null;
}
