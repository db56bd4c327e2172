import type { WorkspaceId } from '@skein/contracts/ids';
import type { Vault } from '#platform/crypto/vault';
import type { ConnectionRow } from './connection.store';

/** What opens a connection: an OAuth token, a key, or the secret address of a webhook. */
export interface Credentials {
  token?: string;
  refreshToken?: string;
  /** Milliseconds since 1970. */ expiresAt?: number;
  /** The secret address of an incoming webhook. */ url?: string;
}

/** Credentials of one kind never open as another's. */
export const connectionContext = (workspaceId: WorkspaceId, kind: string) => `integration:${workspaceId}:${kind}`;

export const sealCredentials = (
  vault: Vault,
  workspaceId: WorkspaceId,
  kind: string,
  credentials: Credentials,
): Buffer => vault.seal(JSON.stringify(credentials), connectionContext(workspaceId, kind));

export const openCredentials = (
  vault: Vault,
  row: Pick<ConnectionRow, 'workspace_id' | 'kind' | 'credentials_sealed'>,
): Credentials =>
  JSON.parse(vault.open(row.credentials_sealed, connectionContext(row.workspace_id, row.kind))) as Credentials;
