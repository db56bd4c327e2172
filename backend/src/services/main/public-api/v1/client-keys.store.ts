import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';

export interface ClientKeyFilter {
  keyId?: number;
  clientId?: ClientId;
  status?: 'active' | 'inactive';
  name?: string;
}

/** Keys of clients, newest first, without anything that could be used. */
export const findClientKeys = (
  db: Database,
  workspaceId: WorkspaceId,
  { keyId, clientId, status, name }: ClientKeyFilter,
) =>
  db.tenant(workspaceId, (tx) =>
    tx.apiKey.findMany({
      where: {
        workspace_id: workspaceId,
        id: keyId,
        client_id: clientId ?? { not: null },
        status,
        ...(name && { name: { contains: name, mode: 'insensitive' as const } }),
      },
      orderBy: { id: 'desc' },
      take: 200,
      select: {
        id: true,
        name: true,
        key_last_four: true,
        status: true,
        client_id: true,
        created_at: true,
        last_used_at: true,
      },
    }),
  );

export type ClientKeyRecord = Awaited<ReturnType<typeof findClientKeys>>[number];

/** Whether a workspace has this client, active or not. */
export const hasClient = (db: Database, workspaceId: WorkspaceId, clientId: ClientId): Promise<boolean> =>
  db.tenant(
    workspaceId,
    async (tx) => (await tx.agencyClient.count({ where: { workspace_id: workspaceId, id: clientId } })) > 0,
  );
