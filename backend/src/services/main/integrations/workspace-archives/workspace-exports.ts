import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { WorkspaceExportView } from '@skein/contracts/main/workspace-archives.contract';
import { noteInTrail } from '#platform/audit/audit.store';
import type { RequestActor } from '#platform/http/request-actor';
import { notFound, SkeinError } from '#platform/http/skein-error';
import { archivesTopic, type ArchiveDeps } from './run-export';
import * as store from './workspace-archives.store';
import { workspaceExportJob } from './workspace-archives.jobs';

/** What starting one needs: the work itself is a job's. */
export type StartDeps = Pick<ArchiveDeps, 'db' | 'jobs' | 'live' | 'realClock'>;

/** Seconds that an address for a download is good for. */
const linkSeconds = 300;

const exportView = (row: store.ExportRow): WorkspaceExportView => ({
  id: row.id,
  state: row.state,
  stage: row.stage,
  pauses_campaigns: row.pauses_campaigns,
  paused: row.paused,
  rows_done: row.rows_done,
  rows_total: row.rows_total,
  files: row.files,
  size: row.size === null ? null : Number(row.size),
  sha256: row.sha256,
  problem: row.error_text,
  created_at: row.created_at.toISOString(),
  created_by: row.creator ?? 'Operator',
  finished_at: row.finished_at?.toISOString() ?? null,
  expires_at: row.file_key === null ? null : (row.expires_at?.toISOString() ?? null),
});

export const listExports = (deps: ArchiveDeps, { workspaceId }: RequestActor) =>
  deps.db.tenantSql(workspaceId, async (sql) => ({
    exports: (await store.findExports(workspaceId, sql, null)).map(exportView),
    active_campaigns: (await store.findActiveCampaigns(workspaceId, sql)).length,
  }));

async function requireExport(
  deps: Pick<ArchiveDeps, 'db'>,
  workspaceId: WorkspaceId,
  id: number,
): Promise<store.ExportRow> {
  const [row] = await deps.db.tenantSql(workspaceId, (sql) => store.findExports(workspaceId, sql, id));
  if (!row) throw notFound('This export');
  return row;
}

export const newestExport = async (deps: Pick<ArchiveDeps, 'db'>, workspaceId: WorkspaceId) =>
  (await deps.db.tenantSql(workspaceId, (sql) => store.findExports(workspaceId, sql, null)))[0] ?? null;

export const readExport = async (deps: ArchiveDeps, { workspaceId }: RequestActor, id: number) =>
  exportView(await requireExport(deps, workspaceId, id));

/** @throws SkeinError CONFLICT while another export or an import is running */
export async function startExport(
  deps: StartDeps,
  { workspaceId, userId }: { workspaceId: WorkspaceId; userId: UserId | null },
  pauses: boolean,
): Promise<WorkspaceExportView> {
  const exportId = await deps.db.tenantSql(workspaceId, async (sql) => {
    if (await store.isArchiving(workspaceId, sql))
      throw new SkeinError('CONFLICT', 'An export or an import of this workspace is running. Wait for it, or stop it.');
    const at = new Date(deps.realClock.now());
    const id = await store.insertExport(workspaceId, sql, { pauses, userId, at });
    await deps.jobs.enqueue(sql, workspaceExportJob, { workspaceId, exportId: id });
    await deps.live.publish(sql, workspaceId, [archivesTopic]);
    return id;
  });
  return exportView(await requireExport(deps, workspaceId, exportId));
}

/** What is being written notices within a second. */
export async function cancelExport(deps: ArchiveDeps, { workspaceId }: RequestActor, id: number) {
  await requireExport(deps, workspaceId, id);
  await deps.db.tenantSql(workspaceId, async (sql) => {
    const at = new Date(deps.realClock.now());
    await store.writeExport(workspaceId, sql, { id, change: { state: 'CANCELLED', finished_at: at } });
    await deps.live.publish(sql, workspaceId, [archivesTopic]);
  });
  return exportView(await requireExport(deps, workspaceId, id));
}

export async function deleteExport(
  deps: ArchiveDeps,
  { workspaceId }: RequestActor,
  id: number,
): Promise<{ done: true }> {
  const row = await requireExport(deps, workspaceId, id);
  if (row.state === 'RUNNING') throw new SkeinError('CONFLICT', 'This export is running. Stop it first.');
  await deps.db.tenantSql(workspaceId, (sql) => store.deleteExport(workspaceId, sql, id));
  if (row.file_key) await deps.files.delete(row.file_key);
  return { done: true };
}

async function requireArchive(deps: ArchiveDeps, workspaceId: WorkspaceId, id: number): Promise<store.ExportRow> {
  const row = await requireExport(deps, workspaceId, id);
  if (row.state !== 'DONE' || row.file_key === null || row.manifest === null)
    throw new SkeinError('NOT_FOUND', 'This export has no archive: it is not finished, or its seven days are over.');
  return row;
}

export const readManifest = async (deps: ArchiveDeps, { workspaceId }: RequestActor, id: number) =>
  (await requireArchive(deps, workspaceId, id)).manifest as NonNullable<store.ExportRow['manifest']>;

/** An address for the browser's own download: an archive is too large for a page's memory. Each one is an entry of the history. */
export async function linkArchive(deps: ArchiveDeps, { workspaceId }: RequestActor, id: number) {
  const row = await requireArchive(deps, workspaceId, id);
  await deps.db.tenantSql(workspaceId, (sql) =>
    noteInTrail(workspaceId, sql, { kind: 'export', action: 'downloaded', objectId: String(id), label: String(id) }),
  );
  const name = `skein-workspace-${workspaceId}-${row.created_at.toISOString().slice(0, 10)}.zip`;
  return {
    url: deps.files.signGet(row.file_key as string, { seconds: linkSeconds, saveAs: name }),
    expires_at: new Date(deps.realClock.now() + linkSeconds * 1000).toISOString(),
  };
}

/** Deletes archives whose time is over; that they were made is kept. */
export async function expireArchives(deps: ArchiveDeps): Promise<void> {
  for (const { workspace_id: workspaceId, id, file_key: key } of await store.findExpired(
    deps.db,
    new Date(deps.realClock.now()),
  )) {
    await deps.files.delete(key);
    await deps.db.tenantSql(workspaceId, (sql) =>
      store.writeExport(workspaceId, sql, { id, change: { file_key: null }, from: ['DONE'] }),
    );
  }
}
