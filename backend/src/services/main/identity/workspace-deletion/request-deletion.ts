import { createClient } from '@skein/contracts/client';
import { deletionWaitDays } from '@skein/contracts/constants';
import { billingContract } from '@skein/contracts/subscription/billing.contract';
import type { RequestActor } from '#platform/http/request-actor';
import { credentialsOf } from '#platform/http/service-deps';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { deleteWorkspaceJob } from '../operator/operator.jobs';
import { lockWorkspace, type LockedWorkspace } from '../operator/operator-workspaces.store';
import { writeDeleteAt } from '../operator/erase-workspace.store';
import { mailToPerson } from '../system-mail/system-mail.jobs';

type DeletionView = { delete_at: string | null };
const viewOf = ({ delete_at: at }: LockedWorkspace): DeletionView => ({ delete_at: at?.toISOString() ?? null });

/** When the workspace is deleted; null where it is kept. */
export const readDeletion = (deps: Pick<MainDeps, 'db'>, { workspaceId }: RequestActor): Promise<DeletionView> =>
  deps.db.systemSql(async (sql) => viewOf((await lockWorkspace(workspaceId, sql)) as LockedWorkspace));

/**
 * Deletes the workspace with everything in it when the waiting time is over. Its subscription is cancelled first:
 * nobody pays for what goes. The owner is told by email. Asking again changes nothing.
 * @param name the exact name of the workspace
 * @throws SkeinError VALIDATION, ILLEGAL_TRANSITION for the sandbox's demo
 */
export async function requestDeletion(
  deps: MainDeps,
  actor: RequestActor,
  name: string,
  request: Request,
): Promise<DeletionView> {
  const { workspaceId, email } = actor;
  const found = await deps.db.systemSql((sql) => lockWorkspace(workspaceId, sql));
  if (!found) throw new SkeinError('NOT_FOUND');
  if (found.is_demo)
    throw new SkeinError('ILLEGAL_TRANSITION', 'The demo workspace belongs to the sandbox and cannot be deleted.');
  if (name !== found.name) throw invalidField('name', `must be the exact name of the workspace: ${found.name}`);
  if (found.delete_at) return viewOf(found);
  await cancelSubscription(deps, request);
  const at = deps.realClock.now();
  const deleteAt = new Date(at + deletionWaitDays * 86_400_000);
  await deps.db.systemSql(async (sql) => {
    await writeDeleteAt(workspaceId, sql, deleteAt);
    await deps.jobs.enqueue(
      sql,
      deleteWorkspaceJob,
      { workspaceId, actor: email },
      { key: `delete-workspace:${workspaceId}`, runAt: deleteAt },
    );
    await deps.jobs.enqueue(sql, mailToPerson, { kind: 'workspace-deletion', email });
  });
  return { delete_at: deleteAt.toISOString() };
}

/** Nothing to cancel, or nobody who takes payments, is no error. */
async function cancelSubscription(deps: MainDeps, request: Request): Promise<void> {
  try {
    await createClient(billingContract, deps.callServices(credentialsOf(request))).cancelSubscription({
      body: { reason: 'none' },
    });
  } catch (error) {
    const isNone = error instanceof SkeinError && ['ILLEGAL_TRANSITION', 'CONFLICT'].includes(error.code);
    if (!isNone) throw error;
  }
}

/** Keeps the workspace. @throws SkeinError ILLEGAL_TRANSITION when its rows are being removed already */
export const cancelDeletion = (deps: Pick<MainDeps, 'db'>, { workspaceId }: RequestActor): Promise<DeletionView> =>
  deps.db.systemSql(async (sql) => {
    const found = (await lockWorkspace(workspaceId, sql)) as LockedWorkspace;
    if (found.deleting_at) throw new SkeinError('ILLEGAL_TRANSITION', 'This workspace is being deleted.');
    await writeDeleteAt(workspaceId, sql, null);
    return { delete_at: null };
  });
