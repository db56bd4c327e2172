import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const placeShape = z.object({ place: z.uuid() });
const fileOf = (folder: string) => join(folder, 'place.json');

/** The id of a journal folder; undefined where there is none. */
export function readPlace(folder: string): string | undefined {
  try {
    return placeShape.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8'))).place;
  } catch {
    return undefined;
  }
}

/** The id of a journal folder, given to it now where it has none. Processes that come at the same time get the same one. */
export function ensurePlace(folder: string): string {
  const known = readPlace(folder);
  if (known !== undefined) return known;
  const place = randomUUID();
  const draft = writeDraft(folder, place);
  try {
    linkSync(draft, fileOf(folder));
    return place;
  } catch (error) {
    const other = readPlace(folder);
    if (other !== undefined) return other;
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    // What is there cannot be read: it is no journal that a restore could use.
    writePlace(folder, place);
    return place;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Begins the journal of a folder anew; what it held before is not read any more. */
export function writePlace(folder: string, place: string): void {
  renameSync(writeDraft(folder, place), fileOf(folder));
}

function writeDraft(folder: string, place: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${fileOf(folder)}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify({ place })}\n`, { mode: 0o600, flush: true });
  return draft;
}
