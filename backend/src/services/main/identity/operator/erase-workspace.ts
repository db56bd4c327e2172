import type { WorkspaceId } from '@skein/contracts/ids';
import type { z } from 'zod';
import { deleteFiles } from '#platform/storage/delete-files';
import type { MainDeps } from '#main/deps';
import type { deleteWorkspaceJob } from './operator.jobs';
import { noteAction } from './operator-log';
import {
  beginDeleting,
  countSubmitting,
  eraseSomeRows,
  erasedTables,
  eraseWorkspaceRow,
  findDeleting,
  findProviderAccounts,
  stopRuns,
} from './erase-workspace.store';

type EraseDeps = Pick<MainDeps, 'db' | 'files' | 'realClock' | 'log' | 'linkedIn'>;

/** How the names of a workspace's files begin (uploads, exports, attachments, received files, pictures). */
const beginningsOf = (workspaceId: WorkspaceId): string[] => [
  ...['uploads', 'exports', 'sequences', 'inbox', 'brand'].map((folder) => `${folder}/${workspaceId}/`),
  ...['profile', 'sequence', 'assets'].map((folder) => `images/${folder}/${workspaceId}-`),
];

/**
 * Removes everything of a workspace that is marked as deleting: rows in portions, so that nobody else waits, then the
 * workspace itself with what is left, and its files. May be stopped and repeated at any point.
 * @throws Error while an email may still be leaving, or a LinkedIn account could not be taken out at its provider, to be tried again
 */
export async function eraseWorkspace(
  deps: EraseDeps,
  { workspaceId, actor }: z.output<typeof deleteWorkspaceJob.payload>,
  signal?: AbortSignal,
): Promise<void> {
  await beginDeleting(deps.db, workspaceId, new Date(deps.realClock.now()));
  const name = await findDeleting(deps.db, workspaceId);
  if (name === null) return;
  if ((await countSubmitting(deps.db, workspaceId)) > 0)
    throw new Error('An email of this workspace may be leaving in this moment; it is deleted a little later.');
  // Otherwise they stay signed in there, and paid for, and nobody knows of them any more.
  if (deps.linkedIn)
    for (const account of await findProviderAccounts(deps.db, workspaceId, deps.linkedIn.name)) {
      signal?.throwIfAborted();
      await deps.linkedIn.removeAccount(account);
    }
  await stopRuns(deps.db, workspaceId, new Date(deps.realClock.now()));
  let rows = 0;
  for (const table of erasedTables)
    for (let erased = -1; erased !== 0; rows += erased) {
      signal?.throwIfAborted();
      erased = await eraseSomeRows(deps.db, workspaceId, table);
    }
  let files = 0;
  for (const beginning of beginningsOf(workspaceId)) files += await deleteFiles(deps.files, beginning);
  await deps.db.systemSql(async (sql) => {
    await eraseWorkspaceRow(workspaceId, sql);
    await noteAction(sql, {
      actor,
      action: 'workspace-deleted',
      workspace: { id: workspaceId, name },
      detail: { rows, files },
      at: new Date(deps.realClock.now()),
    });
  });
  deps.log.info({ workspace: workspaceId, rows, files }, 'a workspace was deleted');
}
