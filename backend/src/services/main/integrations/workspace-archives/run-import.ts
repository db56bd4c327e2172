import { Readable } from 'node:stream';
import type { ArchiveManifest } from '@skein/contracts/main/workspace-archives.contract';
import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';
import { readCatalog, readVersion, type CatalogTable } from './archive-catalog.store';
import { addressOf, parseRow, readId } from './archive-row';
import { beyondPlan, countRow, type ArchiveCounts } from './archive-limits';
import { fileName, fromArchive } from './archive-names';
import * as rowsStore from './import-rows.store';
import { ArchiveError, openArchive, type OpenArchive } from './read-archive';
import { archivesTopic } from './run-export';
import * as store from './workspace-archives.store';

export type ImportDeps = Pick<MainDeps, 'db' | 'files' | 'live' | 'realClock' | 'log' | 'config'>;

/** Rows and characters of one transaction. */
const portion = { rows: 500, characters: 4 * 1024 * 1024 };
const largestFile = 1024 * 1024 * 1024;

/**
 * Reads an archive into its workspace: first all of it is checked, then rows come in by portions, each with the place
 * where the import stands, then files. May be stopped and repeated at any point.
 */
export async function runImport(
  deps: ImportDeps,
  { workspaceId, importId }: { workspaceId: number; importId: number },
  context: { signal: AbortSignal; isLastAttempt: boolean },
): Promise<void> {
  const [row] = await deps.db.tenantSql(workspaceId, (sql) => store.findImports(workspaceId, sql, importId));
  if (row?.state !== 'RUNNING') return;
  try {
    const archive = await openArchive(deps.files, row.file_key ?? '');
    try {
      await new ImportRun(deps, workspaceId, { row, archive, signal: context.signal }).run();
    } finally {
      await archive.close();
    }
    const [now] = await deps.db.tenantSql(workspaceId, (sql) => store.findImports(workspaceId, sql, importId));
    if (now?.state !== 'RUNNING' && row.file_key) await deps.files.delete(row.file_key);
  } catch (error) {
    const { code } = error as { code?: string };
    // Of a row that the tables refuse: another try refuses it again.
    const isRefused = error instanceof ArchiveError || /^2[23]/.test(code ?? '');
    if (!isRefused && !context.isLastAttempt) throw error;
    if (!isRefused) deps.log.error({ err: error, workspace: workspaceId }, 'an import of a workspace failed');
    await deps.db.tenantSql(workspaceId, async (sql) => {
      await store.writeImport(workspaceId, sql, {
        id: importId,
        change: {
          state: 'FAILED',
          finished_at: new Date(deps.realClock.now()),
          error_text:
            error instanceof ArchiveError
              ? error.message
              : 'A row of the archive does not fit: it was changed, or is of another version.',
        },
      });
      await deps.live.publish(sql, workspaceId, [archivesTopic]);
    });
    if (!isRefused) throw error;
  }
}

/** The import, its archive, and the signal that ends it. */
interface RunningImport {
  row: store.ImportRow;
  archive: OpenArchive;
  signal: AbortSignal;
}

class ImportRun {
  readonly #deps: ImportDeps;
  readonly #workspaceId: number;
  readonly #row: store.ImportRow;
  readonly #archive: OpenArchive;
  readonly #signal: AbortSignal;
  #place: store.ImportPlace;
  #rowsDone: number;

  constructor(deps: ImportDeps, workspaceId: number, { row, archive, signal }: RunningImport) {
    this.#deps = deps;
    this.#workspaceId = workspaceId;
    this.#row = row;
    this.#archive = archive;
    this.#signal = signal;
    this.#place = row.place;
    this.#rowsDone = row.rows_done;
  }

  async run(): Promise<void> {
    const catalog = await this.#deps.db.systemSql(readCatalog);
    if (this.#row.stage === 'CHECK' && !(await this.#check(catalog))) return;
    if (this.#row.stage !== 'FILES') if (!(await this.#readRows(catalog))) return;
    if (!(await this.#readFiles())) return;
    await this.#write({ state: 'DONE', error_text: null, finished_at: new Date(this.#deps.realClock.now()) });
  }

  async #check(catalog: CatalogTable[]): Promise<boolean> {
    const { manifest } = this.#archive;
    await refuseNewer(this.#deps, manifest, catalog);
    if (!(await this.#write({ manifest, rows_total: manifest.tables.reduce((sum, table) => sum + table.rows, 0) })))
      return false;
    const largest: Record<string, number> = {};
    let events: { first: string; last: string } | null = null;
    const counts: ArchiveCounts = { leads: 0, senders: 0, sequences: 0 };
    for (const table of manifest.tables) {
      const known = catalog.find((each) => each.name === table.name) as CatalogTable;
      const ids: number[] = [];
      const emails: string[] = [];
      const addresses: string[] = [];
      await this.#archive.check(`rows/${table.name}.ndjson`, table, (line) => {
        const row = parseRow(line, table.name);
        countRow(counts, table.name, row);
        if (known.idLimit !== null) ids.push(readId(row, known));
        if (table.name === 'app_user') emails.push(String(row['email']));
        addresses.push(...addressOf(table.name, row));
        if (table.name === 'event') events = widen(events, String(row['at']));
      });
      await this.#refuseTaken(table.name, ids, emails);
      await this.#refuseUsed(table.name, addresses);
      if (ids.length > 0) largest[table.name] = ids.reduce((most, id) => Math.max(most, id), 0);
      this.#signal.throwIfAborted();
    }
    const plan = await rowsStore.findPlan(this.#deps.db, this.#workspaceId);
    const excess = plan && beyondPlan(plan, counts);
    if (excess) throw new ArchiveError(excess);
    for (const file of manifest.files) await this.#archive.check(`files/${file.name}`, file);
    await rowsStore.prepareTables(this.#deps.db, largest, monthsOf(events));
    return this.#write({ stage: 'ROWS' });
  }

  async #refuseTaken(table: string, ids: readonly number[], emails: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += 50_000) {
      const taken = await rowsStore.findTakenId(this.#deps.db, table, ids.slice(at, at + 50_000));
      if (taken !== null)
        throw new ArchiveError(
          `This installation already has a row ${taken} in ${table}. Import the archive into a new installation, or delete the workspace that it came from first.`,
        );
    }
    const taken = emails.length > 0 ? await rowsStore.findTakenEmail(this.#deps.db, this.#workspaceId, emails) : null;
    if (taken !== null)
      throw new ArchiveError(
        `${taken} has an account in another workspace of this installation. Remove it there first.`,
      );
  }

  /** A seed is neither a sender nor a lead, wherever they come from. */
  async #refuseUsed(table: string, addresses: readonly string[]): Promise<void> {
    const kind = table === 'mailbox' ? 'mailbox' : 'lead';
    for (let at = 0; at < addresses.length; at += 50_000) {
      const some = addresses.slice(at, at + 50_000);
      const used = await rowsStore.findUsedAddress(this.#deps.db, this.#workspaceId, kind, some);
      if (!used) continue;
      const what = used.use === 'seed' ? 'a seed of placement tests' : 'in the warmup pool';
      throw new ArchiveError(
        `${used.email} is ${what} on this installation, and a ${kind} in the archive. Remove it there first.`,
      );
    }
  }

  async #readRows(catalog: CatalogTable[]): Promise<boolean> {
    // In the catalog's order: each table behind those that it refers to.
    const tables = catalog.filter((table) => this.#archive.manifest.tables.some((each) => each.name === table.name));
    for (let at = this.#place.table ?? 0; at < tables.length; at += 1) {
      const table = tables[at] as CatalogTable;
      const { columns } = this.#archive.manifest.tables.find((each) => each.name === table.name) as {
        columns: string[];
      };
      let line = at === this.#place.table ? (this.#place.line ?? 0) : 0;
      let rows: Record<string, unknown>[] = [];
      let characters = 0;
      const write = async () => {
        this.#signal.throwIfAborted();
        const next = { table: at, line: line + rows.length };
        const isRunning = await this.#putPortion(table, columns, rows, next);
        [line, rows, characters] = [next.line, [], 0];
        return isRunning;
      };
      for await (const text of this.#archive.lines(table.name, line)) {
        rows.push(parseRow(fromArchive(text, this.#workspaceId, this.#deps.config.publicUrl), table.name));
        characters += text.length;
        if (rows.length < portion.rows && characters < portion.characters) continue;
        if (!(await write())) return false;
      }
      if (rows.length > 0 && !(await write())) return false;
    }
    return this.#write({ stage: 'FILES', place: {} });
  }

  /** One transaction: the rows, and that they are in. */
  #putPortion(
    table: CatalogTable,
    columns: readonly string[],
    rows: Record<string, unknown>[],
    place: store.ImportPlace,
  ): Promise<boolean> {
    const workspaceId = this.#workspaceId;
    return this.#deps.db.tenantSql(workspaceId, async (sql: SqlClient) => {
      const rowsDone = this.#rowsDone + rows.length;
      const isRunning = await store.writeImport(workspaceId, sql, {
        id: this.#row.id,
        change: { place, rows_done: rowsDone },
      });
      if (!isRunning) return false;
      await rowsStore.beginImporting(sql);
      if (table.name === 'workspace') await rowsStore.putWorkspace(workspaceId, sql, rows[0] ?? {});
      else if (table.name === 'app_user')
        await rowsStore.putPeople(workspaceId, sql, { columns, rows, ownerId: this.#row.created_by });
      else {
        const people = table.people.length > 0 ? await rowsStore.findPeople(workspaceId, sql) : null;
        const named = people ? rows.map((row) => withPeople(row, table.people, people)) : rows;
        await rowsStore.insertRows(workspaceId, sql, { table, columns, rows: named });
      }
      await this.#deps.live.publish(sql, workspaceId, [archivesTopic]);
      this.#rowsDone = rowsDone;
      return true;
    });
  }

  async #readFiles(): Promise<boolean> {
    const { files } = this.#archive.manifest;
    for (let at = this.#place.file ?? 0; at < files.length; at += 1) {
      const file = files[at] as ArchiveManifest['files'][number];
      const name = fileName(file.name, String(this.#workspaceId));
      if (name === null) throw new ArchiveError(`This archive has a file that belongs nowhere: ${file.name}.`);
      const content = Readable.from(await this.#archive.file(file.name));
      await this.#deps.files.put(name, content, { type: file.type, maximum: Math.min(file.bytes, largestFile) });
      if (!(await this.#write({ place: { file: at + 1 } }))) return false;
    }
    return true;
  }

  /** @returns whether the import still runs */
  #write(change: store.ImportChange): Promise<boolean> {
    this.#signal.throwIfAborted();
    return this.#deps.db.tenantSql(this.#workspaceId, async (sql) => {
      const isRunning = await store.writeImport(this.#workspaceId, sql, { id: this.#row.id, change });
      await this.#deps.live.publish(sql, this.#workspaceId, [archivesTopic]);
      return isRunning;
    });
  }
}

/** @throws ArchiveError for an archive with tables or columns that this version does not know */
async function refuseNewer(deps: ImportDeps, manifest: ArchiveManifest, catalog: CatalogTable[]): Promise<void> {
  const here = await deps.db.systemSql(readVersion);
  for (const { name, columns } of manifest.tables) {
    const known = catalog.find((table) => table.name === name);
    const unknown = known ? columns.find((column) => !known.columns.includes(column)) : name;
    if (unknown)
      throw new ArchiveError(
        `The archive has ${known ? `${name}.${unknown}` : `a table ${name}`}, which this version does not know (${here}; the archive is of ${manifest.version}). Update first.`,
      );
  }
  const missing = ['workspace', 'app_user'].find((name) => !manifest.tables.some((table) => table.name === name));
  if (missing) throw new ArchiveError(`This archive is not whole: ${missing} is missing.`);
}

const withPeople = (row: Record<string, unknown>, columns: readonly string[], people: rowsStore.People) => ({
  ...row,
  ...Object.fromEntries(columns.map((column) => [column, people.get(String(row[column])) ?? null])),
});

const widen = (range: { first: string; last: string } | null, at: string) => ({
  first: range && range.first < at ? range.first : at,
  last: range && range.last > at ? range.last : at,
});

/** The months of events, twenty years at most. */
function monthsOf(range: { first: string; last: string } | null): { from: string; months: number } | null {
  const [first, last] = [new Date(range?.first ?? ''), new Date(range?.last ?? '')];
  if (Number.isNaN(first.getTime()) || Number.isNaN(last.getTime())) return null;
  const months = (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
  return { from: first.toISOString().slice(0, 10), months: Math.min(months, 240) };
}
