import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
  archiveDays,
  largestArchive,
  type WorkspaceImportView,
} from '@skein/contracts/main/workspace-archives.contract';
import { cancelRun, resumeRun, startRun } from '#platform/bulk-runs/start-run';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import { notFound, SkeinError } from '#platform/http/skein-error';
import { StorageError } from '#platform/storage/storage-error';
import type { StoredFiles } from '#platform/storage/disk-store';
import { archiveRunFields, noteState } from './archive-state';
import type { StartDeps } from './workspace-exports';
import { workspaceImportRun } from './workspace-import.run';
import * as store from './workspace-archives.store';

type Importer = Pick<RequestActor, 'workspaceId'> & { userId: UserId | null; isOperator: boolean };

/** Tables that a person counts in. */
const counted: Record<string, string> = {
  campaign: 'campaigns',
  lead: 'leads',
  mailbox: 'mailboxes',
  app_user: 'people',
  intent: 'emails',
};

const day = 24 * 60 * 60 * 1000;

/** As long as its archive is kept. */
const resumableUntil = (row: store.ImportRow): Date | null =>
  (row.status === 'FAILED' || row.status === 'CANCELLED') && row.file_key !== null && row.finished_at
    ? new Date(row.finished_at.getTime() + archiveDays * day)
    : null;

/** @param realNow real time in milliseconds: an import runs in real time */
const importView = (row: store.ImportRow, realNow: number): WorkspaceImportView => ({
  ...archiveRunFields(row, realNow),
  id: row.id,
  stage: row.place?.stage ?? 'CHECK',
  file_name: row.file_name,
  resumable_until: resumableUntil(row)?.toISOString() ?? null,
  workspace_name: row.manifest?.workspace.name ?? null,
  exported_at: row.manifest?.made_at ?? null,
  files: row.manifest?.files.length ?? 0,
  counts: Object.fromEntries(
    (row.manifest?.tables ?? []).flatMap(({ name, rows }) => (counted[name] ? [[counted[name], rows]] : [])),
  ),
});

const inUse = (use: string): string => `This workspace has ${use}. An archive is imported into an empty workspace.`;

/** Why an archive cannot come into this workspace; null when it can. Ids come with it, so that nothing of it may be here already. */
async function refusalOf(deps: Pick<StartDeps, 'db'>, { workspaceId, isOperator }: Importer): Promise<string | null> {
  const use = await deps.db.tenantSql(workspaceId, (sql) => store.findUse(workspaceId, sql));
  if (use !== null) return inUse(use);
  if (!isOperator && (await store.hasOthers(deps.db, workspaceId)))
    return 'This installation has other workspaces. Ask its operator to import the archive.';
  return null;
}

export async function listImports(deps: StartDeps, who: Importer) {
  const { workspaceId } = who;
  const rows = await deps.db.tenantSql(workspaceId, (sql) => store.findImports(workspaceId, sql));
  const realNow = deps.realClock.now();
  return { imports: rows.map((row) => importView(row, realNow)), refusal: await refusalOf(deps, who) };
}

/**
 * Keeps an archive as it streams in, and begins to import it.
 * @throws SkeinError CONFLICT when the workspace is in use, PAYLOAD_TOO_LARGE
 */
export async function startImport(
  deps: StartDeps & { files: Pick<StoredFiles, 'put' | 'delete'> },
  who: Importer,
  given: { fileName: string; content: ReadableStream | Readable | null },
): Promise<WorkspaceImportView> {
  const { workspaceId, userId } = who;
  const refusal = await refusalOf(deps, who);
  if (refusal !== null) throw new SkeinError('CONFLICT', refusal);
  const content =
    given.content === null
      ? Readable.from([])
      : given.content instanceof Readable
        ? given.content
        : Readable.fromWeb(given.content);
  const fileKey = `exports/${workspaceId}/import-${randomUUID()}.zip`;
  const { size } = await deps.files
    .put(fileKey, content, { type: 'application/zip', maximum: largestArchive })
    .catch((error) => {
      throw error instanceof StorageError && error.status === 413
        ? new SkeinError('PAYLOAD_TOO_LARGE', 'The archive is larger than 50 GB. Ask the operator to import it.')
        : error;
    });
  const importId = await begin().catch(async (error) => {
    await deps.files.delete(fileKey);
    throw error;
  });
  return readImport(deps, workspaceId, importId);

  async function begin(): Promise<number> {
    if (size === 0) throw new SkeinError('VALIDATION', 'The file is empty.', [{ field: 'body', message: 'is empty' }]);
    return deps.db.tenantSql(workspaceId, async (sql) => {
      await refuseSecond(workspaceId, sql);
      // Again, now that no other import can begin: one may have ended while this archive streamed in.
      const use = await store.findUse(workspaceId, sql);
      if (use !== null) throw new SkeinError('CONFLICT', inUse(use));
      const runId = await startRun(deps, sql, workspaceImportRun, { workspaceId, createdBy: userId, total: 0 });
      return store.insertImport(workspaceId, sql, {
        ...{ runId, fileName: given.fileName.replace(/^.*[\\/]/, ''), fileKey },
      });
    });
  }
}

/** @throws SkeinError CONFLICT while an export or an import is running */
async function refuseSecond(workspaceId: WorkspaceId, sql: SqlClient): Promise<void> {
  if (await store.isArchiving(workspaceId, sql))
    throw new SkeinError('CONFLICT', 'An export or an import of this workspace is running. Wait for it, or stop it.');
}

async function requireImport(workspaceId: WorkspaceId, sql: SqlClient, id: number): Promise<store.ImportRow> {
  const [row] = await store.findImports(workspaceId, sql, { id });
  if (!row) throw notFound('This import');
  return row;
}

const readImport = (deps: Pick<StartDeps, 'db' | 'realClock'>, workspaceId: WorkspaceId, id: number) =>
  deps.db.tenantSql(workspaceId, async (sql) =>
    importView(await requireImport(workspaceId, sql, id), deps.realClock.now()),
  );

/**
 * Goes on at the row that was not in yet.
 * @throws SkeinError CONFLICT for one that has not failed or whose archive is gone, and for one with no row in yet where the
 * workspace is in use by now
 */
export async function resumeImport(deps: StartDeps, { workspaceId }: RequestActor, id: number) {
  await deps.db.tenantSql(workspaceId, async (sql) => {
    await requireImport(workspaceId, sql, id);
    await refuseSecond(workspaceId, sql);
    // As it is now that no other import can begin.
    const row = await requireImport(workspaceId, sql, id);
    if ((row.status !== 'FAILED' && row.status !== 'CANCELLED') || row.file_key === null)
      throw new SkeinError('CONFLICT', 'Only an import that failed or was stopped can be resumed.');
    const use = row.done === 0 ? await store.findUse(workspaceId, sql) : null;
    if (use !== null) throw new SkeinError('CONFLICT', inUse(use));
    await resumeRun(deps, sql, workspaceImportRun, row);
    await noteState(workspaceId, sql, {
      ...{ kind: 'import', id, label: row.file_name, from: row.status, to: 'RUNNING' },
    });
  });
  return readImport(deps, workspaceId, id);
}

export async function cancelImport(deps: StartDeps, { workspaceId }: RequestActor, id: number) {
  await deps.db.tenantSql(workspaceId, async (sql) =>
    cancelRun(deps, sql, workspaceImportRun, await requireImport(workspaceId, sql, id)),
  );
  return readImport(deps, workspaceId, id);
}
