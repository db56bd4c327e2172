import { invalidField } from '../http/skein-error';

/** The place after which the next page of a list begins: the last row's sort values. Opaque on the wire. */
export type CursorValues = readonly (string | number | null)[];

export const encodeCursor = (values: CursorValues): string => Buffer.from(JSON.stringify(values)).toString('base64url');

/** @throws SkeinError VALIDATION when the text is none of ours, or has another number of values */
export function decodeCursor(cursor: string | undefined, length: number): (string | number | null)[] | null {
  if (!cursor) return null;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const isPlain = Array.isArray(values) && values.length === length && values.every((value) => value === null || typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value)));
    if (isPlain) return values as (string | number | null)[];
  } catch {
    // falls through to the one answer
  }
  throw invalidField('cursor', 'is not a place in this list; begin again without it');
}

/** A cursor that is one row id. */
export function decodeIdCursor(cursor: string | undefined): number | null {
  const values = decodeCursor(cursor, 1);
  const id = values?.[0];
  if (values && (typeof id !== 'number' || id < 1 || id > 2_147_483_647)) throw invalidField('cursor', 'is not a place in this list; begin again without it');
  return (id as number | undefined) ?? null;
}
