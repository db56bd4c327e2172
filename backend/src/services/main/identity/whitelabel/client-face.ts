import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import { fetchFile } from '#platform/http/fetch-file';
import type { MainDeps } from '#main/deps';
import { findClientFace } from './whitelabel.store';

const mostBytes = 2_000_000;

/**
 * The picture at the address that a client's logo has; null without one, and when it cannot be fetched now: what it stands on is more than
 * its logo. Whether it can be drawn, its reader decides.
 */
async function fetchClientLogo(
  { config }: Pick<MainDeps, 'config'>,
  address: string | null,
): Promise<Uint8Array | null> {
  if (address === null) return null;
  try {
    const file = await fetchFile(address, { allowPrivateAddresses: config.isSandbox, patience: 10_000 });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of file.stream) {
      size += (chunk as Buffer).length;
      // Leaving the loop ends the connection.
      if (size > mostBytes) return null;
      chunks.push(chunk as Buffer);
    }
    return new Uint8Array(Buffer.concat(chunks));
  } catch {
    return null;
  }
}

/** How a client looks on its own reports; null for a client that is gone. */
export async function readClientFace(
  deps: Pick<MainDeps, 'db' | 'config'>,
  workspaceId: WorkspaceId,
  clientId: ClientId,
): Promise<{ name: string; readLogo: () => Promise<Uint8Array | null> } | null> {
  const found = await deps.db.tenantSql(workspaceId, (sql) => findClientFace(workspaceId, sql, clientId));
  return found && { name: found.name, readLogo: () => fetchClientLogo(deps, found.logo_url) };
}
