import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { largestArchive, type WorkspaceImportView } from '@skein/contracts/main/workspace-archives.contract';
import type { RequestActor } from '#platform/http/request-actor';
import { notFound, SkeinError } from '#platform/http/skein-error';
import { StorageError } from '#platform/storage/storage-error';
import type { StoredFiles } from '#platform/storage/disk-store';
import type { StartDeps } from './workspace-exports';
import { archivesTopic, type ArchiveDeps } from './run-export';
import * as store from './workspace-archives.store';
import { workspaceImportJob } from './workspace-archives.jobs';

type Importer = Pick<RequestActor, 'workspaceId'> & { userId: UserId | null; isOperator: boolean };

/** Tables that a person counts in. */
const counted: Record<string, string> = {
  campaign: 'campaigns',
  lead: 'leads',
  mailbox: 'mailboxes',
  app_user: 'people',
  intent: 'emails',
};

const importView = (row: store.ImportRow): WorkspaceImportView => ({
  id: row.id,
  state: row.state,
  stage: row.stage,
  file_name: row.file_name,
  workspace_name: row.manifest?.workspace.name ?? null,
  exported_at: row.manifest?.made_at ?? null,
  rows_done: row.rows_done,
  rows_total: row.rows_total,
  files: row.manifest?.files.length ?? 0,
  counts: Object.fromEntries(
    (row.manifest?.tables ?? []).flatMap(({ name, rows }) => (counted[name] ? [[counted[name], rows]] : [])),
  ),
  problem: row.error_text,
  created_at: row.created_at.toISOString(),
  created_by: row.creator ?? 'Operator',
  finished_at: row.finished_at?.toISOString() ?? null,
});

const inUse = (use: string): string => `This workspace has ${use}. An archive is imported into an empty workspace.`;

/** Why an archive cannot come into this workspace; null when it can. Ids come with it, so that nothing of it may be here already. */
async function refusalOf(deps: Pick<ArchiveDeps, 'db'>, { workspaceId, isOperator }: Importer): Promise<string | null> {
  const use = await deps.db.tenantSql(workspaceId, (sql) => store.findUse(workspaceId, sql));
  if (use !== null) return inUse(use);
  if (!isOperator && (await store.hasOthers(deps.db, workspaceId)))
    return 'This installation has other workspaces. Ask its operator to import the archive.';
  return null;
}

export async function listImports(deps: ArchiveDeps, who: Importer) {
  const { workspaceId } = who;
  const rows = await deps.db.tenantSql(workspaceId, (sql) => store.findImports(workspaceId, sql, null));
  return { imports: rows.map(importView), refusal: await refusalOf(deps, who) };
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
  try {
    if (size === 0) throw new SkeinError('VALIDATION', 'The file is empty.', [{ field: 'body', message: 'is empty' }]);
    const importId = await deps.db.tenantSql(workspaceId, async (sql) => {
      if (await store.isArchiving(workspaceId, sql))
        throw new SkeinError(
          'CONFLICT',
          'An export or an import of this workspace is running. Wait for it, or stop it.',
        );
      // Again, now that no other import can begin: one may have ended while this archive streamed in.
      const use = await store.findUse(workspaceId, sql);
      if (use !== null) throw new SkeinError('CONFLICT', inUse(use));
      const id = await store.insertImport(workspaceId, sql, {
        ...{ fileName: given.fileName.replace(/^.*[\\/]/, ''), fileKey, userId },
        at: new Date(deps.realClock.now()),
      });
      await deps.jobs.enqueue(sql, workspaceImportJob, { workspaceId, importId: id });
      await deps.live.publish(sql, workspaceId, [archivesTopic]);
      return id;
    });
    return importView(await requireImport(deps, workspaceId, importId));
  } catch (error) {
    await deps.files.delete(fileKey);
    throw error;
  }
}

async function requireImport(
  deps: Pick<ArchiveDeps, 'db'>,
  workspaceId: WorkspaceId,
  id: number,
): Promise<store.ImportRow> {
  const [row] = await deps.db.tenantSql(workspaceId, (sql) => store.findImports(workspaceId, sql, id));
  if (!row) throw notFound('This import');
  return row;
}

/** @throws SkeinError CONFLICT for one that has not failed or whose archive is gone */
export async function resumeImport(deps: ArchiveDeps, { workspaceId }: RequestActor, id: number) {
  const row = await requireImport(deps, workspaceId, id);
  if (!['FAILED', 'CANCELLED'].includes(row.state) || row.file_key === null)
    throw new SkeinError('CONFLICT', 'Only an import that failed or was stopped can be resumed.');
  await deps.db.tenantSql(workspaceId, async (sql) => {
    if (await store.isArchiving(workspaceId, sql))
      throw new SkeinError('CONFLICT', 'An export or an import of this workspace is running. Wait for it, or stop it.');
    const change = { state: 'RUNNING', error_text: null, finished_at: null } as const;
    await store.writeImport(workspaceId, sql, { id, change, from: ['FAILED', 'CANCELLED'] });
    await deps.jobs.enqueue(sql, workspaceImportJob, { workspaceId, importId: id });
    await deps.live.publish(sql, workspaceId, [archivesTopic]);
  });
  return importView(await requireImport(deps, workspaceId, id));
}

export async function cancelImport(deps: ArchiveDeps, { workspaceId }: RequestActor, id: number) {
  await requireImport(deps, workspaceId, id);
  await deps.db.tenantSql(workspaceId, async (sql) => {
    const at = new Date(deps.realClock.now());
    await store.writeImport(workspaceId, sql, { id, change: { state: 'CANCELLED', finished_at: at } });
    await deps.live.publish(sql, workspaceId, [archivesTopic]);
  });
  return importView(await requireImport(deps, workspaceId, id));
}
