import { SkeinError } from '#platform/http/skein-error';
import type { FileStore } from '#platform/storage/disk-store';
import { readForRequest } from '#platform/workers/answer-heavy';
import type { HeavyWork } from '#platform/workers/heavy-work';
import { EncodingEvidence } from './detect-encoding';
import { inspectTableTask, type FileFormat, type InspectedFile } from './inspect-table';

export type { FileFormat, InspectedFile } from './inspect-table';

/** What a file is read from. */
export interface TableDeps {
  files: Pick<FileStore, 'get'>;
  heavyWork: Pick<HeavyWork, 'run'>;
}

/** Bytes from the start that the sample is read from, and files up to this size are counted exactly. */
const sampleBytes = 262_144;
const countedBytes = 4 * 1024 * 1024;

/**
 * Looks a stored file over: encoding by all of its bytes, delimiter, header and a sample by its start. What is given is not guessed.
 * @throws SkeinError VALIDATION (422) for a file without any value or one that takes too long to read, UNAVAILABLE
 */
export async function inspectFile(
  { files, heavyWork }: TableDeps,
  storageKey: string,
  given: Partial<FileFormat> = {},
): Promise<InspectedFile> {
  const evidence = new EncodingEvidence();
  const start: Buffer[] = [];
  let kept = 0;
  const { stream, size } = await files.get(storageKey);
  const most = size <= countedBytes ? countedBytes : sampleBytes;
  for await (const piece of stream) {
    const chunk = piece as Buffer;
    evidence.add(chunk);
    if (kept >= most) continue;
    start.push(chunk.subarray(0, most - kept));
    kept = Math.min(most, kept + chunk.length);
  }
  const order = { content: Buffer.concat(start), size, sampleBytes, facts: evidence.finish(), given };
  const found = await readForRequest(heavyWork, inspectTableTask, order, { size: kept, field: 'body' });
  if (found.header.length === 0)
    throw new SkeinError('VALIDATION', 'The file is empty: no cell has any text.', [
      { field: 'body', message: 'has no cell with text' },
    ]);
  return found;
}
