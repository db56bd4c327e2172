import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { ChangeableMailbox, Values } from './mailbox-values';

/** Mailboxes with what changes look at; those that are deleted are left out. With `lock` held until the transaction ends. */
export async function findChangeable(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxIds: readonly MailboxId[],
  lock = false,
): Promise<ChangeableMailbox[]> {
  return (
    await sql.query<ChangeableMailbox>(
      `
        select m.id, m.from_name, m.message_per_day, m.min_time_to_wait_minutes, m.time_zone, m.signature, m.bcc_email,
          m.different_reply_to_address, m.custom_tracking_domain, m.client_id, m.is_suspended, m.warmup,
          array(
            select t.tag_id
            from mailbox_tag t
            where t.workspace_id = m.workspace_id and t.mailbox_id = m.id
          ) as tag_ids
        from mailbox m
        where m.workspace_id = $1 and m.id = any($2::int[]) and m.deleted_at is null
        order by m.id
        ${lock ? 'for no key update of m' : ''}
      `,
      [workspaceId, mailboxIds],
    )
  ).rows;
}

const columns = new Set([
  'from_name',
  'message_per_day',
  'min_time_to_wait_minutes',
  'time_zone',
  'signature',
  'bcc_email',
  'different_reply_to_address',
  'custom_tracking_domain',
]);

/** The settings that a mailbox has from now on. */
interface MailboxValues {
  mailbox: { id: number; warmup: object };
  values: Values;
  at: Date;
}

/**
 * Writes values to one mailbox, but whether it is suspended, which takes more. A client that is gone is none, and so is
 * a tag. `at` is campaign time.
 */
export async function writeValues(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { mailbox, values, at }: MailboxValues,
): Promise<void> {
  const plain = Object.entries(values).filter(([name]) => columns.has(name));
  if (plain.length > 0)
    await sql.query(
      `
        update mailbox
        set ${plain.map(([name], index) => `"${name}" = $${index + 3}`).join(', ')}, updated_at = now()
        where workspace_id = $1 and id = $2
      `,
      [workspaceId, mailbox.id, ...plain.map(([, value]) => value)],
    );
  if ('client_id' in values)
    await sql.query(
      `
        update mailbox
        set client_id = (
            select c.id
            from agency_client c
            where c.workspace_id = $1 and c.id = $3
          ),
          updated_at = now()
        where workspace_id = $1 and id = $2
      `,
      [workspaceId, mailbox.id, values['client_id']],
    );
  const warmup = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith('warmup_') ? [[name.slice('warmup_'.length), value] as const] : [],
  );
  if (warmup.length > 0) {
    const isNew = values['warmup_enabled'] === true && !('started_at' in mailbox.warmup);
    await sql.query('select write_warmup_settings($1, $2, $3::jsonb, $4)', [
      workspaceId,
      mailbox.id,
      JSON.stringify({ ...Object.fromEntries(warmup), ...(isNew ? { started_at: at.toISOString() } : {}) }),
      at,
    ]);
  }
  await writeTags(workspaceId, sql, mailbox.id, values);
}

/** The limit that a person writes is theirs, also where a placement test lowered it to the same number: no test restores another. */
export const keepLimit = (workspaceId: WorkspaceId, sql: SqlClient, mailboxId: MailboxId) =>
  sql.query(
    `update mailbox set placement = placement - 'cap' where workspace_id = $1 and id = $2 and placement ? 'cap'`,
    [workspaceId, mailboxId],
  );

async function writeTags(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId,
  values: Values,
): Promise<void> {
  const tags = (has: boolean) =>
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith('tag:') && value === has ? [Number(name.slice(4))] : [],
    );
  const [added, removed] = [tags(true), tags(false)];
  if (removed.length > 0)
    await sql.query('delete from mailbox_tag where workspace_id = $1 and mailbox_id = $2 and tag_id = any($3::int[])', [
      workspaceId,
      mailboxId,
      removed,
    ]);
  if (added.length > 0)
    await sql.query(
      `
        insert into mailbox_tag (workspace_id, mailbox_id, tag_id)
        select $1, $2, t.id
        from tag t
        where t.workspace_id = $1 and t.id = any($3::int[])
        on conflict
        do nothing
      `,
      [workspaceId, mailboxId, added],
    );
}

/** What deleting mailboxes would touch. */
export async function countUse(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxIds: readonly MailboxId[],
): Promise<{ leads: number; campaigns: number }> {
  const { rows } = await sql.query<{ leads: number; campaigns: number }>(
    `
      select (
          select count(*)::int
          from enrolment e
          where e.workspace_id = $1 and e.mailbox_id = any($2::int[]) and e.status = 'INPROGRESS'
        ) as leads,
        (
          select count(distinct cm.campaign_id)::int
          from campaign_mailbox cm
          where cm.workspace_id = $1 and cm.mailbox_id = any($2::int[])
        ) as campaigns
    `,
    [workspaceId, mailboxIds],
  );
  return rows[0] as { leads: number; campaigns: number };
}

/** Names of tags and clients of the workspace. */
export async function findNames(
  workspaceId: WorkspaceId,
  sql: SqlClient,
): Promise<Record<'tags' | 'clients', Map<number, string>>> {
  const read = async (text: string) =>
    new Map((await sql.query<{ id: number; name: string }>(text, [workspaceId])).rows.map((row) => [row.id, row.name]));
  return {
    tags: await read('select id, name from tag where workspace_id = $1'),
    clients: await read('select id, name from agency_client where workspace_id = $1'),
  };
}
