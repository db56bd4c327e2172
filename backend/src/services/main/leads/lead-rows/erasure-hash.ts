import type { WorkspaceId } from '@skein/contracts/ids';
import { createKeyedHash, type MasterKey } from '#platform/crypto/master-key';

/**
 * The hash under which an erased address stays known to its workspace, so that it is not imported again unknowingly. Keyed: who
 * holds the database alone cannot try addresses. One workspace's hashes say nothing in another.
 */
export function erasureHash(masterKey: MasterKey, workspaceId: WorkspaceId): (email: string) => string {
  const hash = createKeyedHash(masterKey, 'erased-address');
  return (email) => hash(`${workspaceId}:${email}`);
}
