import { outcomeTexts } from '@skein/contracts/main/upload-outcomes';
import { csvLine, readCell } from '@skein/contracts/csv-cell';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { rejectedColumns } from './propose-mapping';
import { rejectedOutcomes } from './read-uploads';
import { requireUpload, rowsAbove } from './upload-view';
import { findRows } from './upload-rows.store';

const page = 2_000;

/**
 * The rows that were left out, streamed: the file's own columns first, so that it can be imported again, then row
 * number, outcome and reason.
 */
export async function downloadRejected(deps: Pick<MainDeps, 'db'>, who: Who, uploadId: number): Promise<Response> {
  const upload = await deps.db.tenantSql(who.workspaceId, (sql) => requireUpload(sql, who, uploadId));
  const header = (upload.columns.columns ?? []).map((column) => column.name);
  const read = (after: number) =>
    deps.db.tenantSql(who.workspaceId, (sql) =>
      findRows(who.workspaceId, sql, uploadId, { outcomes: rejectedOutcomes, after, limit: page }),
    );
  // Rows are numbered as a spreadsheet numbers them.
  const above = rowsAbove(upload);
  const encoder = new TextEncoder();
  let after = 0;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      // The mark makes spreadsheets read UTF-8.
      controller.enqueue(encoder.encode(`\ufeff${csvLine([...header, ...rejectedColumns])}`));
    },
    async pull(controller) {
      const rows = await read(after);
      if (rows.length === 0) {
        controller.close();
        return;
      }
      after = rows.at(-1)?.row_number ?? after;
      controller.enqueue(
        encoder.encode(
          rows
            .map((row) =>
              csvLine([
                ...header.map((_, index) => readCell(row.values?.[index] ?? '')),
                String(row.row_number + above),
                outcomeTexts[row.outcome],
                row.reason ?? '',
              ]),
            )
            .join(''),
        ),
      );
    },
  });
  const name =
    upload.file_name
      .replace(/\.[^.]*$/, '')
      .replace(/[^\w.-]+/g, '_')
      .slice(0, 100) || 'upload';
  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-rejected.csv"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}
