import type { ClientId, UserId, WorkspaceId } from '@skein/contracts/ids';
import { randomUUID } from 'node:crypto';
import type { SqlClient } from '#platform/db/database';
import { isUniqueViolation } from '#platform/db/unique-violation';

/** The email and password of a client's login; null keeps the password. */
interface LoginChange {
  userId: UserId;
  email: string;
  passwordHash: string | null;
}

/**
 * Changes address and password of a login, which waits to be confirmed at another address; false when the address is
 * taken, and the login waits under one of nobody.
 */
async function change(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { userId, email, passwordHash }: LoginChange,
): Promise<boolean> {
  const write = (address: string) =>
    sql.query(
      `
        update app_user
        set email = $3, is_email_verified = is_email_verified and email = $3,
          password_hash = coalesce($4, password_hash)
        where workspace_id = $1 and id = $2
      `,
      [workspaceId, userId, address, passwordHash],
    );
  await sql.query('SAVEPOINT client_address');
  try {
    await write(email);
    await sql.query('RELEASE SAVEPOINT client_address');
    return true;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await sql.query('ROLLBACK TO SAVEPOINT client_address');
    await write(unclaimedAddress());
    return false;
  }
}

/** Ends every session of a client's people, and withdraws the links that were mailed to them. */
export async function endSessions(workspaceId: WorkspaceId, sql: SqlClient, clientId: ClientId): Promise<void> {
  const people = 'select id from app_user where workspace_id = $1 and client_id = $2';
  await sql.query(
    `
      update user_session
      set revoked_at = now()
      where workspace_id = $1 and user_id in (${people}) and revoked_at is null
    `,
    [workspaceId, clientId],
  );
  await sql.query(`delete from email_token where workspace_id = $1 and user_id in (${people}) and used_at is null`, [
    workspaceId,
    clientId,
  ]);
}

/** Stands for an address that belongs to an account elsewhere: nobody can receive mail there, and nobody logs in with it. */
const unclaimedAddress = () => `unclaimed-${randomUUID()}@login.invalid`;

/** Whether somebody else of this workspace has the address. */
async function isColleagues(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  email: string,
  userId: UserId | null,
): Promise<boolean> {
  return (
    (
      await sql.query('select from app_user where workspace_id = $1 and email = $2 and id is distinct from $3', [
        workspaceId,
        email,
        userId,
      ])
    ).rowCount === 1
  );
}

/**
 * The login of a client: made, or given a new address or password. Addresses are unique over all workspaces; where another workspace
 * has the address, the login waits under an address of nobody. No login works before its address was confirmed by mail: else the agency
 * could tell who has an account by trying the password that it set.
 * @returns `unconfirmed` when the address waits for its owner, `taken` when an account elsewhere has it, `colleague`
 * (and nothing is written) when somebody of this workspace has it
 */
export async function writeClientLogin(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId,
  login: { name: string; email: string; passwordHash: string | null },
): Promise<'confirmed' | 'unconfirmed' | 'taken' | 'colleague'> {
  const {
    rows: [known],
  } = await sql.query<{ id: number; email: string; is_email_verified: boolean }>(
    `
      select id, email, is_email_verified
      from app_user
      where workspace_id = $1 and client_id = $2
      order by id
      limit 1
      for update
    `,
    [workspaceId, clientId],
  );
  if (await isColleagues(workspaceId, sql, login.email, known?.id ?? null)) return 'colleague';
  if (!known) {
    const insert = async (email: string) =>
      (
        await sql.query(
          `
            insert into app_user (
              workspace_id, client_id, email, name, role, password_hash, is_email_verified,
                has_onboarding_completed
            )
            values ($1, $2, $3, $4, 'VIEW_ONLY_ACCESS', $5, false, true)
            on conflict (email)
            do nothing
          `,
          [workspaceId, clientId, email, login.name, login.passwordHash],
        )
      ).rowCount === 1;
    if (await insert(login.email)) return 'unconfirmed';
    await insert(unclaimedAddress());
    return 'taken';
  }
  const isSame = known.email === login.email;
  const state = isSame && known.is_email_verified ? 'confirmed' : 'unconfirmed';
  if (isSame && login.passwordHash === null) return state;
  const isWritten = await change(workspaceId, sql, {
    userId: known.id,
    email: login.email,
    passwordHash: login.passwordHash,
  });
  // Sessions made with the old password end, and links emailed to the old address stop working.
  await endSessions(workspaceId, sql, clientId);
  return isWritten ? state : 'taken';
}
