import { PassThrough } from 'node:stream';
import { archiveDays, largestArchive, type ArchiveManifest } from '@skein/contracts/main/workspace-archives.contract';
import { csvLine } from '#platform/csv/csv-cell';
import type { SqlClient } from '#platform/db/database';
import { streamMime } from '#platform/mail/compose-mime';
import { StorageError } from '#platform/storage/storage-error';
import type { MainDeps } from '#main/deps';
import { setStatus } from '#campaigns/campaigns.api';
import { countRows, readCatalog, readPages, readVersion, type CatalogTable } from './archive-catalog.store';
import { findCopiedMailboxes, historySql, mailsSql, type CopiedMail } from './archive-copies.store';
import { csvFiles, type CsvFile } from './archive-csv';
import { beginningsOf, fileName, toArchive } from './archive-names';
import { leftOut } from './archive-tables';
import { mboxEntry } from './mbox';
import * as store from './workspace-archives.store';
import { archiveReadme } from './archive-readme';
import { ArchiveWriter } from './write-archive';

export type ArchiveDeps = Pick<
  MainDeps,
  'db' | 'files' | 'live' | 'jobs' | 'realClock' | 'campaignClock' | 'log' | 'config' | 'heavyWork'
>;
export const archivesTopic = 'workspace-archives';
/** Real ms between two words about the progress. */
const tellEvery = 1_000;
const day = 86_400_000;

/**
 * Writes the archive of a workspace as one stream, as of one moment. Whoever started it may have left long ago.
 * @throws Error while emails of paused campaigns are still being submitted, to be tried again
 */
export async function runExport(
  deps: ArchiveDeps,
  { workspaceId, exportId }: { workspaceId: number; exportId: number },
  context: { signal: AbortSignal; isLastAttempt: boolean },
): Promise<void> {
  const [row] = await deps.db.tenantSql(workspaceId, (sql) => store.findExports(workspaceId, sql, exportId));
  if (row?.state !== 'RUNNING') return;
  const fileKey = `exports/${workspaceId}/${exportId}.zip`;
  try {
    if (row.pauses_campaigns) await pauseCampaigns(deps, workspaceId, row);
    const run = new ExportRun(deps, workspaceId, exportId, context.signal);
    const { size, sha256, manifest } = await run.write(fileKey);
    const now = deps.realClock.now();
    const isWanted = await tell(deps, workspaceId, exportId, {
      state: 'DONE',
      stage: 'FILES',
      size: String(size),
      sha256,
      manifest,
      file_key: fileKey,
      error_text: null,
      files: manifest.files.length,
      rows_done: run.rowsDone,
      rows_total: run.rowsDone,
      finished_at: new Date(now),
      expires_at: new Date(now + archiveDays * day),
    });
    if (!isWanted) await deps.files.delete(fileKey);
  } catch (error) {
    if (error instanceof CancelledError) return void (await deps.files.delete(fileKey));
    if (context.isLastAttempt) {
      await deps.files.delete(fileKey);
      await tell(deps, workspaceId, exportId, {
        state: 'FAILED',
        finished_at: new Date(deps.realClock.now()),
        error_text:
          error instanceof StorageError ? error.message : 'The export failed. Try again, or ask your operator.',
      });
    }
    throw error;
  }
}

/** Somebody stopped the export while it was written. */
class CancelledError extends Error {}

async function tell(
  deps: ArchiveDeps,
  workspaceId: number,
  exportId: number,
  change: store.ExportChange,
): Promise<boolean> {
  return deps.db.tenantSql(workspaceId, async (sql) => {
    const isRunning = await store.writeExport(workspaceId, sql, { id: exportId, change });
    await deps.live.publish(sql, workspaceId, [archivesTopic]);
    return isRunning;
  });
}

/** Pauses what runs, as the person who exports. What is being submitted is waited for: its outcome belongs into the archive. */
async function pauseCampaigns(deps: ArchiveDeps, workspaceId: number, row: store.ExportRow): Promise<void> {
  const active = await deps.db.tenantSql(workspaceId, (sql) => store.findActiveCampaigns(workspaceId, sql));
  const who = { workspaceId, userId: row.created_by ?? 0, role: 'OWNER', client: null } as const;
  for (const id of active) await setStatus(deps, who, { campaignId: id, action: 'PAUSE' });
  if (active.length > 0) await tell(deps, workspaceId, row.id, { paused: row.paused + active.length });
  const submitting = await deps.db.tenantSql(workspaceId, (sql) => store.countSubmitting(workspaceId, sql));
  if (submitting > 0)
    throw new Error(`${submitting} emails are still being submitted; the export begins a little later.`);
}

class ExportRun {
  rowsDone = 0;
  readonly #deps: ArchiveDeps;
  readonly #workspaceId: number;
  readonly #exportId: number;
  readonly #signal: AbortSignal;
  #toldAt = performance.now();

  constructor(deps: ArchiveDeps, workspaceId: number, exportId: number, signal: AbortSignal) {
    this.#deps = deps;
    this.#workspaceId = workspaceId;
    this.#exportId = exportId;
    this.#signal = signal;
  }

  async write(fileKey: string): Promise<{ size: number; sha256: string; manifest: ArchiveManifest }> {
    const archive = new ArchiveWriter(this.#signal);
    const stored = this.#deps.files.put(fileKey, archive.stream, {
      type: 'application/zip',
      maximum: largestArchive,
    });
    // Whichever of the two fails first is what is told; the other one ends with it.
    stored.catch((error: Error) => archive.stream.destroy(error));
    try {
      const version = await this.#deps.db.systemSql(readVersion);
      const madeAt = new Date(this.#deps.realClock.now()).toISOString();
      const found = await this.#deps.db.tenantSnapshot(this.#workspaceId, (sql) => this.#writeRows(archive, sql));
      const files = await this.#writeFiles(archive);
      const manifest: ArchiveManifest = {
        ...{ format: 'skein-workspace-1', made_at: madeAt, version },
        ...found,
        files,
        left_out: Object.entries(leftOut).map(([name, reason]) => ({ name, reason })),
      };
      await archive.add('manifest.json', once(`${JSON.stringify(manifest, null, 2)}\n`));
      await archive.add('README.txt', once(archiveReadme));
      archive.end();
      const { size } = await stored;
      return { size, sha256: archive.sha256(), manifest };
    } catch (error) {
      archive.stream.destroy(error as Error);
      await stored.catch(() => undefined);
      throw error;
    }
  }

  async #writeRows(
    archive: ArchiveWriter,
    sql: SqlClient,
  ): Promise<Pick<ArchiveManifest, 'tables' | 'copies' | 'workspace'>> {
    const catalog = await readCatalog(sql);
    let total = 0;
    for (const table of catalog) total += await countRows(sql, table, this.#workspaceId);
    await this.#note({ stage: 'ROWS', rows_total: total, rows_done: 0, error_text: null }, true);
    const tables: ArchiveManifest['tables'] = [];
    for (const table of catalog) {
      let rows = 0;
      const { bytes, sha256 } = await archive.add(
        `rows/${table.name}.ndjson`,
        this.#lines(sql, table.select, (count) => {
          rows += count;
          this.rowsDone += count;
        }),
      );
      tables.push({ name: table.name, columns: table.columns, rows, bytes, sha256 });
    }
    await this.#note({ stage: 'COPIES' }, true);
    const copies = await this.#writeCopies(archive, sql, catalog);
    const name = await store.findWorkspaceName(this.#workspaceId, sql);
    return { tables, copies, workspace: { name, id: this.#workspaceId } };
  }

  async *#lines(sql: SqlClient, text: string, count: (rows: number) => void): AsyncGenerator<string> {
    for await (const rows of readPages<{ line: string }>(sql, text, this.#workspaceId)) {
      yield rows.map(({ line }) => `${toArchive(line, this.#deps.config.publicUrl)}\n`).join('');
      count(rows.length);
      await this.#note({ rows_done: this.rowsDone });
    }
  }

  async #writeCopies(
    archive: ArchiveWriter,
    sql: SqlClient,
    catalog: readonly CatalogTable[],
  ): Promise<ArchiveManifest['copies']> {
    const copies: ArchiveManifest['copies'] = [];
    const add = async (name: string, content: (count: (rows: number) => void) => AsyncIterable<string | Buffer>) => {
      let rows = 0;
      const written = await archive.add(
        name,
        content((more) => (rows += more)),
      );
      copies.push({ ...written, rows });
    };
    for (const file of csvFiles(catalog, this.#deps.config.publicUrl))
      await add(file.name, (count) => this.#csv(sql, file, count));
    await add('copies/history.ndjson', (count) => this.#lines(sql, historySql, count));
    for (const { id, email } of await findCopiedMailboxes(this.#workspaceId, sql)) {
      const name = email
        .toLowerCase()
        .replace(/[^a-z0-9@._+-]/g, '_')
        .slice(0, 120);
      await add(`mbox/${id}-${name}.mbox`, (count) => this.#mbox(sql, id, count));
    }
    return copies;
  }

  async *#csv(sql: SqlClient, file: CsvFile, count: (rows: number) => void): AsyncGenerator<string> {
    // The mark makes spreadsheets read UTF-8.
    yield `\ufeff${csvLine(file.columns)}`;
    for await (const rows of readPages<Record<string, string>>(sql, file.sql, this.#workspaceId)) {
      yield rows.map(file.textOf).join('');
      count(rows.length);
      await this.#note({});
    }
  }

  async *#mbox(sql: SqlClient, mailboxId: number, count: (rows: number) => void): AsyncGenerator<Buffer> {
    for await (const mails of readPages<CopiedMail>(sql, mailsSql(mailboxId), this.#workspaceId)) {
      for (const mail of mails) yield* mboxEntry(mail.from_email, mail.at, await this.#mime(mail));
      count(mails.length);
      await this.#note({});
    }
  }

  async #mime(mail: CopiedMail): Promise<AsyncIterable<Buffer>> {
    const attachments = [];
    for (const file of mail.attachments) {
      const isOwn = beginningsOf(this.#workspaceId).some((start) => file.storage_key?.startsWith(start));
      const stored = isOwn ? await this.#open(file.storage_key as string) : null;
      if (stored)
        attachments.push({
          filename: file.name ?? 'attachment',
          contentType: file.content_type ?? 'application/octet-stream',
          content: stored.stream,
        });
    }
    const [to = ''] = mail.to_emails;
    const parts = {
      ...{ from: { name: mail.from_name ?? '', address: mail.from_email }, to: { address: to } },
      ...{ cc: [...mail.to_emails.slice(1), ...mail.cc_emails].filter(Boolean), subject: mail.subject },
      ...{ text: mail.text, html: mail.html, messageId: mail.message_id, inReplyTo: mail.in_reply_to },
      ...{ references: mail.references, date: mail.at, attachments },
    };
    return streamMime(parts).pipe(new PassThrough());
  }

  async #writeFiles(archive: ArchiveWriter): Promise<ArchiveManifest['files']> {
    await this.#note({ stage: 'FILES' }, true);
    const names: string[] = [];
    for (const start of beginningsOf(this.#workspaceId))
      for await (const { name } of this.#deps.files.list(start)) names.push(name);
    const files: ArchiveManifest['files'] = [];
    for (const name of names.sort()) {
      const stored = await this.#open(name);
      const kept = fileName(name, 'workspace');
      if (!stored || kept === null) continue;
      const { bytes, sha256 } = await archive.add(`files/${kept}`, stored.stream);
      files.push({ name: kept, type: stored.type, bytes, sha256 });
      await this.#note({ files: files.length });
    }
    return files;
  }

  /** @returns null for a file that is gone by now */
  async #open(name: string) {
    return this.#deps.files.get(name).catch((error) => {
      if (error instanceof StorageError && error.code === 'NOT_FOUND') return null;
      throw error;
    });
  }

  /** Tells how far the export is, once a second at most. @throws CancelledError */
  async #note(change: store.ExportChange, isNow = false): Promise<void> {
    this.#signal.throwIfAborted();
    if (!isNow && performance.now() - this.#toldAt < tellEvery) return;
    this.#toldAt = performance.now();
    const isRunning = await tell(this.#deps, this.#workspaceId, this.#exportId, {
      rows_done: this.rowsDone,
      ...change,
    });
    if (!isRunning) throw new CancelledError();
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
