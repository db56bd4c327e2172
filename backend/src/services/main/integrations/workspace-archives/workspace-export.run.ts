import type { WorkspaceId } from '@skein/contracts/ids';
import { archiveDays, largestArchive, type ArchiveManifest } from '@skein/contracts/main/workspace-archives.contract';
import type { BulkRunKind, HeldRun } from '#platform/bulk-runs/bulk-run';
import { StorageError } from '#platform/storage/storage-error';
import type { MainDeps } from '#main/deps';
import { setStatus } from '#campaigns/campaigns.api';
import { writeContents } from './archive-contents';
import { archivesTopic, noteState } from './archive-state';
import { ExportProgress } from './export-progress';
import * as store from './workspace-archives.store';
import { ArchiveWriter } from './write-archive';

export type ArchiveDeps = Pick<
  MainDeps,
  'db' | 'files' | 'live' | 'jobs' | 'realClock' | 'campaignClock' | 'log' | 'config' | 'heavyWork'
>;

const day = 86_400_000;
/** Real ms until an export looks again whether emails of paused campaigns are still being submitted. */
const looksAgainAfter = 5_000;

/** Where the archives of one export lie: each attempt writes one of its own. */
export const archiveFolder = (workspaceId: WorkspaceId, exportId: number): string =>
  `exports/${workspaceId}/${exportId}/`;

/**
 * Exports of a workspace. An archive is as of one moment, which ends with its worker's transaction: the next worker begins again, and
 * nobody has seen what the one before it wrote.
 */
export const workspaceExportRun: BulkRunKind<ArchiveDeps> = {
  kind: 'WORKSPACE_EXPORT',
  topics: { progress: [archivesTopic], end: [archivesTopic] },
  refusalOf: (error) => (error instanceof StorageError && error.status === 413 ? error.message : null),
  troubleOf: (error) => (error instanceof StorageError ? error.message : null),
  brokeOff: (_, error) =>
    error instanceof StorageError ? error.message : 'The export failed. Try again, or ask your operator.',
  async onEnd(sql, { workspace_id: workspaceId, run_id: runId, status }) {
    const [row] = await store.findExports(workspaceId, sql, { runId });
    if (row)
      await noteState(workspaceId, sql, {
        ...{ kind: 'export', id: row.id, label: String(row.id), from: 'RUNNING', to: status },
      });
  },
  async perform(deps, held) {
    const { workspace_id: workspaceId, run_id: runId, fence } = held.run;
    const find = () => deps.db.tenantSql(workspaceId, (sql) => store.findExports(workspaceId, sql, { runId }));
    const [row] = await find();
    if (!row) throw new Error(`The export of run ${runId} is gone.`);
    await held.restart();
    const folder = archiveFolder(workspaceId, row.id);
    await deleteEarlier(deps.files, folder, fence);
    if (row.pauses_campaigns && !(await pauseCampaigns(deps, held, row)))
      return held.pause(deps.realClock.now() + looksAgainAfter);
    const fileKey = `${folder}${fence}.zip`;
    try {
      const written = await writeArchive(deps, held, fileKey);
      const expiresAt = new Date(deps.realClock.now() + archiveDays * day);
      await held.complete((sql) => store.keepArchive(workspaceId, sql, row.id, { ...written, fileKey, expiresAt }));
    } catch (error) {
      // Unless the end was written after all, nobody will ask for it.
      const [now] = await find();
      if (now?.file_key !== fileKey) await deps.files.delete(fileKey);
      throw error;
    }
  },
};

/** Deletes what the attempts before this one left. One that has taken the export since may be done by now: its archive stays. */
async function deleteEarlier(files: ArchiveDeps['files'], folder: string, fence: number): Promise<void> {
  const names: string[] = [];
  for await (const { name } of files.list(folder))
    if (Number.parseInt(name.slice(folder.length), 10) < fence) names.push(name);
  for (const name of names) await files.delete(name);
}

/**
 * Pauses what runs, as the person who exports, who may have left long ago.
 * @returns whether no email is being submitted any more: the outcome of each belongs into the archive
 */
async function pauseCampaigns(deps: ArchiveDeps, held: HeldRun, row: store.ExportRow): Promise<boolean> {
  const { workspace_id: workspaceId } = row;
  const active = await deps.db.tenantSql(workspaceId, (sql) => store.findActiveCampaigns(workspaceId, sql));
  const who = { workspaceId, userId: row.created_by ?? 0, role: 'OWNER', client: null } as const;
  for (const id of active) {
    held.signal.throwIfAborted();
    await setStatus(deps, who, { campaignId: id, action: 'PAUSE' });
    await held.commit(async (sql) => {
      await store.addPaused(workspaceId, sql, row.id);
      return {};
    });
  }
  return (await deps.db.tenantSql(workspaceId, (sql) => store.countSubmitting(workspaceId, sql))) === 0;
}

/** Writes the archive as one stream. */
async function writeArchive(
  deps: ArchiveDeps,
  held: HeldRun,
  fileKey: string,
): Promise<{ size: number; sha256: string; manifest: ArchiveManifest }> {
  const archive = new ArchiveWriter(held.signal);
  const stored = deps.files.put(fileKey, archive.stream, { type: 'application/zip', maximum: largestArchive });
  // Whichever of the two fails first is what is told; the other one ends with it.
  stored.catch((error: Error) => archive.stream.destroy(error));
  try {
    const progress = new ExportProgress(held);
    const manifest = await writeContents(deps, { workspaceId: held.run.workspace_id, archive, progress });
    archive.end();
    const { size } = await stored;
    await progress.finish();
    return { size, sha256: archive.sha256(), manifest };
  } catch (error) {
    archive.stream.destroy(error as Error);
    await stored.catch(() => undefined);
    throw error;
  }
}
