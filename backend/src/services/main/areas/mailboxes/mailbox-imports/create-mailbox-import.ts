import { mailboxImportLimits, type MailboxImportView } from '@skein/contracts/main/mailbox-imports.contract';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { invalidField, SkeinError } from '../../../../../platform/http/skein-error';
import type { MainDeps } from '../../../deps';
import type { Who } from '../../access/access.api';
import { inspectFile, looksLikeEmail, readRows, type InspectedFile } from '../../files/files.api';
import { guessColumns } from './guess-columns';
import { insertImport, insertImportRows } from './mailbox-imports.store';
import { importRowContext, requireImport, toImportView } from './mailbox-import-view';

const mostColumns = 200;
const refused = (why: string) => new SkeinError('UNSUPPORTED_MEDIA', why);

type CreateDeps = Pick<MainDeps, 'db' | 'vault' | 'realClock' | 'live'>;

/**
 * Takes a file of mailboxes. It is full of passwords, so it never lies on a disk: it is read in memory, and each row is sealed before it is stored.
 * @throws SkeinError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA, VALIDATION for an empty file
 */
export async function createMailboxImport(
  deps: CreateDeps,
  who: Who,
  input: { fileName: string; content: ReadableStream | null },
): Promise<MailboxImportView> {
  const content = await readWhole(input.content);
  const files = { get: async () => ({ stream: Readable.from([content]), size: content.length, type: 'text/csv' }) };
  const guessed = await inspectFile(files, '');
  // A row of data that was taken for a header would be stored as names of columns, readable.
  const hasHeader = guessed.hasHeader && !guessed.header.some(looksLikeEmail);
  const file = hasHeader === guessed.hasHeader ? guessed : await inspectFile(files, '', { hasHeader });
  if (file.header.length > mostColumns)
    throw refused(`The file has more than ${mostColumns} columns. It may be divided by something else.`);
  const rows = await cellsOf(files, file);
  if (rows.length === 0) throw invalidField('body', 'has no rows');
  if (rows.length > mailboxImportLimits.rows)
    throw invalidField(
      'body',
      `has ${rows.length.toLocaleString('en-US')} rows; ${mailboxImportLimits.rows.toLocaleString('en-US')} are taken at once. Cut the file into parts`,
    );
  const columns = guessColumns(file.header, rows.slice(0, 50), hasHeader);
  if (!rows.slice(0, 200).some((cells) => cells.some(looksLikeEmail)))
    throw refused('No email address was found in the first rows. Each row needs the address of its mailbox.');
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const id = await insertImport(who.workspaceId, sql, {
      fileName: input.fileName.replace(/^.*[\\/]/, '').replace(/[\u0000-\u001f]/g, '') || 'mailboxes.csv',
      fileSize: content.length,
      columns,
      rows: rows.length,
      who,
      at: new Date(deps.realClock.now()),
    });
    await insertImportRows(
      who.workspaceId,
      sql,
      id,
      rows.map((cells, index) =>
        deps.vault.seal(JSON.stringify(cells), importRowContext(who.workspaceId, id, index + 1)),
      ),
    );
    await deps.live.publish(sql, who.workspaceId, ['mailboxes']);
    return toImportView(await requireImport(sql, who, id), deps.realClock.now());
  });
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
  if (
    whole.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004' ||
    whole.subarray(0, 4).toString('hex') === 'd0cf11e0'
  )
    throw refused('This is a spreadsheet. Save the sheet as CSV, and choose that file.');
  return whole;
}

/** Rows below the header. Those without any text are no rows. */
async function cellsOf(files: Parameters<typeof inspectFile>[0], file: InspectedFile): Promise<string[][]> {
  const { stream } = await files.get('');
  const all: string[][] = [];
  for await (const group of readRows(stream, {
    encoding: file.encoding,
    delimiter: file.delimiter,
    quoting: file.quoting === 'single' ? 'single' : 'double',
  }))
    for (const row of group) {
      if (row.cells === null) throw refused(`${row.problem}. Correct the file, and send it again.`);
      all.push(row.cells.slice(0, mostColumns).map((cell) => cell.slice(0, 20_000)));
    }
  return all
    .slice(file.titleRows + (file.hasHeader ? 1 : 0))
    .filter((cells) => cells.some((cell) => cell.trim() !== ''));
}
