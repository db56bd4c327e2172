import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { WorkspaceExportView } from '@skein/contracts/main/workspace-archives.contract';
import { noteInTrail } from '#platform/audit/audit.store';
import { cancelRun, startRun } from '#platform/bulk-runs/start-run';
import type { RequestActor } from '#platform/http/request-actor';
import { notFound, SkeinError } from '#platform/http/skein-error';
import { deleteFiles } from '#platform/storage/delete-files';
import { archiveRunFields, stateOf } from './archive-state';
import { archiveFolder, workspaceExportRun, type ArchiveDeps } from './workspace-export.run';
import * as store from './workspace-archives.store';

/** What starting one needs: the work itself is a run's. */
export type StartDeps = Pick<ArchiveDeps, 'db' | 'jobs' | 'live' | 'realClock'>;

/** Seconds that an address for a download is good for. */
const linkSeconds = 300;

/** @param realNow real time in milliseconds: an export runs in real time */
function exportView(row: store.ExportRow, realNow: number): WorkspaceExportView {
  const stage = row.place?.stage ?? 'PAUSING';
  const fields = archiveRunFields(row, realNow);
  return {
    ...fields,
    // Rows tell how long the rest takes only while rows are written.
    seconds_left: stage === 'ROWS' ? fields.seconds_left : null,
    id: row.id,
    stage,
    pauses_campaigns: row.pauses_campaigns,
    paused: row.paused,
    files: row.counts.files ?? 0,
    size: row.size === null ? null : Number(row.size),
    sha256: row.sha256,
    expires_at: row.file_key === null ? null : (row.expires_at?.toISOString() ?? null),
  };
}

export const listExports = (deps: ArchiveDeps, { workspaceId }: RequestActor) =>
  deps.db.tenantSql(workspaceId, async (sql) => ({
    exports: (await store.findExports(workspaceId, sql)).map((row) => exportView(row, deps.realClock.now())),
    active_campaigns: (await store.findActiveCampaigns(workspaceId, sql)).length,
  }));

async function requireExport(
  deps: Pick<ArchiveDeps, 'db'>,
  workspaceId: WorkspaceId,
  id: number,
): Promise<store.ExportRow> {
  const [row] = await deps.db.tenantSql(workspaceId, (sql) => store.findExports(workspaceId, sql, { id }));
  if (!row) throw notFound('This export');
  return row;
}

/** The newest export, its state by the name that it has on the wire. */
export const newestExport = async (deps: Pick<ArchiveDeps, 'db'>, workspaceId: WorkspaceId) => {
  const [row] = await deps.db.tenantSql(workspaceId, (sql) => store.findExports(workspaceId, sql));
  return row ? { ...row, state: stateOf(row.status) } : null;
};

export const readExport = async (
  deps: Pick<ArchiveDeps, 'db' | 'realClock'>,
  { workspaceId }: RequestActor,
  id: number,
) => exportView(await requireExport(deps, workspaceId, id), deps.realClock.now());

/** @throws SkeinError CONFLICT while another export or an import is running */
export async function startExport(
  deps: StartDeps,
  { workspaceId, userId }: { workspaceId: WorkspaceId; userId: UserId | null },
  pauses: boolean,
): Promise<WorkspaceExportView> {
  const exportId = await deps.db.tenantSql(workspaceId, async (sql) => {
    if (await store.isArchiving(workspaceId, sql))
      throw new SkeinError('CONFLICT', 'An export or an import of this workspace is running. Wait for it, or stop it.');
    // How many rows there are is counted in the moment that the archive is of.
    const runId = await startRun(deps, sql, workspaceExportRun, { workspaceId, createdBy: userId, total: 0 });
    return store.insertExport(workspaceId, sql, { runId, pauses });
  });
  return exportView(await requireExport(deps, workspaceId, exportId), deps.realClock.now());
}

/** What is being written notices within a second. */
export async function cancelExport(deps: ArchiveDeps, actor: RequestActor, id: number) {
  const { workspaceId } = actor;
  const row = await requireExport(deps, workspaceId, id);
  await deps.db.tenantSql(workspaceId, (sql) => cancelRun(deps, sql, workspaceExportRun, row));
  return readExport(deps, actor, id);
}

export async function deleteExport(
  deps: ArchiveDeps,
  { workspaceId }: RequestActor,
  id: number,
): Promise<{ done: true }> {
  const row = await requireExport(deps, workspaceId, id);
  if (stateOf(row.status) === 'RUNNING') throw new SkeinError('CONFLICT', 'This export is running. Stop it first.');
  await deps.db.tenantSql(workspaceId, (sql) => store.deleteExport(workspaceId, sql, row));
  await deleteArchive(deps, row);
  return { done: true };
}

/** Deletes the archive of an export, and what an attempt left behind that was killed. */
async function deleteArchive(
  { files }: Pick<ArchiveDeps, 'files'>,
  row: { workspace_id: WorkspaceId; id: number; file_key: string | null },
): Promise<void> {
  if (row.file_key) await files.delete(row.file_key);
  await deleteFiles(files, archiveFolder(row.workspace_id, row.id));
}

async function requireArchive(deps: ArchiveDeps, workspaceId: WorkspaceId, id: number): Promise<store.ExportRow> {
  const row = await requireExport(deps, workspaceId, id);
  if (row.status !== 'COMPLETED' || row.file_key === null || row.manifest === null)
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

/** Deletes archives that nobody needs any more; that they were made is kept. */
export async function expireArchives(deps: ArchiveDeps): Promise<void> {
  for (const spent of await store.findSpentArchives(deps.db, new Date(deps.realClock.now()))) {
    if (spent.of === 'workspace_export') await deleteArchive(deps, spent);
    else await deps.files.delete(spent.file_key);
    await deps.db.tenantSql(spent.workspace_id, (sql) => store.forgetArchive(spent.workspace_id, sql, spent));
  }
}
