import type { BlockUploadView } from '@skein/contracts/main/block-uploads.contract';
import { deleteRun } from '#platform/bulk-runs/bulk-runs.store';
import { prepareRun } from '#platform/bulk-runs/start-run';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf, type Who } from '#access/access.api';
import {
  inspectFile,
  keepFile,
  type Encoding,
  type FileFormat,
  type InspectedFile,
  type FileContent,
  type Delimiter,
} from '#files/files.api';
import { blockUploadRun } from './block-upload.run';
import { requireBlockUpload, requireHeldBlockUpload, toBlockUploadView } from './block-upload-view';
import { changeBlockUpload, insertBlockUpload } from './block-uploads.store';
import { isEntryNotName, proposeColumn } from './propose-column';

const mostColumns = 1_000;

type UploadDeps = Pick<MainDeps, 'db' | 'files' | 'realClock' | 'live' | 'heavyWork'>;

/**
 * Stores a file as it streams in, and answers what was detected in it. A spreadsheet is stored as the text of its first
 * sheet. Nothing is blocked yet.
 * @throws SkeinError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA, VALIDATION for an empty file
 */
export async function createBlockUpload(
  deps: UploadDeps,
  who: Who,
  input: { fileName: string; content: FileContent },
): Promise<BlockUploadView> {
  return keepFile(deps, who.workspaceId, input, async ({ storageKey, size, sheet }) => {
    const fileName = input.fileName.replace(/^.*[\\/]/, '').replace(/[\u0000-\u001f]/g, '') || 'upload.csv';
    const uploadId = await deps.db.tenantSql(who.workspaceId, async (sql) => {
      const { workspaceId, userId: createdBy } = who;
      return insertBlockUpload(workspaceId, sql, {
        runId: await prepareRun(deps, sql, blockUploadRun, { workspaceId, createdBy, total: 0 }),
        clientScope: scopeOf(who).clientId ?? 0,
        fileName,
        fileSize: size,
        storageKey,
        sheet,
      });
    });
    return detectBlockUpload(deps, who, uploadId, sheet === null ? {} : { encoding: 'utf-8', delimiter: ',' }).catch(
      async (error: unknown) => {
        // A refused file is no upload: nobody was told its number.
        await deps.db.tenantSql(who.workspaceId, async (sql) =>
          deleteRun(who.workspaceId, sql, (await requireBlockUpload(sql, who, { id: uploadId })).run_id),
        );
        throw error;
      },
    );
  });
}

/**
 * Reads the file again, with what is given instead of what was guessed. Only before the upload begins.
 * @throws SkeinError ILLEGAL_TRANSITION, UNSUPPORTED_MEDIA
 */
export async function detectBlockUpload(
  deps: UploadDeps,
  who: Who,
  uploadId: number,
  given: { encoding?: Encoding; delimiter?: Delimiter; has_header?: boolean; title_rows?: number },
): Promise<BlockUploadView> {
  const upload = await deps.db.tenantSql(who.workspaceId, (sql) => requireBlockUpload(sql, who, { id: uploadId }));
  requireUnbegun(upload);
  const format: Partial<FileFormat> = {
    encoding: given.encoding,
    delimiter: given.delimiter,
    hasHeader: given.has_header,
    titleRows: given.title_rows,
  };
  const file = await inspect(
    deps,
    upload.storage_key,
    Object.fromEntries(Object.entries(format).filter(([, value]) => value !== undefined)),
  );
  if (file.header.length > mostColumns)
    throw new SkeinError(
      'UNSUPPORTED_MEDIA',
      `The file has more than ${mostColumns.toLocaleString('en-US')} columns: it may be divided by something else, or not be a table.`,
    );
  if ([...file.titles, ...file.sample].some((row) => row.some((cell) => cell.includes('\u0000'))))
    throw new SkeinError('UNSUPPORTED_MEDIA', 'This is not a text file. Save the sheet as CSV, and choose that file.');
  // A list of domains has no words by which a header could be told from its first row.
  const isList = given.has_header === undefined && file.hasHeader && file.header.some(isEntryNotName);
  const hasHeader = file.hasHeader && !isList;
  const names = isList ? file.header.map((_, index) => `Column ${index + 1}`) : file.header;
  const { columns, proposed } = proposeColumn(names, isList ? [file.header, ...file.sample] : file.sample);
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    // Somebody may have started it while the file was read: then it keeps the column that was chosen.
    requireUnbegun(await requireHeldBlockUpload(sql, who, uploadId));
    await changeBlockUpload(who.workspaceId, sql, uploadId, {
      encoding: file.encoding,
      delimiter: file.delimiter,
      quoting: file.quoting,
      has_header: hasHeader,
      title_rows: file.titles,
      columns,
      column_index: proposed,
      rows_total: file.rowsTotal + (isList ? 1 : 0),
      has_estimate: file.isEstimate,
    });
    await deps.live.publish(sql, who.workspaceId, ['block-list']);
    return toBlockUploadView(await requireBlockUpload(sql, who, { id: uploadId }), deps.realClock.now());
  });
}

/**
 * What stands above the header is found only where nothing of it could be blocked: an entry that is taken for a title would be mailed to.
 */
async function inspect(
  deps: Pick<UploadDeps, 'files' | 'heavyWork'>,
  storageKey: string,
  given: Partial<FileFormat>,
): Promise<InspectedFile> {
  const file = await inspectFile(deps, storageKey, given);
  const isSafe = given.titleRows !== undefined || !file.titles.some((row) => row.some(isEntryNotName));
  return isSafe ? file : inspectFile(deps, storageKey, { ...given, titleRows: 0 });
}

function requireUnbegun(upload: { status: string }): void {
  if (upload.status !== 'UPLOADED')
    throw new SkeinError('ILLEGAL_TRANSITION', 'This upload has begun; its file is read as it was then.');
}
