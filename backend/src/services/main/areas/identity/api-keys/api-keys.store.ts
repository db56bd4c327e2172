import { noteInTrail } from '../../../../../platform/audit/audit.store';
import type { Database } from '../../../../../platform/db/database';

/** Keys are shown in lists without anything that could be used. */
export const listKeys = (db: Database, workspaceId: number) =>
  db.tenant(workspaceId, async (tx) => {
    const keys = await tx.apiKey.findMany({
      where: { workspace_id: workspaceId },
      orderBy: { id: 'desc' },
      take: 200,
      select: {
        id: true,
        name: true,
        key_last_four: true,
        status: true,
        client_id: true,
        user_id: true,
        created_at: true,
        last_used_at: true,
      },
    });
    const makers = await tx.appUser.findMany({
      where: { workspace_id: workspaceId, id: { in: keys.flatMap((key) => key.user_id ?? []) } },
      select: { id: true, name: true, email: true },
    });
    return keys.map((key) => ({ ...key, maker: makers.find((maker) => maker.id === key.user_id) ?? null }));
  });

export interface ClientKeyFilter {
  keyId?: number;
  clientId?: number;
  status?: 'active' | 'inactive';
  name?: string;
}

/** Keys of clients, newest first, without anything that could be used. */
export const findClientKeys = (db: Database, workspaceId: number, { keyId, clientId, status, name }: ClientKeyFilter) =>
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

/** Whether somebody of this client has a login whose address was confirmed. */
export const hasConfirmedLogin = async (db: Database, workspaceId: number, clientId: number): Promise<boolean> =>
  db.tenant(
    workspaceId,
    async (tx) =>
      (await tx.appUser.count({
        where: { workspace_id: workspaceId, client_id: clientId, status: 'active', is_email_verified: true },
      })) > 0,
  );

/** How many keys a workspace has: their number is limited. */
export const countKeys = (db: Database, workspaceId: number) =>
  db.tenant(workspaceId, (tx) => tx.apiKey.count({ where: { workspace_id: workspaceId } }));

export const addKey = (
  db: Database,
  workspaceId: number,
  key: { userId: number; clientId: number | null; name: string; hash: string; sealed: Uint8Array; lastFour: string },
  now: Date,
) =>
  db.tenant(workspaceId, (tx) =>
    tx.apiKey.create({
      data: {
        workspace_id: workspaceId,
        user_id: key.userId,
        client_id: key.clientId,
        name: key.name,
        key_hash: key.hash,
        key_sealed: Uint8Array.from(key.sealed),
        key_last_four: key.lastFour,
        created_at: now,
      },
      select: { id: true },
    }),
  );

export const findSealedKey = (db: Database, workspaceId: number, keyId: number) =>
  db.tenant(workspaceId, (tx) =>
    tx.apiKey.findFirst({
      where: { workspace_id: workspaceId, id: keyId },
      select: { key_sealed: true, user_id: true, name: true },
    }),
  );

/** Who saw a key again stands in the history of changes, though nothing changed. */
export const noteKeyShown = (db: Database, workspaceId: number, key: { id: number; name: string }): Promise<void> =>
  db.tenantSql(workspaceId, (sql) =>
    noteInTrail(workspaceId, sql, { kind: 'api-key', action: 'shown', objectId: String(key.id), label: key.name }),
  );

/** Puts another key in the place of this person's key. @returns false when there is none such any more */
export const replaceKey = (
  db: Database,
  workspaceId: number,
  keyId: number,
  userId: number,
  next: { hash: string; sealed: Uint8Array; lastFour: string },
  now: Date,
): Promise<boolean> =>
  db.tenant(
    workspaceId,
    async (tx) =>
      (
        await tx.apiKey.updateMany({
          where: { workspace_id: workspaceId, id: keyId, user_id: userId },
          data: {
            key_hash: next.hash,
            key_sealed: Uint8Array.from(next.sealed),
            key_last_four: next.lastFour,
            created_at: now,
            last_used_at: null,
          },
        })
      ).count === 1,
  );

/** @returns whether there was such a key */
export const deleteKey = (db: Database, workspaceId: number, keyId: number) =>
  db.tenant(
    workspaceId,
    async (tx) => (await tx.apiKey.deleteMany({ where: { workspace_id: workspaceId, id: keyId } })).count > 0,
  );
