import type { ClientId, UserId, WorkspaceId } from '@skein/contracts/ids';
import { noteInTrail } from '#platform/audit/audit.store';
import type { Database } from '#platform/db/database';

export interface KeyRecord {
  id: number;
  name: string;
  key_last_four: string;
  status: string;
  client_id: ClientId | null;
  client_name: string | null;
  user_id: UserId | null;
  scopes: string[] | null;
  expires_at: Date | null;
  requests_per_minute: number | null;
  created_at: Date;
  last_used_at: Date | null;
  maker: { id: number; name: string | null; email: string } | null;
}

/** Keys are shown in lists without anything that could be used. */
export const listKeys = (db: Database, workspaceId: WorkspaceId): Promise<KeyRecord[]> =>
  db.tenantSql(workspaceId, async (sql) => {
    const { rows } = await sql.query<KeyRecord>(
      `
        select k.id, k.name, k.key_last_four, k.status, k.client_id, c.name as client_name, k.user_id, k.scopes,
          k.expires_at, k.requests_per_minute, k.created_at, k.last_used_at,
          case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) end as maker
        from api_key k
        left join agency_client c on c.workspace_id = k.workspace_id and c.id = k.client_id
        left join app_user u on u.workspace_id = k.workspace_id and u.id = k.user_id
        where k.workspace_id = $1
        order by k.id desc
        limit 200
      `,
      [workspaceId],
    );
    return rows;
  });

/** What a key may be used for and how long and often; null for a key that is not there. */
export const findKeyLimits = (db: Database, workspaceId: WorkspaceId, keyId: number) =>
  db.tenantSql(workspaceId, async (sql) => {
    const { rows } = await sql.query<{
      scopes: string[] | null;
      expiresAt: Date | null;
      requestsPerMinute: number | null;
    }>(
      `
        select scopes, expires_at as "expiresAt", requests_per_minute as "requestsPerMinute"
        from api_key
        where workspace_id = $1 and id = $2
      `,
      [workspaceId, keyId],
    );
    return rows[0] ?? null;
  });

/** Whether a client of this workspace exists and is active. */
export const isActiveClient = async (db: Database, workspaceId: WorkspaceId, clientId: ClientId): Promise<boolean> =>
  db.tenant(
    workspaceId,
    async (tx) =>
      (await tx.agencyClient.count({ where: { workspace_id: workspaceId, id: clientId, status: 'active' } })) > 0,
  );

/**
 * Somebody of the client whom a key can act as. A client without a confirmed login gets a person who can never log in:
 * no password, and an address at a domain that cannot exist (RFC 2606). Deliberate: never the unconfirmed login, which
 * would tell the agency whether that address has an account elsewhere.
 */
export const provideKeyPerson = (db: Database, workspaceId: WorkspaceId, clientId: ClientId): Promise<void> =>
  db.tenantSql(workspaceId, async (sql) => {
    await sql.query(
      `
        insert into app_user (workspace_id, client_id, email, name, role, status, is_email_verified)
        select c.workspace_id, c.id, 'client-' || c.uuid || '@keys.invalid', c.name, 'VIEW_ONLY_ACCESS', 'active', false
        from agency_client c
        where c.workspace_id = $1
          and c.id = $2
          and not exists (
            select
            from app_user u
            where u.workspace_id = $1 and u.client_id = $2 and u.status = 'active' and u.is_email_verified
          )
        on conflict (email) do nothing
      `,
      [workspaceId, clientId],
    );
  });

/** How many keys a workspace has: their number is limited. */
export const countKeys = (db: Database, workspaceId: WorkspaceId) =>
  db.tenant(workspaceId, (tx) => tx.apiKey.count({ where: { workspace_id: workspaceId } }));

export const addKey = (
  db: Database,
  workspaceId: WorkspaceId,
  key: {
    userId: UserId;
    clientId: ClientId | null;
    name: string;
    hash: string;
    sealed: Uint8Array;
    lastFour: string;
    scopes: readonly string[] | null;
    expiresAt: Date | null;
    requestsPerMinute: number | null;
  },
  now: Date,
) =>
  db.tenantSql(workspaceId, async (sql) => {
    const { rows } = await sql.query<{ id: number }>(
      `
        insert into api_key (
          workspace_id, user_id, client_id, name, key_hash, key_sealed, key_last_four, created_at, scopes, expires_at,
          requests_per_minute
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        returning id
      `,
      [
        workspaceId,
        key.userId,
        key.clientId,
        key.name,
        key.hash,
        Buffer.from(key.sealed),
        key.lastFour,
        now,
        key.scopes,
        key.expiresAt,
        key.requestsPerMinute,
      ],
    );
    return { id: rows[0]?.id as number };
  });

export const findSealedKey = (db: Database, workspaceId: WorkspaceId, keyId: number) =>
  db.tenant(workspaceId, (tx) =>
    tx.apiKey.findFirst({
      where: { workspace_id: workspaceId, id: keyId },
      select: { key_sealed: true, user_id: true, name: true },
    }),
  );

/** Who saw a key again stands in the history of changes, though nothing changed. */
export const noteKeyShown = (
  db: Database,
  workspaceId: WorkspaceId,
  key: { id: number; name: string },
): Promise<void> =>
  db.tenantSql(workspaceId, (sql) =>
    noteInTrail(workspaceId, sql, { kind: 'api-key', action: 'shown', objectId: String(key.id), label: key.name }),
  );

/** The key to replace, who asks, and the next secret. */
interface KeyReplacement {
  keyId: number;
  userId: UserId;
  next: { hash: string; sealed: Uint8Array; lastFour: string };
  now: Date;
}

/** Puts another key in the place of this person's key. @returns false when there is none such any more */
export const replaceKey = (
  db: Database,
  workspaceId: WorkspaceId,
  { keyId, userId, next, now }: KeyReplacement,
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
export const deleteKey = (db: Database, workspaceId: WorkspaceId, keyId: number) =>
  db.tenant(
    workspaceId,
    async (tx) => (await tx.apiKey.deleteMany({ where: { workspace_id: workspaceId, id: keyId } })).count > 0,
  );
