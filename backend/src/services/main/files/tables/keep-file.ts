import type { WorkspaceId } from '@skein/contracts/ids';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { SkeinError } from '#platform/http/skein-error';
import { StorageError } from '#platform/storage/storage-error';
import type { MainDeps } from '#main/deps';
import { asText } from './spreadsheet/as-text';

/** 200 MB: about two million rows of leads, some eight million addresses of a block list. */
const largestFile = 200 * 1024 * 1024;

export type FileContent = ReadableStream | Readable | null;
/** A table that was sent, as it lies here: `sheet` says what was read of a workbook, and is null for a text. */
export interface KeptFile {
  storageKey: string;
  size: number;
  sheet: Awaited<ReturnType<typeof asText>>['sheet'];
}

/**
 * Stores a table as it streams in, a spreadsheet as the text of its first sheet, so that everything after it is the same. When `work` with
 * it fails, the file is gone again.
 * @throws SkeinError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA, VALIDATION for an empty file
 */
export async function keepFile<Result>(
  { files, heavyWork }: Pick<MainDeps, 'files' | 'heavyWork'>,
  workspaceId: WorkspaceId,
  { fileName, content }: { fileName: string; content: FileContent },
  work: (file: KeptFile) => Promise<Result>,
): Promise<Result> {
  if (/\.(ods|numbers|pdf|docx?)$/i.test(fileName))
    throw new SkeinError(
      'UNSUPPORTED_MEDIA',
      'This is neither a text file nor an Excel workbook. Save the sheet as CSV or XLSX, and choose that file.',
    );
  const storageKey = `uploads/${workspaceId}/${randomUUID()}.csv`;
  const { stream, sheet } = await asText(
    heavyWork,
    content === null ? Readable.from([]) : content instanceof Readable ? content : Readable.fromWeb(content),
  );
  const { size } = await files.put(storageKey, stream, { type: 'text/csv', maximum: largestFile }).catch((error) => {
    throw error instanceof StorageError && error.status === 413
      ? new SkeinError('PAYLOAD_TOO_LARGE', 'The file is larger than 200 MB. Cut it into parts.')
      : error;
  });
  try {
    if (size === 0) throw new SkeinError('VALIDATION', 'The file is empty.', [{ field: 'body', message: 'is empty' }]);
    return await work({ storageKey, size, sheet });
  } catch (error) {
    await files.delete(storageKey);
    throw error;
  }
}
