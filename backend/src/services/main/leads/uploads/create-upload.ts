import type { CampaignId } from '@skein/contracts/ids';
import { deleteRun, recountRun } from '#platform/bulk-runs/bulk-runs.store';
import { prepareRun } from '#platform/bulk-runs/start-run';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { requireCampaign, type Who } from '#access/access.api';
import { requireList } from '../list-access/require-list';
import {
  inspectFile,
  keepFile,
  type Encoding,
  type FileFormat,
  type FileContent,
  type Delimiter,
} from '#files/files.api';
import { headerKey, proposeMapping } from './propose-mapping';
import { leadUploadRun } from './lead-upload.run';
import { requireHeldUpload, requireUpload, toUploadView } from './upload-view';
import { surveyAddresses } from './survey-addresses';
import { changeUpload, findMapping, insertUpload, type UploadRecord } from './uploads.store';

/** Columns that an import can map. */
const mostColumns = 1_000;

type UploadDeps = Pick<MainDeps, 'db' | 'files' | 'campaignClock' | 'realClock' | 'live' | 'heavyWork'>;

/** A file for a campaign, for a list, or for the workspace alone. */
export interface NewUpload {
  fileName: string;
  campaignId?: CampaignId;
  listId?: number;
  content: FileContent;
}

/**
 * Stores a file as it streams in, and answers what was detected in it. A spreadsheet is stored as the text of its first sheet, so that
 * everything after it is the same. @throws SkeinError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA, VALIDATION for an empty file
 */
export async function createUpload(deps: UploadDeps, who: Who, input: NewUpload) {
  const { campaignId = null, listId = null } = input;
  if (campaignId !== null && listId !== null)
    throw invalidField('list_id', 'cannot be given together with campaign_id');
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    if (campaignId !== null) await requireCampaign(sql, who, campaignId);
    if (listId !== null) await requireList(sql, who, listId);
  });
  return keepFile(deps, who.workspaceId, input, async ({ storageKey, size, sheet }) => {
    const uploadId = await deps.db.tenantSql(who.workspaceId, async (sql) => {
      const { workspaceId, userId: createdBy } = who;
      const id = await insertUpload(workspaceId, sql, {
        runId: await prepareRun(deps, sql, leadUploadRun, { workspaceId, createdBy, total: 0 }),
        campaignId,
        listId,
        fileName: input.fileName.replace(/^.*[\\/]/, ''),
        fileSize: size,
        storageKey,
      });
      if (sheet !== null)
        await changeUpload(who.workspaceId, sql, id, { columns: { sheet }, encoding: 'utf-8', delimiter: ',' });
      return id;
    });
    return detectUpload(deps, who, uploadId, sheet === null ? {} : { encoding: 'utf-8', delimiter: ',' }).catch(
      async (error: unknown) => {
        // A refused file is no upload: nobody was told its number.
        await deps.db.tenantSql(who.workspaceId, async (sql) =>
          deleteRun(who.workspaceId, sql, (await requireUpload(sql, who, uploadId)).run_id),
        );
        throw error;
      },
    );
  });
}

/** Reads the file again, with what is given instead of what was guessed. Only before the import begins. */
export async function detectUpload(
  deps: UploadDeps,
  who: Who,
  uploadId: number,
  given: { encoding?: Encoding; delimiter?: Delimiter; has_header?: boolean; title_rows?: number },
) {
  const upload = await deps.db.tenantSql(who.workspaceId, (sql) => requireUpload(sql, who, uploadId));
  requireUnbegun(upload);
  const format: Partial<FileFormat> = {
    encoding: given.encoding,
    delimiter: given.delimiter,
    hasHeader: given.has_header,
    titleRows: given.title_rows,
  };
  const file = await inspectFile(
    deps,
    upload.storage_key,
    Object.fromEntries(Object.entries(format).filter(([, value]) => value !== undefined)),
  );
  if (file.header.length > mostColumns)
    throw new SkeinError(
      'UNSUPPORTED_MEDIA',
      `The file has more than ${mostColumns.toLocaleString('en-US')} columns: it may be divided by something else, or not be a table.`,
    );
  if ([file.header, ...file.sample].some((row) => row.some((cell) => cell.includes('\u0000'))))
    throw new SkeinError('UNSUPPORTED_MEDIA', 'This is not a text file. Save the sheet as CSV, and choose that file.');
  const addresses = await surveyAddresses(deps, upload.storage_key, file);
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    // Somebody may have started it while the file was read: then it keeps the form and the columns that were chosen.
    requireUnbegun(await requireHeldUpload(sql, who, uploadId));
    const remembered = file.hasHeader ? await findMapping(who.workspaceId, sql, headerKey(file.header)) : null;
    const columns = proposeMapping(file.header, file.sample, remembered).map((column) => {
      const about = addresses.get(column.index);
      return about ? { ...column, addresses: about } : column;
    });
    await changeUpload(who.workspaceId, sql, uploadId, {
      encoding: file.encoding,
      delimiter: file.delimiter,
      has_header: file.hasHeader,
      columns: {
        columns,
        sample_rows: file.sample,
        title_rows: file.titles,
        rows_above: file.rowsAbove,
        sample_numbers: file.sampleNumbers,
        quoting: file.quoting,
        sheet: upload.columns.sheet ?? null,
      },
      mapping: columns.map((column) => column.target),
      rows_total: file.rowsTotal,
      has_estimate: file.isEstimate,
    });
    // One that never begins keeps its number of rows in the history.
    const progress = { total: file.rowsTotal, done: 0, counts: {} };
    await recountRun(who.workspaceId, sql, { run_id: upload.run_id }, progress);
    await deps.live.publish(sql, who.workspaceId, [`upload:${uploadId}`]);
    return toUploadView((await requireUpload(sql, who, uploadId)) as UploadRecord, deps.realClock.now());
  });
}

function requireUnbegun(upload: UploadRecord): void {
  if (upload.status !== 'UPLOADED')
    throw new SkeinError('ILLEGAL_TRANSITION', 'This import has begun; its file is read as it was then.');
}
