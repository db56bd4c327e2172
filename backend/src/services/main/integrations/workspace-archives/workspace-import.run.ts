import { sumEventDays } from '#lifecycle/lifecycle.api';
import { Readable } from 'node:stream';
import type { ArchiveManifest } from '@skein/contracts/main/workspace-archives.contract';
import type { BulkRunKind, HeldRun } from '#platform/bulk-runs/bulk-run';
import type { MainDeps } from '#main/deps';
import { readCatalog, type CatalogTable } from './archive-catalog.store';
import { fileName, fromArchive } from './archive-names';
import { parseRow } from './archive-row';
import { archivesTopic, noteState } from './archive-state';
import { checkArchive, refuseNewer } from './check-archive';
import * as rowsStore from './import-rows.store';
import { ArchiveError, openArchive, type OpenArchive } from './read-archive';
import * as store from './workspace-archives.store';

type ImportDeps = Pick<MainDeps, 'db' | 'files' | 'live' | 'jobs' | 'realClock' | 'config'>;

/** Rows and characters of one transaction. */
const portion = { rows: 500, characters: 4 * 1024 * 1024 };
const largestFile = 1024 * 1024 * 1024;

/** Whether the tables refuse a row: another try refuses it again. */
const isRefusedRow = (error: unknown): boolean => /^2[23]/.test((error as { code?: string } | null)?.code ?? '');

/**
 * Imports of a workspace: first all of the archive is checked, then rows come in by portions, each with the place where the import stands,
 * then files.
 */
export const workspaceImportRun: BulkRunKind<ImportDeps> = {
  kind: 'WORKSPACE_IMPORT',
  topics: { progress: [archivesTopic], end: [archivesTopic] },
  refusalOf: (error) =>
    error instanceof ArchiveError
      ? error.message
      : isRefusedRow(error)
        ? 'A row of the archive does not fit: it was changed, or is of another version.'
        : null,
  brokeOff: () => 'The import stopped. What was imported stays. Resume it to import the rest.',
  async onEnd(sql, { workspace_id: workspaceId, run_id: runId, status }) {
    const [row] = await store.findImports(workspaceId, sql, { runId });
    if (row)
      await noteState(workspaceId, sql, {
        ...{ kind: 'import', id: row.id, label: row.file_name, from: 'RUNNING', to: status },
      });
  },
  async perform(deps, held) {
    const { workspace_id: workspaceId, run_id: runId } = held.run;
    const [row] = await deps.db.tenantSql(workspaceId, (sql) => store.findImports(workspaceId, sql, { runId }));
    if (!row) throw new Error(`The import of run ${runId} is gone.`);
    const archive = await openArchive(deps.files, row.file_key ?? '');
    try {
      await importArchive({ deps, held, row, archive });
    } finally {
      await archive.close();
    }
    await held.complete();
    // Copies of people's data are not kept. What a crash leaves here is deleted within the hour.
    if (row.file_key) await deps.files.delete(row.file_key);
    await deps.db.tenantSql(workspaceId, (sql) =>
      store.forgetArchive(workspaceId, sql, { of: 'workspace_import', id: row.id }),
    );
  },
};

/** An import in the hands of a worker, and its archive. */
interface HeldImport {
  deps: ImportDeps;
  held: HeldRun;
  row: store.ImportRow;
  archive: OpenArchive;
}

const placeOf = (held: HeldRun): store.ImportPlace =>
  (held.run.place as store.ImportPlace | null) ?? { stage: 'CHECK' };

async function importArchive(work: HeldImport): Promise<void> {
  const { deps, held, row, archive } = work;
  const { manifest } = archive;
  const workspaceId = held.run.workspace_id;
  const catalog = await deps.db.systemSql(readCatalog);
  if (placeOf(held).stage === 'CHECK') {
    await refuseNewer(deps, manifest, catalog);
    await held.commit(async (sql) => {
      await store.putManifest(workspaceId, sql, row.id, manifest);
      return { total: manifest.tables.reduce((sum, table) => sum + table.rows, 0) };
    });
    await checkArchive(deps, { workspaceId, archive, catalog, signal: held.signal });
    await held.commit(async () => ({ place: { stage: 'ROWS', table: 0, line: 0 } }));
  }
  const place = placeOf(held);
  if (place.stage === 'ROWS') {
    await readRows(work, catalog, place);
    await held.commit(async (sql) => {
      await rowsStore.beginImporting(sql);
      await sumEventDays(workspaceId, sql);
      return { place: { stage: 'FILES', file: 0 } };
    });
  }
  await readFiles(work);
}

/** In the catalog's order: each table behind those that it refers to. */
async function readRows(
  work: HeldImport,
  catalog: readonly CatalogTable[],
  place: { table: number; line: number },
): Promise<void> {
  const { deps, held, archive } = work;
  const workspaceId = held.run.workspace_id;
  const given = new Map(archive.manifest.tables.map((table) => [table.name, table]));
  const tables = catalog.filter(({ name }) => given.has(name));
  for (let at = place.table; at < tables.length; at += 1) {
    const table = tables[at] as CatalogTable;
    const { columns } = given.get(table.name) as ArchiveManifest['tables'][number];
    let line = at === place.table ? place.line : 0;
    let rows: Record<string, unknown>[] = [];
    let characters = 0;
    const write = async () => {
      held.signal.throwIfAborted();
      await putPortion(work, { table, columns, rows }, { stage: 'ROWS', table: at, line: line + rows.length });
      [line, rows, characters] = [line + rows.length, [], 0];
    };
    for await (const text of archive.lines(table.name, line)) {
      rows.push(parseRow(fromArchive(text, workspaceId, deps.config.publicUrl), table.name));
      characters += text.length;
      if (rows.length >= portion.rows || characters >= portion.characters) await write();
    }
    if (rows.length > 0) await write();
  }
}

/** Some rows of one table. */
interface Portion {
  table: CatalogTable;
  columns: readonly string[];
  rows: Record<string, unknown>[];
}

/** One transaction: the rows, and that they are in. */
const putPortion = ({ held }: HeldImport, { table, columns, rows }: Portion, place: store.ImportPlace): Promise<void> =>
  held.commit(async (sql) => {
    const { workspace_id: workspaceId, created_by: ownerId } = held.run;
    await rowsStore.beginImporting(sql);
    if (table.name === 'workspace') await rowsStore.putWorkspace(workspaceId, sql, rows[0] ?? {});
    else if (table.name === 'app_user') await rowsStore.putPeople(workspaceId, sql, { columns, rows, ownerId });
    else {
      const people = table.people.length > 0 ? await rowsStore.findPeople(workspaceId, sql) : null;
      const named = people ? rows.map((row) => withPeople(row, table.people, people)) : rows;
      await rowsStore.insertRows(workspaceId, sql, { table, columns, rows: named });
    }
    return { done: rows.length, place };
  });

const withPeople = (row: Record<string, unknown>, columns: readonly string[], people: rowsStore.People) => ({
  ...row,
  ...Object.fromEntries(columns.map((column) => [column, people.get(String(row[column])) ?? null])),
});

async function readFiles({ deps, held, archive }: HeldImport): Promise<void> {
  const { files } = archive.manifest;
  const place = placeOf(held);
  for (let at = place.stage === 'FILES' ? place.file : 0; at < files.length; at += 1) {
    const file = files[at] as ArchiveManifest['files'][number];
    const name = fileName(file.name, String(held.run.workspace_id));
    if (name === null) throw new ArchiveError(`This archive has a file that belongs nowhere: ${file.name}.`);
    held.signal.throwIfAborted();
    const content = Readable.from(await archive.file(file.name));
    await deps.files.put(name, content, { type: file.type, maximum: Math.min(file.bytes, largestFile) });
    await held.commit(async () => ({ place: { stage: 'FILES', file: at + 1 } }));
  }
}
