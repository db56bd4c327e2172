import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';
import { readReports, readRequests } from './read-channels';

/** One inbox that was read to its end, with everything it held committed. */
export interface InboxRead {
  workspaceId: WorkspaceId;
  mailboxId: MailboxId;
  /** The database's clock in milliseconds, at or before the moment from which the read saw everything. */
  readAt: number;
  isRequested: boolean;
}

/** The database's clock in milliseconds. */
export async function databaseTime(db: Database): Promise<number> {
  const [row] = await db.systemStatement<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  return (row as { now: number }).now;
}

/**
 * Records reads of several mailboxes, and reports those that were requested when it commits.
 * @returns the database's clock in milliseconds
 */
export async function recordInboxReads(db: Database, reads: readonly InboxRead[]): Promise<number> {
  const [row] = await db.systemStatement<{ now: number }>(
    `
      with given as (
        select distinct on (g.mailbox_id) g.*
        from unnest($1::int[], $2::int[], $3::float8[], $4::boolean[]) as g(
          mailbox_id, workspace_id, read_at, is_requested
        )
        join mailbox m on m.id = g.mailbox_id
        order by g.mailbox_id, g.read_at desc
      ), written as (
        insert into inbox_reading (mailbox_id, workspace_id, read_at)
        select mailbox_id, workspace_id, to_timestamp(floor(read_at) / 1000)
        from given
        on conflict (mailbox_id)
        do update set read_at = excluded.read_at
        returning mailbox_id
      ), report as (
        select string_agg(mailbox_id::text, ',') as ids
        from unnest($1::int[], $4::boolean[]) as g(mailbox_id, is_requested)
        where is_requested
      )
      select extract(epoch from clock_timestamp())::float8 * 1000 as now, count(w.mailbox_id),
        (select pg_notify('${readReports}', ids) from report where ids is not null)
      from written w
    `,
    [
      reads.map((read) => read.mailboxId),
      reads.map((read) => read.workspaceId),
      reads.map((read) => read.readAt),
      reads.map((read) => read.isRequested),
    ],
  );
  return (row as { now: number }).now;
}

/** Requests a read of these inboxes. @returns those that a process is connected to */
export async function requestReads(db: Database, mailboxIds: readonly MailboxId[]): Promise<Set<number>> {
  const rows = await db.systemStatement<{ id: number }>(
    `
      with request as materialized (select pg_notify('${readRequests}', array_to_string($1::int[], ',')))
      select m.id
      from request
      join mailbox m on m.id = any($1)
      where m.sync_owner is not null and m.sync_leased_until > clock_timestamp()
    `,
    [mailboxIds],
  );
  return new Set(rows.map((row) => row.id));
}

/**
 * No read is recent any more: the next follow-up from each mailbox needs a new one. For whoever moves campaign time,
 * because the age of a read is measured in real time, and hours of replies may lie in a jump that took milliseconds.
 * @param workspaceId whose time was moved; everybody's where null
 */
export async function outdateInboxReads(db: Database, workspaceId: WorkspaceId | null): Promise<void> {
  await db.systemStatement(
    `
      update inbox_reading
      set read_at = clock_timestamp() - interval '2 seconds',
        -- A request that failed before the read must not come to lie after it.
        missed_at = case when missed_at >= read_at then missed_at end
      where read_at > clock_timestamp() - interval '2 seconds' and ($1::int is null or workspace_id = $1)
    `,
    [workspaceId],
  );
}

/** The sender asked in vain: until the next read, follow-ups that need these inboxes are not planned. */
export async function recordMissedReads(db: Database, mailboxIds: readonly MailboxId[]): Promise<void> {
  await db.systemStatement(
    `
      insert into inbox_reading (mailbox_id, workspace_id, missed_at)
      select id, workspace_id, clock_timestamp()
      from mailbox
      where id = any($1)
      order by id
      on conflict (mailbox_id)
      do update set missed_at = excluded.missed_at
    `,
    [mailboxIds],
  );
}

/** The mailboxes that could hold a reply from the lead of an outbound email. */
export async function inboxesOfReplies(db: Database, intentId: string): Promise<number[]> {
  const rows = await db.systemStatement<{ id: number }>(
    'select b.id from intent i, inboxes_of_replies(i.enrolment_id) as b(id) where i.id = $1',
    [intentId],
  );
  return rows.map((row) => row.id);
}
