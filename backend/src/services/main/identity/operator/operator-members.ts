import type { WorkspaceId } from '@skein/contracts/ids';
import type { z } from 'zod';
import type { newPerson } from '@skein/contracts/main/operator-people.contract';
import type { OperatorPersonView } from '@skein/contracts/main/operator-views';
import type { Role } from '@skein/contracts/permissions';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import { mailToPerson } from '../system-mail/system-mail.jobs';
import { deleteMember, stopStrayWebhooks, writeMember } from '../team/team.store';
import { requirePerson, withPerson, type Who } from './operator-people';
import { noteAction } from './operator-log';
import { endOwnership, insertPerson, type OperatedPerson } from './operator-people.store';
import { lockWorkspace } from './operator-workspaces.store';
import type { Operator, OperatorDeps } from './operator.types';

/**
 * Adds a person to a workspace. They get a link by email to set a password, which confirms the address.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION for a workspace that is being deleted, VALIDATION for an address with an account
 */
export const addPerson = (
  deps: OperatorDeps,
  { actor }: Operator,
  workspaceId: WorkspaceId,
  given: z.output<typeof newPerson>,
): Promise<OperatorPersonView> =>
  deps.db.systemSql(async (sql) => {
    const workspace = await lockWorkspace(workspaceId, sql);
    if (!workspace) throw notFound('This workspace');
    if (workspace.deleting_at) throw new SkeinError('ILLEGAL_TRANSITION', `${workspace.name} is being deleted.`);
    const at = new Date(deps.realClock.now());
    const id = await insertPerson(workspaceId, sql, { ...given, isOperator: false, at });
    if (id === null) throw invalidField('email', 'has an account already; an address belongs to one workspace');
    await noteAction(sql, {
      actor,
      action: 'person-added',
      workspace: { id: workspaceId, name: workspace.name },
      email: given.email,
      detail: { role: given.role },
      at,
    });
    await deps.jobs.enqueue(sql, mailToPerson, { kind: 'welcome', email: given.email });
    return (await requirePerson(deps, sql, { id })).view;
  });

/**
 * Deactivates a person (their sessions end) or activates them, or gives another role. A new owner takes the place of
 * the old one, who becomes an administrator: a workspace has exactly one.
 * @throws SkeinError NOT_FOUND, CONFLICT for an owner, a client's login or oneself where that cannot be
 */
export const changePerson = (
  deps: OperatorDeps,
  operator: Operator,
  who: Who,
  change: { status?: 'active' | 'deactivated'; role?: Role },
): Promise<OperatorPersonView> =>
  withPerson(deps, who, async (sql, { view, workspace }, at) => {
    refuseChange(operator, view, change);
    if (change.role === 'OWNER') await endOwnership(workspace.id, sql);
    await writeMember(workspace.id, sql, { member: { id: view.id, status: 'active' }, change, now: at });
    await stopStrayWebhooks(workspace.id, sql, view.id);
    await noteAction(sql, {
      actor: operator.actor,
      action: 'person-changed',
      workspace,
      email: view.email,
      detail: { from: { status: view.status, role: view.role }, to: change },
      at,
    });
  });

/** @throws SkeinError CONFLICT */
function refuseChange(
  operator: Operator,
  view: OperatorPersonView,
  { status, role }: { status?: 'active' | 'deactivated'; role?: Role },
): void {
  if (view.email === operator.actor)
    throw new SkeinError('CONFLICT', 'No one can change their own role or status. Ask another operator.');
  if (view.client !== null && role)
    throw new SkeinError(
      'CONFLICT',
      `${view.email} is the login of a client; its permissions are the agency's to give.`,
    );
  if (view.role === 'OWNER' && view.client === null && role && role !== 'OWNER')
    throw new SkeinError('CONFLICT', 'Make someone else the owner instead: a workspace always has one.');
  const isActive = (status ?? view.status) === 'active';
  if (role === 'OWNER' && (!isActive || !view.is_email_verified))
    throw new SkeinError('CONFLICT', `${view.email} is deactivated or has not confirmed the address yet.`);
}

/**
 * Deletes a person with their sessions and keys; what they made stays the workspace's.
 * @throws SkeinError NOT_FOUND, CONFLICT for an owner, a client's login, an operator, or oneself
 */
export const removePerson = (deps: OperatorDeps, operator: Operator, who: Who): Promise<{ done: true }> =>
  deps.db.systemSql(async (sql) => {
    const person = await requirePerson(deps, sql, who);
    refuseRemoval(operator, person);
    const { view, workspace } = person;
    await deleteMember(workspace.id, sql, view.id);
    await noteAction(sql, {
      actor: operator.actor,
      action: 'person-removed',
      workspace,
      email: view.email,
      detail: { role: view.role },
      at: new Date(deps.realClock.now()),
    });
    return { done: true as const };
  });

/** @throws SkeinError CONFLICT */
function refuseRemoval(operator: Operator, { view }: OperatedPerson): void {
  if (view.email === operator.actor) throw new SkeinError('CONFLICT', 'No one can delete their own account here.');
  if (view.client !== null)
    throw new SkeinError('CONFLICT', `${view.email} is the login of a client: the agency deletes it with the client.`);
  if (view.role === 'OWNER')
    throw new SkeinError('CONFLICT', 'Make someone else the owner first, or delete the workspace.');
  if (view.is_operator) throw new SkeinError('CONFLICT', `${view.email} is an operator. Remove that first.`);
}
