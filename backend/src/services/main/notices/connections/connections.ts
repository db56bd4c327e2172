import type { WorkspaceId } from '@skein/contracts/ids';
import type { Vault } from '#platform/crypto/vault';
import type { Database } from '#platform/db/database';
import type { IntegrationError } from '#platform/integrations/integration-access';
import { findConnection, findConnectionOf, markFailing, markWorking, writeCredentials } from './connection.store';
import type { ConnectionRow } from './connection.store';
import { sealCredentials, type Credentials } from './credentials';

type Deps = { db: Database };
/** Which connection of a workspace: by its id, as loops ask without a person, or the one to a product. */
type Which = { id: number } | { kind: ConnectionRow['kind'] };

/** A connection of a workspace; null without one. */
export const readConnection = (deps: Deps, workspaceId: WorkspaceId, which: Which): Promise<ConnectionRow | null> =>
  'id' in which ? findConnection(deps.db, workspaceId, which.id) : findConnectionOf(deps.db, workspaceId, which.kind);

/** Something went through a connection. A paused one stays paused. @param at real time */
export const connectionWorks = (deps: Deps, row: Pick<ConnectionRow, 'workspace_id' | 'id'>, at: Date): Promise<void> =>
  markWorking(deps.db, row.workspace_id, row.id, at);

/**
 * What a vendor refused. Credentials or settings that it does not take stop a connection until a person acts;
 * everything else passes by itself.
 * @param at real time
 * @returns whether a person has to act
 */
export async function connectionFails(
  deps: Deps,
  row: Pick<ConnectionRow, 'workspace_id' | 'id'>,
  error: IntegrationError,
  at: Date,
): Promise<boolean> {
  if (error.kind !== 'AUTH' && error.kind !== 'CONFIG') return false;
  await markFailing(deps.db, row.workspace_id, row.id, { code: error.code, text: error.message, at });
  return true;
}

/** Keeps renewed credentials of a connection, sealed. */
export const renewCredentials = (
  deps: Deps & { vault: Vault },
  row: Pick<ConnectionRow, 'workspace_id' | 'id' | 'kind'>,
  credentials: Credentials,
): Promise<void> =>
  writeCredentials(
    deps.db,
    row.workspace_id,
    row.id,
    sealCredentials(deps.vault, row.workspace_id, row.kind, credentials),
  );
