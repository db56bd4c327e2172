import { blockOutcomeTexts } from '@skein/contracts/main/block-uploads.contract';
import { csvLine } from '@skein/contracts/csv-cell';
import type { MainDeps } from '#main/deps';
import { csvAnswer } from '#platform/csv/csv-answer';
import type { Who } from '#access/access.api';
import { requireBlockUpload } from './block-upload-view';
import { findLeftOut } from './block-uploads.store';

const page = 5_000;

/** The rows that brought no entry, streamed: what stood there first, so that it can be mended and sent again. */
export async function downloadLeftOut(deps: Pick<MainDeps, 'db'>, who: Who, uploadId: number): Promise<Response> {
  const upload = await deps.db.tenantSql(who.workspaceId, (sql) => requireBlockUpload(sql, who, { id: uploadId }));
  let after = 0;
  const name =
    upload.file_name
      .replace(/\.[^.]*$/, '')
      .replace(/[^\w.-]+/g, '_')
      .slice(0, 100) || 'upload';
  return csvAnswer(`${name}-left-out.csv`, ['address or domain', 'row number', 'outcome', 'reason'], async () => {
    const rows = await deps.db.tenantSql(who.workspaceId, (sql) =>
      findLeftOut(who.workspaceId, sql, { uploadId, after, limit: page }),
    );
    after = rows.at(-1)?.row_number ?? after;
    return rows.map((row) =>
      csvLine([row.value ?? '', String(row.row_number), blockOutcomeTexts[row.outcome], row.reason ?? '']),
    );
  });
}
