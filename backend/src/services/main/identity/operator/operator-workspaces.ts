import type { WorkspaceId } from '@skein/contracts/ids';
import type { z } from 'zod';
import type { newWorkspace, PlanChange } from '@skein/contracts/main/operator.contract';
import type { OperatorPersonView, OperatorWorkspaceView } from '@skein/contracts/main/operator-views';
import { deletionWaitDays } from '@skein/contracts/constants';
import { dayText } from '#platform/clock/day-text';
import type { SqlClient } from '#platform/db/database';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import { readInstance } from '#platform/instance/instance.store';
import { FENCE_EXPLANATIONS, type FenceReason } from '#platform/instance/sending-fence';
import { readMailProblem, readPlansMode } from '#platform/auth/installation.store';
import { writeDeleteAt } from './erase-workspace.store';
import { firstPlan } from '../accounts/identity.store';
import { operatorRule } from '../people/user-view';
import { mailToPerson } from '../system-mail/system-mail.jobs';
import { deleteWorkspaceJob } from './operator.jobs';
import { findActions } from './operator-actions.store';
import { noteAction } from './operator-log';
import type { Operator, OperatorDeps } from './operator.types';
import { findPeople, insertPerson } from './operator-people.store';
import {
  countInstallation,
  findWorkspace,
  findWorkspaces,
  insertWorkspace,
  lockWorkspace,
  writeDisabled,
  writeEnabled,
  writePlan,
  type LockedWorkspace,
} from './operator-workspaces.store';

type WorkspaceDetail = OperatorWorkspaceView & { members: OperatorPersonView[] };

const clockOf = ({ realClock }: OperatorDeps): Date => new Date(realClock.now());

export async function readInstallation(deps: OperatorDeps) {
  const problem = await readMailProblem(deps.db);
  const watched = await deps.config.watch?.();
  return {
    sign_up: deps.config.signUp ?? ('open' as const),
    plans: await readPlansMode(deps.db),
    contact: deps.config.contact ?? null,
    ...(await countInstallation(deps.db)),
    sending: await readSending(deps),
    system_mail: {
      from: deps.config.systemMail.from,
      needs_tls: deps.config.systemMail.needsTls,
      problem: problem && { message: problem.message, at: problem.at.toISOString() },
    },
    backup: watched?.backup
      ? { schedule: watched.backup.schedule, newest_at: watched.backup.newestAt?.toISOString() ?? null }
      : null,
    key_rotation: watched?.keyRotation ?? null,
    is_sandbox: deps.config.isSandbox,
  };
}

/** What `npm run operator -- status` says. */
async function readSending({ db }: OperatorDeps) {
  const row = await readInstance(db);
  if (!row) return null;
  const reason = row.pausedReason as FenceReason | null;
  return {
    paused: reason !== null,
    since: row.pausedAt?.toISOString() ?? null,
    explanation: reason && FENCE_EXPLANATIONS[reason],
    identity: row.identity,
    starts: row.starts,
  };
}

/** The log of what operators did. @throws SkeinError VALIDATION for a cursor that is none */
export const listActions = (deps: OperatorDeps, query: Parameters<typeof findActions>[1]) =>
  findActions(deps.db, query);

export const listWorkspaces = (deps: OperatorDeps, query: Parameters<typeof findWorkspaces>[1]) =>
  findWorkspaces(deps.db, query, clockOf(deps));

/** @throws SkeinError NOT_FOUND */
export const readWorkspace = (deps: OperatorDeps, workspaceId: WorkspaceId): Promise<WorkspaceDetail> =>
  deps.db.systemSql((sql) => detailOf(deps, sql, workspaceId));

async function detailOf(deps: OperatorDeps, sql: SqlClient, workspaceId: WorkspaceId): Promise<WorkspaceDetail> {
  const now = clockOf(deps);
  const found = await findWorkspace(workspaceId, sql, now);
  if (!found) throw notFound('This workspace');
  return { ...found, members: await findPeople(workspaceId, sql, operatorRule(deps.config), now) };
}

/**
 * Makes a workspace with its owner, who is mailed a link to set a password. Without a plan it begins as a sign-up does.
 * @param options.isOperator whether the owner runs the installation; `isMailed: false` leaves the mail out, for a link
 * that is handed over otherwise
 * @throws SkeinError VALIDATION when the address has an account already
 */
export async function createWorkspace(
  deps: OperatorDeps,
  { actor }: Operator,
  given: z.output<typeof newWorkspace>,
  options: { isOperator?: boolean; isMailed?: boolean } = {},
): Promise<WorkspaceDetail> {
  const at = clockOf(deps);
  const begins = firstPlan(await readPlansMode(deps.db), at);
  return deps.db.systemSql(async (sql) => {
    const id = await insertWorkspace(sql, { name: given.name, at });
    const { trial_start_at: _, ...plan } = begins;
    await writePlan(id, sql, {
      ...plan,
      plan_type: plan.plan_type as PlanChange['plan_type'],
      trial_end_at: plan.trial_end_at?.toISOString() ?? null,
      ...checkedChange(given.plan ?? {}),
    });
    const owner = await insertPerson(id, sql, {
      name: given.owner_name,
      email: given.owner_email,
      role: 'OWNER',
      isOperator: options.isOperator ?? false,
      at,
    });
    if (owner === null)
      throw invalidField('owner_email', 'has an account already; an address belongs to one workspace');
    await noteAction(sql, {
      actor,
      action: 'workspace-created',
      workspace: { id, name: given.name },
      email: given.owner_email,
      detail: { ...given.plan, ...(options.isOperator ? { is_operator: true } : {}) },
      at,
    });
    if (options.isMailed !== false)
      await deps.jobs.enqueue(sql, mailToPerson, { kind: 'welcome', email: given.owner_email });
    return detailOf(deps, sql, id);
  });
}

/** A plan that cannot be: a trial is no subscription. @throws SkeinError VALIDATION */
function checkedChange(change: PlanChange): PlanChange {
  if (change.plan_type === 'trial' && change.is_subscribed === true)
    throw invalidField('is_subscribed', 'must be false for a trial; its end is trial_end_at');
  return change;
}

/** Changes plan, end and limits, and notes what each was before. @throws SkeinError NOT_FOUND, VALIDATION */
export const changePlan = (deps: OperatorDeps, { actor }: Operator, workspaceId: WorkspaceId, change: PlanChange) =>
  withWorkspace(deps, workspaceId, async (sql, before) => {
    await writePlan(workspaceId, sql, checkedChange(change));
    const names = Object.keys(change) as (keyof PlanChange)[];
    await noteAction(sql, {
      actor,
      action: 'plan-changed',
      workspace: { id: workspaceId, name: before.name },
      detail: {
        from: Object.fromEntries(names.map((name) => [name, before[name]])),
        to: Object.fromEntries(names.map((name) => [name, change[name]])),
      },
      at: clockOf(deps),
    });
  });

/** Nobody shuts themselves out from the page. @throws SkeinError ILLEGAL_TRANSITION */
function refuseOwn(operator: Operator, workspaceId: WorkspaceId, what: string): void {
  if (operator.workspaceId === workspaceId)
    throw new SkeinError(
      'ILLEGAL_TRANSITION',
      `You are logged in to this workspace. To ${what} it anyway, run npm run operator on the server.`,
    );
}

/**
 * Stops all sending of a workspace and lets nobody in. What it has is kept, and links in emails that were sent,
 * unsubscribing above all, keep working.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION
 */
export const disableWorkspace = (deps: OperatorDeps, operator: Operator, workspaceId: WorkspaceId, reason: string) =>
  withWorkspace(deps, workspaceId, async (sql, { name }) => {
    const { actor } = operator;
    refuseOwn(operator, workspaceId, 'disable');
    const at = clockOf(deps);
    await writeDisabled(workspaceId, sql, { reason, at, isDeleting: false });
    await noteAction(sql, {
      actor,
      action: 'workspace-disabled',
      workspace: { id: workspaceId, name },
      detail: { reason },
      at,
    });
  });

/** @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION for a workspace that is being deleted */
export const enableWorkspace = (deps: OperatorDeps, { actor }: Operator, workspaceId: WorkspaceId) =>
  withWorkspace(deps, workspaceId, async (sql, { name }) => {
    await writeEnabled(workspaceId, sql);
    await noteAction(sql, {
      actor,
      action: 'workspace-enabled',
      workspace: { id: workspaceId, name },
      at: clockOf(deps),
    });
  });

/**
 * Disables a workspace, and deletes it with everything in it when its waiting time is over, or at once. Until then
 * enabling it takes that back.
 * @param given its exact name, and whether it is deleted without a wait
 * @throws SkeinError NOT_FOUND, VALIDATION, ILLEGAL_TRANSITION
 */
export async function deleteWorkspace(
  deps: OperatorDeps,
  operator: Operator,
  workspaceId: WorkspaceId,
  given: { name: string; at_once?: boolean },
): Promise<{ done: true }> {
  await deps.db.systemSql(async (sql) => {
    const found = await lockWorkspace(workspaceId, sql);
    if (!found) throw notFound('This workspace');
    refuseOwn(operator, workspaceId, 'delete');
    if (found.is_demo)
      throw new SkeinError('ILLEGAL_TRANSITION', 'The demo workspace belongs to the sandbox and cannot be deleted.');
    const { actor } = operator;
    if (given.name !== found.name) throw invalidField('name', `must be the exact name of the workspace: ${found.name}`);
    const at = clockOf(deps);
    const deleteAt = given.at_once ? at : new Date(at.getTime() + deletionWaitDays * 86_400_000);
    const reason = given.at_once ? 'It is being deleted' : `It is deleted on ${dayText(deleteAt)}`;
    await writeDisabled(workspaceId, sql, { reason, at, isDeleting: given.at_once === true });
    await writeDeleteAt(workspaceId, sql, deleteAt);
    await noteAction(sql, {
      actor,
      action: 'workspace-deletion-started',
      workspace: { id: workspaceId, name: found.name },
      detail: { delete_at: deleteAt.toISOString() },
      at,
    });
    await deps.jobs.enqueue(
      sql,
      deleteWorkspaceJob,
      { workspaceId, actor },
      { key: `delete-workspace:${workspaceId}`, runAt: deleteAt },
    );
  });
  return { done: true };
}

/** A change of one workspace in one transaction; answers with how it is afterwards. @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION */
const withWorkspace = (
  deps: OperatorDeps,
  workspaceId: WorkspaceId,
  change: (sql: SqlClient, before: LockedWorkspace) => Promise<void>,
): Promise<WorkspaceDetail> =>
  deps.db.systemSql(async (sql) => {
    const before = await lockWorkspace(workspaceId, sql);
    if (!before) throw notFound('This workspace');
    if (before.deleting_at) throw new SkeinError('ILLEGAL_TRANSITION', `${before.name} is being deleted.`);
    await change(sql, before);
    return detailOf(deps, sql, workspaceId);
  });
