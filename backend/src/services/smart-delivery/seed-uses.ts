import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { SkeinError } from '#platform/http/skein-error';
import type { OwnSeedPorts } from './own-seed-ports';
import * as store from './seeds.store';

const words = {
  sender: { is: 'sends emails for a workspace', instead: 'Connect a mailbox that never sends.' },
  pool: { is: 'is in the warmup pool', instead: 'Connect a mailbox that nothing else reads.' },
  lead: { is: 'is a lead of a workspace', instead: 'Connect a mailbox that no campaign writes to.' },
  blocked: { is: 'is on a block list of this workspace', instead: 'Connect another mailbox.' },
  seed: { is: 'is or was a seed of another owner', instead: 'Connect another mailbox.' },
  /** Workspaces get no other words about what an address is to others. */
  other: { is: 'can’t be a seed', instead: 'Connect another mailbox.' },
} as const;

/** Why a mailbox cannot be a seed. */
export const seedConflict = (email: string, use: keyof typeof words): SkeinError =>
  new SkeinError('CONFLICT', `${email} ${words[use].is}. ${words[use].instead}`, [
    { field: 'email', message: words[use].is },
  ]);

/** A mailbox that sends, warms up or gets campaign emails would change what it measures. For operators. @throws SkeinError CONFLICT */
export async function refuseAnyUse(sql: SqlClient, email: string, owner: number | null): Promise<void> {
  const use = await store.otherUseOf(sql, email, owner);
  if (use !== null) throw seedConflict(email, use);
}

/**
 * What the workspace itself uses an address for; what it is to others is no concern of who has not proved to own it.
 * @throws SkeinError CONFLICT
 */
export async function refuseOwnUse(
  { isBlocked }: OwnSeedPorts,
  sql: SqlClient,
  email: string,
  workspaceId: WorkspaceId,
): Promise<void> {
  const use = await store.ownUseOf(sql, email, workspaceId);
  if (use !== null) throw seedConflict(email, use);
  if (await isBlocked(sql, workspaceId, email)) throw seedConflict(email, 'blocked');
}

/** Any use of an address that a workspace has proved to own. @throws SkeinError CONFLICT */
export async function refuseProvedUse(
  ports: OwnSeedPorts,
  sql: SqlClient,
  email: string,
  workspaceId: WorkspaceId,
): Promise<void> {
  await refuseOwnUse(ports, sql, email, workspaceId);
  if ((await store.otherUseOf(sql, email, workspaceId)) !== null) throw seedConflict(email, 'other');
}
