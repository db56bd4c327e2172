import { SkeinError } from './skein-error';

/** A place in a keyset-paged list: the value of the sort key and the id that breaks ties. */
export interface Cursor {
  key: string | number;
  id: number;
}

export const writeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify([cursor.key, cursor.id])).toString('base64url');

/** @throws SkeinError VALIDATION when the text is not a cursor of ours */
export function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (
      Array.isArray(parsed) &&
      parsed.length === 2 &&
      (typeof parsed[0] === 'string' || typeof parsed[0] === 'number') &&
      Number.isSafeInteger(parsed[1])
    )
      return { key: parsed[0], id: parsed[1] as number };
  } catch {
    // Falls through to the one answer for every cursor that is not ours.
  }
  throw new SkeinError('VALIDATION', 'cursor: must come from the page before', [
    { field: 'query.cursor', message: 'must come from the page before' },
  ]);
}
