import type { WorkspaceId } from '@skein/contracts/ids';
import { randomUUID } from 'node:crypto';
import { SkeinError } from '#platform/http/skein-error';
import { noteOperatorAction, readWorkspace, type Operator, type OperatorDeps } from '#identity/identity.api';
import { findBalance, postCredits } from './credits.store';

/**
 * Gives a workspace verification credits that nobody pays for, as installations without card payments do.
 * @returns the balance afterwards
 * @throws SkeinError NOT_FOUND, VALIDATION for a number of credits that is none
 */
export async function grantCredits(
  deps: OperatorDeps,
  { actor }: Operator,
  workspaceId: WorkspaceId,
  credits: number,
): Promise<{ name: string; balance: number }> {
  if (!Number.isInteger(credits) || credits < 1 || credits > 10_000_000)
    throw new SkeinError('VALIDATION', `credits: must be a whole number from 1 to 10,000,000, not ${credits}.`);
  const { name } = await readWorkspace(deps, workspaceId);
  return deps.db.systemSql(async (sql) => {
    const at = new Date(deps.realClock.now());
    await postCredits(workspaceId, sql, {
      kind: 'GRANT',
      credits,
      key: `grant:${randomUUID()}`,
      userId: null,
      at,
    });
    await noteOperatorAction(sql, {
      actor,
      action: 'credits-granted',
      workspace: { id: workspaceId, name },
      detail: { credits },
      at,
    });
    return { name, balance: await findBalance(workspaceId, sql) };
  });
}
