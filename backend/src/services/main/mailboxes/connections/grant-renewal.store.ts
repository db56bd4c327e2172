import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';
import type { RenewalClaim } from '#platform/mail/renew-in-turn';

/** Real seconds after which a renewal counts as lost. Two answers of a provider take 40 at most. */
const renewalSeconds = 60;

/** One mailbox of a workspace. */
export interface MailboxWithGrant {
  workspaceId: WorkspaceId;
  mailboxId: MailboxId;
}

/** Lets this caller alone renew the consent of a mailbox, with the secret as it is stored now, until `endRenewal` or for a minute. */
export const takeRenewal = (db: Database, { workspaceId, mailboxId }: MailboxWithGrant): Promise<RenewalClaim> =>
  db.systemSql(async (sql): Promise<RenewalClaim> => {
    const { rows } = await sql.query<{ sealed: Buffer }>(
      `
        update mailbox_secret
        set renewing_until = clock_timestamp() + make_interval(secs => $3)
        where workspace_id = $1
          and mailbox_id = $2
          and kind = 'oauth'
          and (renewing_until is null or renewing_until < clock_timestamp())
        returning sealed
      `,
      [workspaceId, mailboxId, renewalSeconds],
    );
    if (rows[0]) return { state: 'TAKEN', sealed: rows[0].sealed };
    return { state: (await readGrant(sql, { workspaceId, mailboxId })) ? 'BUSY' : 'MISSING' };
  });

const readGrant = async (
  sql: Parameters<Parameters<Database['systemSql']>[0]>[0],
  { workspaceId, mailboxId }: MailboxWithGrant,
): Promise<Buffer | null> => {
  const { rows } = await sql.query<{ sealed: Buffer }>(
    `select sealed from mailbox_secret where workspace_id = $1 and mailbox_id = $2 and kind = 'oauth'`,
    [workspaceId, mailboxId],
  );
  return rows[0]?.sealed ?? null;
};

/** The sealed secret as it is stored now; null when there is none. */
export const readStoredGrant = (db: Database, mailbox: MailboxWithGrant): Promise<Buffer | null> =>
  db.systemSql((sql) => readGrant(sql, mailbox));

/**
 * Stores the secret that replaces `before`. One that somebody stored meanwhile, by signing in again, stays.
 * @returns whether it was stored
 */
export const replaceGrant = (
  db: Database,
  { workspaceId, mailboxId }: MailboxWithGrant,
  { before, after }: { before: Uint8Array; after: Uint8Array },
): Promise<boolean> =>
  db.systemSql(async (sql) => {
    const { rowCount } = await sql.query(
      `
        update mailbox_secret
        set sealed = $4, updated_at = now()
        where workspace_id = $1 and mailbox_id = $2 and kind = 'oauth' and sealed = $3
      `,
      [workspaceId, mailboxId, Buffer.from(before), Buffer.from(after)],
    );
    return rowCount === 1;
  });

/** Lets others renew the consent. */
export const endRenewal = (db: Database, { workspaceId, mailboxId }: MailboxWithGrant): Promise<void> =>
  db.systemSql(async (sql) => {
    await sql.query(
      `
        update mailbox_secret
        set renewing_until = null
        where workspace_id = $1 and mailbox_id = $2 and kind = 'oauth'
      `,
      [workspaceId, mailboxId],
    );
  });
