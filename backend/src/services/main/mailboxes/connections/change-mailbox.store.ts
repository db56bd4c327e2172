import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredMailbox } from '#engine/rows/central-rows';
import type { Database } from '#platform/db/database';
import type { Who } from '#access/access.api';
import { tagsInSight } from '#labels/labels.api';
import {
  applyClientRules,
  insertMailbox,
  writeSecrets,
  type NewMailbox,
  type SealedSecret,
} from './insert-mailbox.store';
import { cancelReserved, removeInside, suspendInside } from './stop-mailbox.store';

/** Tags to add to mailboxes and tags to remove from them. */
interface TagsToChange {
  mailboxIds: MailboxId[];
  add: number[];
  remove: number[];
  who: Who;
}

export const writeMailbox = (
  db: Database,
  workspaceId: WorkspaceId,
  mailbox: NewMailbox,
  seal: (mailboxId: MailboxId) => SealedSecret[],
) => db.tenantSql(workspaceId, (sql) => insertMailbox(workspaceId, sql, mailbox, seal));

/** For mailboxes that got their tags after they were inserted. */
export const applyRules = (db: Database, workspaceId: WorkspaceId, mailboxIds: readonly MailboxId[]) =>
  db.tenantSql(workspaceId, (sql) => applyClientRules(workspaceId, sql, mailboxIds));

/** Columns of a mailbox that change; those without a value stay as they are. */
interface ChangedColumns {
  change: { [Column in Exclude<keyof StoredMailbox, 'id' | 'workspace_id'>]?: StoredMailbox[Column] | undefined };
  secrets?: readonly SealedSecret[];
}

export const writeColumns = (
  db: Database,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
  { change, secrets = [] }: ChangedColumns,
) =>
  db.tenantSql(workspaceId, async (sql) => {
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    // A limit that a person writes is theirs, also where a placement test lowered it to the same number: no test restores another.
    const released = given.some(([name]) => name === 'message_per_day') ? `placement = placement - 'cap', ` : '';
    // What DNS says of its domain does not change a mailbox: an archive of it stays equal over the look-up of the day.
    const touched = given.every(([name]) => name.startsWith('dns_')) ? '' : ', updated_at = now()';
    if (given.length > 0)
      await sql.query(
        `update mailbox set ${released}${given.map(([name], index) => `"${name}" = $${index + 3}`).join(', ')}${touched}
          where workspace_id = $1 and id = $2`,
        [workspaceId, mailboxId, ...given.map(([, value]) => value)],
      );
    await writeSecrets(workspaceId, sql, mailboxId, secrets);
  });

/** Campaign emails that are reserved for a mailbox that rests are cancelled, to leave later; what a person wrote still leaves. */
export const cancelReservedOf = (db: Database, workspaceId: WorkspaceId, mailboxId: MailboxId) =>
  db.tenantSql(workspaceId, (sql) => cancelReserved(sql, mailboxId, 'MAILBOX_RESTING', 'campaigns'));

export const writeSuspended = (db: Database, workspaceId: WorkspaceId, mailboxId: MailboxId, now: Date | null) =>
  db.tenantSql(workspaceId, (sql) => suspendInside(workspaceId, sql, mailboxId, now));

/** @returns the mailboxes that were not so before */
export const writeManySuspended = (db: Database, workspaceId: WorkspaceId, mailboxIds: MailboxId[], now: Date | null) =>
  db.tenantSql(workspaceId, async (sql) => {
    const { rows } = await sql.query<{ id: number }>(
      `
        update mailbox
        set is_suspended = $3, suspended_at = $4, updated_at = now()
        where workspace_id = $1 and id = any($2::int[]) and is_suspended <> $3 and deleted_at is null
        returning id
      `,
      [workspaceId, mailboxIds, now !== null, now],
    );
    if (now) for (const { id } of rows) await cancelReserved(sql, id, 'MAILBOX_SUSPENDED', 'campaigns');
    return rows.map((row) => row.id);
  });

/**
 * Tags and mailboxes of other workspaces are passed over, and for a client tags that it does not see.
 * @returns mailboxes that were named and exist
 */
export const writeTags = (db: Database, workspaceId: WorkspaceId, { mailboxIds, add, remove, who }: TagsToChange) =>
  db.tenantSql(workspaceId, async (sql) => {
    await sql.query(
      `
        delete from mailbox_tag
        where workspace_id = $1 and mailbox_id = any($2::int[]) and tag_id = any($3::int[])
      `,
      [workspaceId, mailboxIds, remove],
    );
    await sql.query(
      `
        insert into mailbox_tag (workspace_id, mailbox_id, tag_id)
        select $1, m.id, t.id
        from mailbox m, unnest($3::int[]) as t(id)
        where m.workspace_id = $1
          and m.id = any($2::int[])
          and m.deleted_at is null
        on conflict
        do nothing
      `,
      [workspaceId, mailboxIds, await tagsInSight(sql, who, add)],
    );
    return (
      (
        await sql.query<{ count: number }>(
          `
            select count(*)::int as count
            from mailbox
            where workspace_id = $1 and id = any($2::int[]) and deleted_at is null
          `,
          [workspaceId, mailboxIds],
        )
      ).rows[0]?.count ?? 0
    );
  });

/**
 * Credentials are destroyed, reservations cancelled, and leads that were never mailed let go of the mailbox.
 * @returns leads that need another mailbox
 */
export const deleteMailbox = (db: Database, workspaceId: WorkspaceId, mailboxId: MailboxId, now: Date) =>
  db.tenantSql(workspaceId, (sql) => removeInside(workspaceId, sql, mailboxId, now));
