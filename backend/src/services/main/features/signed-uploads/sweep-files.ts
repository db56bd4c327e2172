import type { MainDeps } from '../../deps';
import { findNamedFiles, findSignedFiles, findWorkspacesWithLeftFiles, forgetBlockUploads, forgetLeadUploads, forgetSignedFiles } from './signed-files.store';

const day = 86_400_000;
/** Days (real time) after which a file that nobody used is deleted: a draft may well lie over a weekend. */
export const daysKept = 7;
/** Files of one workspace in one night. */
const most = 2_000;

type SweepDeps = Pick<MainDeps, 'db' | 'files' | 'realClock' | 'live' | 'log'>;

/**
 * Deletes, of every workspace, files that were uploaded and that nothing has named since, files of uploads of leads that are over or were never
 * begun, and uploads of the block list that were never begun. A row goes with its file or stays for the next night, so that a crash leaves none behind.
 */
export async function sweepFiles(deps: SweepDeps): Promise<void> {
  const before = new Date(deps.realClock.now() - daysKept * day);
  for (const workspaceId of await findWorkspacesWithLeftFiles(deps.db, before)) {
    const files = await sweepSigned(deps, workspaceId, before) + await sweepUploads(deps, workspaceId, before);
    if (files > 0) deps.log.info({ workspace: workspaceId, files }, 'files that nobody used are deleted');
  }
}

async function sweepSigned(deps: SweepDeps, workspaceId: number, before: Date): Promise<number> {
  const { keys, named } = await deps.db.tenantSql(workspaceId, async (sql) => {
    const keys = await findSignedFiles(workspaceId, sql, before, most);
    return { keys, named: keys.length === 0 ? new Set<string>() : await findNamedFiles(workspaceId, sql) };
  });
  const unused = keys.filter((key) => !named.has(key));
  for (const key of unused) await deps.files.delete(key);
  if (keys.length > 0) await deps.db.tenantSql(workspaceId, (sql) => forgetSignedFiles(workspaceId, sql, keys));
  return unused.length;
}

/** The file goes inside the transaction: when it cannot be deleted, its row stays as it is and is found again. */
const sweepUploads = (deps: SweepDeps, workspaceId: number, before: Date): Promise<number> => deps.db.tenantSql(workspaceId, async (sql) => {
  const keys = [
    ...(await forgetLeadUploads(workspaceId, sql, before, new Date(deps.realClock.now()), `It was not begun within ${daysKept} days, so its file was deleted. Send the file again to import it.`, most)),
    ...(await forgetBlockUploads(workspaceId, sql, before)),
  ];
  for (const key of keys) await deps.files.delete(key);
  if (keys.length > 0) await deps.live.publish(sql, workspaceId, ['uploads', 'block-list']);
  return keys.length;
});
