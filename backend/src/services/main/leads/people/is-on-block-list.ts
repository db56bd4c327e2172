import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';
import { erasureHash } from '../lead-rows/erasure-hash';
import { hasBlockEntry } from './has-block-entry.store';
import { findSuppressions } from './import-batch.store';

/**
 * Whether an address must not be emailed: it, its domain or one above it is on the block list, of the workspace or of one client of
 * the agency, it was erased, or it is a seed of placement tests.
 */
export async function isOnBlockList(
  deps: Pick<MainDeps, 'masterKey'>,
  sql: SqlClient,
  workspaceId: WorkspaceId,
  { email, clientScope }: { email: string; clientScope: number },
): Promise<boolean> {
  const listed = await findSuppressions(workspaceId, sql, {
    clientScope,
    emails: [email],
    domains: [email.slice(email.lastIndexOf('@') + 1)],
    hashOf: erasureHash(deps.masterKey, workspaceId),
  });
  return listed.size > 0;
}

/** Whether any block list of a workspace names an address or its hash, or covers its domain, also that of one client of the agency. */
export const isOnAnyBlockList = (
  deps: Pick<MainDeps, 'masterKey'>,
  sql: SqlClient,
  workspaceId: WorkspaceId,
  email: string,
): Promise<boolean> =>
  hasBlockEntry(workspaceId, sql, {
    email,
    domain: email.slice(email.lastIndexOf('@') + 1),
    hash: erasureHash(deps.masterKey, workspaceId)(email),
  });
