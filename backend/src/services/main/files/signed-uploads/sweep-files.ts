import type { WorkspaceId } from '@skein/contracts/ids';
import type { MainDeps } from '#main/deps';
import {
  findNamedFiles,
  findSignedFiles,
  findWorkspacesWithLeftFiles,
  forgetBlockUploads,
  forgetLeadUploads,
  forgetSignedFiles,
  forgetUnusedFiles,
} from './signed-files.store';

const day = 86_400_000;
/** Days (real time) after which a file that nobody used is deleted: a draft may well lie over a weekend. */
const daysKept = 7;
/** Files of one workspace in one night, and uploads in one transaction. */
const most = 2_000;
const atOnce = 50;

type SweepDeps = Pick<MainDeps, 'db' | 'files' | 'realClock' | 'live' | 'log'>;

/**
 * Deletes, of every workspace, files that were uploaded and that nothing has named since, files of uploads of leads
 * that are over or were never begun, and uploads of the block list that were never begun. A row goes with its file or
 * stays for the next night, so that a crash leaves none behind.
 */
export async function sweepFiles(deps: SweepDeps): Promise<void> {
  const before = new Date(deps.realClock.now() - daysKept * day);
  const failures: unknown[] = [];
  for (const workspaceId of await findWorkspacesWithLeftFiles(deps.db, before)) {
    try {
      const files = (await sweepSigned(deps, workspaceId, before)) + (await sweepUploads(deps, workspaceId, before));
      if (files > 0) deps.log.info({ workspace: workspaceId, files }, 'files that no one used are deleted');
    } catch (error) {
      // The others are swept all the same.
      deps.log.error({ workspace: workspaceId, error }, 'files that no one used could not be deleted');
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Files of ${failures.length} workspaces could not be swept.`);
}

async function sweepSigned(deps: SweepDeps, workspaceId: WorkspaceId, before: Date): Promise<number> {
  const { keys, named } = await deps.db.tenantSql(workspaceId, async (sql) => {
    const keys = await findSignedFiles(workspaceId, sql, before, most);
    return { keys, named: keys.length === 0 ? new Set<string>() : await findNamedFiles(workspaceId, sql) };
  });
  const unused = keys.filter((key) => !named.has(key));
  let deleted = 0;
  for (let from = 0; from < unused.length; from += atOnce)
    deleted += await sweepSomeSigned(deps, workspaceId, unused.slice(from, from + atOnce), before);
  const used = keys.filter((key) => named.has(key));
  if (used.length > 0) await deps.db.tenantSql(workspaceId, (sql) => forgetSignedFiles(workspaceId, sql, used));
  return deleted;
}

/**
 * Files whose rows nobody took up meanwhile. Whoever saves a text holds the rows of the files that it names
 * (`hold_named_files`): deleting them waits for that, and the texts are looked at again behind it. A text that is saved
 * later finds its file gone.
 */
const sweepSomeSigned = (
  deps: SweepDeps,
  workspaceId: WorkspaceId,
  unused: readonly string[],
  before: Date,
): Promise<number> =>
  deps.db.tenantSql(workspaceId, async (sql) => {
    const forgotten = await forgetUnusedFiles(workspaceId, sql, unused, before);
    const named = forgotten.length === 0 ? new Set<string>() : await findNamedFiles(workspaceId, sql);
    const left = forgotten.filter((key) => !named.has(key));
    for (const key of left) await deps.files.delete(key);
    return left.length;
  });

async function sweepUploads(deps: SweepDeps, workspaceId: WorkspaceId, before: Date): Promise<number> {
  for (let deleted = 0; ;) {
    const done = await sweepSomeUploads(deps, workspaceId, before);
    deleted += done;
    if (done === 0 || deleted >= most) return deleted;
  }
}

/** The files go inside the transaction: when one cannot be deleted, the rows stay as they are and are found again. */
const sweepSomeUploads = (deps: SweepDeps, workspaceId: WorkspaceId, before: Date): Promise<number> =>
  deps.db.tenantSql(workspaceId, async (sql) => {
    const keys = [
      ...(await forgetLeadUploads(workspaceId, sql, {
        before,
        at: new Date(deps.realClock.now()),
        error: `It was not begun within ${daysKept} days, so its file was deleted. Send the file again to import it.`,
        limit: atOnce,
      })),
      ...(await forgetBlockUploads(workspaceId, sql, before, atOnce)),
    ];
    for (const key of keys) await deps.files.delete(key);
    if (keys.length > 0) await deps.live.publish(sql, workspaceId, ['uploads', 'block-list']);
    return keys.length;
  });
