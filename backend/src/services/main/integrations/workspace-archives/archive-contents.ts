import { PassThrough } from 'node:stream';
import type { WorkspaceId } from '@skein/contracts/ids';
import type { ArchiveManifest } from '@skein/contracts/main/workspace-archives.contract';
import { csvLine } from '@skein/contracts/csv-cell';
import type { SqlClient } from '#platform/db/database';
import { streamMime } from '#platform/mail/compose-mime';
import { StorageError } from '#platform/storage/storage-error';
import type { MainDeps } from '#main/deps';
import { countRows, readCatalog, readPages, readVersion, type CatalogTable } from './archive-catalog.store';
import { findCopiedMailboxes, historySql, mailsSql, type CopiedMail } from './archive-copies.store';
import { csvFiles, type CsvFile } from './archive-csv';
import { beginningsOf, fileName, toArchive } from './archive-names';
import { leftOut } from './archive-tables';
import type { ExportProgress } from './export-progress';
import { mboxEntry } from './mbox';
import { findWorkspaceName } from './workspace-archives.store';
import { archiveReadme } from './archive-readme';
import type { ArchiveWriter } from './write-archive';

type ContentsDeps = Pick<MainDeps, 'db' | 'files' | 'config' | 'realClock'>;

/** The archive of a workspace, and what hears how far it is. */
interface ArchiveToWrite {
  workspaceId: WorkspaceId;
  archive: ArchiveWriter;
  progress: ExportProgress;
}

/** Writes everything of a workspace, as of one moment, and the manifest. */
export async function writeContents(deps: ContentsDeps, given: ArchiveToWrite): Promise<ArchiveManifest> {
  const { workspaceId, archive } = given;
  const version = await deps.db.systemSql(readVersion);
  const madeAt = new Date(deps.realClock.now()).toISOString();
  const contents = new Contents(deps, given);
  const found = await deps.db.tenantSnapshot(workspaceId, (sql) => contents.writeRows(sql));
  const files = await contents.writeFiles();
  const manifest: ArchiveManifest = {
    ...{ format: 'skein-workspace-1', made_at: madeAt, version },
    ...found,
    files,
    left_out: Object.entries(leftOut).map(([name, reason]) => ({ name, reason })),
  };
  await archive.add('manifest.json', once(`${JSON.stringify(manifest, null, 2)}\n`));
  await archive.add('README.txt', once(archiveReadme));
  return manifest;
}

class Contents {
  readonly #deps: ContentsDeps;
  readonly #workspaceId: WorkspaceId;
  readonly #archive: ArchiveWriter;
  readonly #progress: ExportProgress;

  constructor(deps: ContentsDeps, { workspaceId, archive, progress }: ArchiveToWrite) {
    this.#deps = deps;
    this.#workspaceId = workspaceId;
    this.#archive = archive;
    this.#progress = progress;
  }

  async writeRows(sql: SqlClient): Promise<Pick<ArchiveManifest, 'tables' | 'copies' | 'workspace'>> {
    const catalog = await readCatalog(sql);
    let total = 0;
    for (const table of catalog) total += await countRows(sql, table, this.#workspaceId);
    await this.#progress.begin('ROWS', total);
    const tables: ArchiveManifest['tables'] = [];
    for (const table of catalog) {
      let rows = 0;
      const { bytes, sha256 } = await this.#archive.add(
        `rows/${table.name}.ndjson`,
        this.#lines(sql, table.select, async (count) => {
          rows += count;
          await this.#progress.add({ rows: count });
        }),
      );
      tables.push({ name: table.name, columns: table.columns, rows, bytes, sha256 });
    }
    await this.#progress.begin('COPIES');
    const copies = await this.#writeCopies(sql, catalog);
    const name = await findWorkspaceName(this.#workspaceId, sql);
    return { tables, copies, workspace: { name, id: this.#workspaceId } };
  }

  async *#lines(sql: SqlClient, text: string, count: Count): AsyncGenerator<string> {
    for await (const rows of readPages<{ line: string }>(sql, text, this.#workspaceId)) {
      yield rows.map(({ line }) => `${toArchive(line, this.#deps.config.publicUrl)}\n`).join('');
      await count(rows.length);
    }
  }

  async #writeCopies(sql: SqlClient, catalog: readonly CatalogTable[]): Promise<ArchiveManifest['copies']> {
    const copies: ArchiveManifest['copies'] = [];
    const add = async (name: string, content: (count: Count) => AsyncIterable<string | Buffer>) => {
      let rows = 0;
      const written = await this.#archive.add(
        name,
        content(async (more) => {
          rows += more;
          await this.#progress.add({});
        }),
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

  async *#csv(sql: SqlClient, file: CsvFile, count: Count): AsyncGenerator<string> {
    // The mark makes spreadsheets read UTF-8.
    yield `\ufeff${csvLine(file.columns)}`;
    for await (const rows of readPages<Record<string, string>>(sql, file.sql, this.#workspaceId)) {
      yield rows.map(file.textOf).join('');
      await count(rows.length);
    }
  }

  async *#mbox(sql: SqlClient, mailboxId: number, count: Count): AsyncGenerator<Buffer> {
    for await (const mails of readPages<CopiedMail>(sql, mailsSql(mailboxId), this.#workspaceId)) {
      for (const mail of mails) yield* mboxEntry(mail.from_email, mail.at, await this.#mime(mail));
      await count(mails.length);
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

  async writeFiles(): Promise<ArchiveManifest['files']> {
    await this.#progress.begin('FILES');
    const names: string[] = [];
    for (const start of beginningsOf(this.#workspaceId))
      for await (const { name } of this.#deps.files.list(start)) names.push(name);
    const files: ArchiveManifest['files'] = [];
    for (const name of names.sort()) {
      const stored = await this.#open(name);
      const kept = fileName(name, 'workspace');
      if (!stored || kept === null) continue;
      const { bytes, sha256 } = await this.#archive.add(`files/${kept}`, stored.stream);
      files.push({ name: kept, type: stored.type, bytes, sha256 });
      await this.#progress.add({ files: 1 });
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
}

/** Hears of rows that were written. */
type Count = (rows: number) => Promise<void>;

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
