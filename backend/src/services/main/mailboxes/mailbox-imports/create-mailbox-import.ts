import { mailboxImportLimits, type MailboxImportView } from '@skein/contracts/main/mailbox-imports.contract';
import type { ReadableStream } from 'node:stream/web';
import { prepareRun } from '#platform/bulk-runs/start-run';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import { runInSlices } from '#platform/jobs/run-in-slices';
import { readForRequest } from '#platform/workers/answer-heavy';
import type { MainDeps } from '#main/deps';
import { foreignKind } from '#files/files.api';
import type { Who } from '#access/access.api';
import { mailboxImportRun } from './mailbox-import.run';
import { insertImport, insertImportRows, type SealedImportRow } from './mailbox-imports.store';
import { importRowContext, requireImport, toImportView } from './mailbox-import-view';
import { readMailboxTableTask, type MailboxTableRow } from './read-mailbox-table';

const refused = (why: string) => new SkeinError('UNSUPPORTED_MEDIA', why);

type CreateDeps = Pick<MainDeps, 'db' | 'vault' | 'realClock' | 'live' | 'heavyWork'>;

/**
 * Takes a file of mailboxes. It is full of passwords, so it never lies on a disk: it is read in memory, and each row is
 * sealed before it is stored.
 * @throws SkeinError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA, VALIDATION for an empty file
 */
export async function createMailboxImport(
  deps: CreateDeps,
  who: Who,
  input: { fileName: string; content: ReadableStream | null },
): Promise<MailboxImportView> {
  const content = await readWhole(input.content);
  const order = { size: content.length, field: 'body' };
  const table = await readForRequest(deps.heavyWork, readMailboxTableTask, content, order);
  if (table.refusal !== null) {
    if (table.refusal.isMedia) throw refused(table.refusal.message);
    throw invalidField('body', table.refusal.message);
  }
  const { columns, rows } = table;
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const runId = await prepareRun(deps, sql, mailboxImportRun, {
      workspaceId: who.workspaceId,
      createdBy: who.userId,
      total: rows.length,
    });
    const id = await insertImport(who.workspaceId, sql, {
      runId,
      fileName: input.fileName.replace(/^.*[\\/]/, '').replace(/[\u0000-\u001f]/g, '') || 'mailboxes.csv',
      fileSize: content.length,
      columns,
      who,
    });
    const sealed = await runInSlices(sealRows(deps, rows, (row) => importRowContext(who.workspaceId, id, row)));
    await insertImportRows(who.workspaceId, sql, id, sealed);
    await deps.live.publish(sql, who.workspaceId, ['mailboxes']);
    return toImportView(await requireImport(sql, who, id), deps.realClock.now());
  });
}

function* sealRows(
  { vault }: Pick<CreateDeps, 'vault'>,
  rows: readonly MailboxTableRow[],
  contextOf: (rowNumber: number) => string,
): Generator<void, SealedImportRow[], void> {
  const sealed = [];
  for (const { number, cells } of rows) {
    sealed.push({ row_number: number, sealed: vault.seal(cells, contextOf(number)) });
    yield;
  }
  return sealed;
}

async function readWhole(content: ReadableStream | null): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > mailboxImportLimits.bytes)
      throw new SkeinError('PAYLOAD_TOO_LARGE', 'The file is larger than 10 MB. Cut it into parts.');
    chunks.push(Buffer.from(chunk as Uint8Array));
  }
  const whole = Buffer.concat(chunks);
  if (size === 0) throw invalidField('body', 'is empty');
  // Deliberate: a workbook would have to lie in a temporary file while it is read.
  const foreign =
    whole.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004' ? 'This is a spreadsheet.' : foreignKind(whole);
  if (foreign !== null) throw refused(`${foreign} Save the sheet as CSV, and choose that file.`);
  return whole;
}
