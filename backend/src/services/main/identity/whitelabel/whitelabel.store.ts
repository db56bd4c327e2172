import type { WorkspaceId } from '@skein/contracts/ids';
import type { BrandFont, BrandRadius } from '@skein/contracts/brand-theme';
import type { Database, SqlClient } from '#platform/db/database';

export interface WhitelabelRecord {
  workspace_id: WorkspaceId;
  name: string | null;
  accent: string | null;
  accent_dark: string | null;
  font: BrandFont;
  radius: BrandRadius;
  login_text: string | null;
  mail_greeting: string | null;
  mail_footer: string | null;
  support_address: string | null;
  logo_key: string | null;
  logo_type: string | null;
  favicon_key: string | null;
  favicon_type: string | null;
  domain: string | null;
  token: string;
  domain_verified_at: Date | null;
  domain_checked_at: Date | null;
  domain_problem: string | null;
  sender_name: string | null;
  sender_address: string | null;
  sender_verified_at: Date | null;
  sender_problem: string | null;
  updated_at: Date;
}

/** What the agency has chosen; the row is made with its token when there is none. */
export async function readWhitelabel(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  token: string,
): Promise<WhitelabelRecord> {
  await sql.query(
    'insert into whitelabel (workspace_id, token) values ($1, $2) on conflict (workspace_id) do nothing',
    [workspaceId, token],
  );
  return (await sql.query<WhitelabelRecord>('select * from whitelabel where workspace_id = $1', [workspaceId]))
    .rows[0] as WhitelabelRecord;
}

const changeable = new Set([
  'name',
  'accent',
  'accent_dark',
  'font',
  'radius',
  'login_text',
  'mail_greeting',
  'mail_footer',
  'support_address',
  'logo_key',
  'logo_type',
  'favicon_key',
  'favicon_type',
  'domain',
  'domain_verified_at',
  'domain_checked_at',
  'domain_problem',
  'sender_name',
  'sender_address',
  'sender_verified_at',
  'sender_problem',
]);

/** Holds the row, so that what is decided by it is still so when it is written. */
export const lockWhitelabel = async (workspaceId: WorkspaceId, sql: SqlClient): Promise<void> =>
  void (await sql.query('select from whitelabel where workspace_id = $1 for update', [workspaceId]));

/** What changes, provided that the domain and sender are still those looked at. */
interface WhitelabelChange {
  change: Partial<WhitelabelRecord>;
  at: Date;
  looked?: Pick<WhitelabelRecord, 'domain' | 'sender_address'>;
}

/**
 * Changes some columns. A host name that another workspace has proven raises 23505.
 * @param looked what a proof was looked up for: when it is another by now, nothing is written
 */
export async function changeWhitelabel(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { change, at, looked }: WhitelabelChange,
): Promise<void> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  for (const [column] of given)
    if (!changeable.has(column)) throw new Error(`whitelabel.${column} is not changed here`);
  const sets = [...given.map(([column], index) => `"${column}" = $${index + 3}`), 'updated_at = $2'];
  const [domain, sender] = [given.length + 3, given.length + 4];
  const isAsLooked = looked
    ? `and domain is not distinct from $${domain} and sender_address is not distinct from $${sender}`
    : '';
  await sql.query(`update whitelabel set ${sets.join(', ')} where workspace_id = $1 ${isAsLooked}`, [
    workspaceId,
    at,
    ...given.map(([, value]) => value),
    ...(looked ? [looked.domain, looked.sender_address] : []),
  ]);
}

/** Whose proven host name this is. Host names are looked up before anybody is known, so no workspace can be named yet. */
export const findByHost = (db: Database, host: string): Promise<WhitelabelRecord | null> =>
  db.systemSql(
    async (sql) =>
      (
        await sql.query<WhitelabelRecord>(
          'select w.* from whitelabel w where w.domain = $1 and w.domain_verified_at is not null',
          [host],
        )
      ).rows[0] ?? null,
  );

/** The brand of a workspace, where it has one. */
export const findWhitelabel = (db: Database, workspaceId: WorkspaceId): Promise<WhitelabelRecord | null> =>
  db.tenantSql(
    workspaceId,
    async (sql) =>
      (await sql.query<WhitelabelRecord>('select * from whitelabel where workspace_id = $1', [workspaceId])).rows[0] ??
      null,
  );

/** Workspaces with something proven, for the nightly look. */
export const findProven = (db: Database): Promise<WhitelabelRecord[]> =>
  db.systemSql(
    async (sql) =>
      (
        await sql.query<WhitelabelRecord>(
          `
            select *
            from whitelabel
            where domain_verified_at is not null or sender_verified_at is not null
            order by workspace_id
          `,
        )
      ).rows,
  );

/** How a client looks on its own reports. */
export async function findClientFace(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
): Promise<{ name: string; logo_url: string | null } | null> {
  const { rows } = await sql.query<{ name: string; logo_url: string | null }>(
    'select name, logo_url from agency_client where workspace_id = $1 and id = $2',
    [workspaceId, id],
  );
  return rows[0] ?? null;
}
