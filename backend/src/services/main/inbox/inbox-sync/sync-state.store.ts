import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';

/** What the sync knows of a mailbox. */
export interface SyncMailbox {
  id: number;
  workspace_id: WorkspaceId;
  from_email: string;
  time_zone: string;
  /** Campaign time of the last read that succeeded, while the mailbox cannot be read; null when it can. */
  silent_since: Date | null;
}

/** How far one folder was read. */
export interface FolderState {
  path: string;
  /** Null where the server names none. */
  uid_validity: bigint | null;
  uid_next: bigint;
  /** Whether the place was noted over the connection that is used now. */
  isOfThisConnection?: boolean;
}

/** Real seconds for which a worker holds a mailbox's sync without a sign of life. */
const syncLeaseSeconds = 60;

/** SQL condition: who makes a workspace's past reads its mailboxes. */
const isInThePresent = 'workspace_id <> all (array(select id from workspace where history_until is not null))';

/**
 * Claims mailboxes that nobody syncs, most recently failed last; those of a past that is being made are read by who
 * makes it, and those that came with an archive once they are connected. A worker that died loses its mailboxes when
 * the lease ends.
 */
export async function claimMailboxes(db: Database, worker: string, most: number): Promise<SyncMailbox[]> {
  return db.systemSql(
    async (sql) =>
      (
        await prepared<SyncMailbox>(
          sql,
          `
            update mailbox
            set sync_owner = $1, sync_leased_until = clock_timestamp() + make_interval(secs => $3)
            where id in (
              select id
              from mailbox
              where deleted_at is null
                and ${isInThePresent}
                and exists (select from mailbox_secret s where s.mailbox_id = mailbox.id)
                and (sync_leased_until is null or sync_leased_until < clock_timestamp())
              order by sync_leased_until nulls first
              limit $2
              for update skip locked
            )
            returning id, workspace_id, from_email, time_zone,
              case when sync_error is not null then last_synced_at end as silent_since
          `,
          [worker, most, syncLeaseSeconds],
        )
      ).rows,
  );
}

/**
 * Says that these mailboxes are still being synced.
 * @returns those that are still this worker's: not removed, and not of a past that is being made
 */
export async function renewLeases(
  db: Database,
  worker: string,
  mailboxIds: readonly MailboxId[],
): Promise<Set<number>> {
  const { rows } = await db.systemSql((sql) =>
    prepared<{ id: number }>(
      sql,
      `
        update mailbox
        set sync_leased_until = clock_timestamp() + make_interval(secs => $3)
        where id = any($2) and sync_owner = $1 and deleted_at is null and ${isInThePresent}
        returning id
      `,
      [worker, mailboxIds, syncLeaseSeconds],
    ),
  );
  return new Set(rows.map((row) => row.id));
}

/** Gives a mailbox back; with a wait, nobody takes it before. */
export async function releaseMailbox(
  db: Database,
  worker: string,
  mailboxId: MailboxId,
  waitSeconds = 0,
): Promise<void> {
  await db.systemSql((sql) =>
    prepared(
      sql,
      `
        update mailbox
        set sync_owner = null, sync_leased_until = clock_timestamp() + make_interval(secs => $3)
        where id = $2 and sync_owner = $1
      `,
      [worker, mailboxId, waitSeconds],
    ),
  );
}

/** Every mailbox, or those of one workspace or with these ids, for whoever steps through time. */
export async function allMailboxes(
  db: Database,
  { workspaceId, ids }: { workspaceId?: WorkspaceId | undefined; ids?: readonly number[] } = {},
): Promise<SyncMailbox[]> {
  return db.systemSql(
    async (sql) =>
      (
        await prepared<SyncMailbox>(
          sql,
          `
            select id, workspace_id, from_email, time_zone,
              case when sync_error is not null then last_synced_at end as silent_since
            from mailbox
            where deleted_at is null
              and ($1::int is null or workspace_id = $1)
              and ($2::int[] is null or id = any($2))
            order by id
          `,
          [workspaceId ?? null, ids ?? null],
        )
      ).rows,
  );
}

export async function readFolders(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId,
): Promise<Map<string, FolderState>> {
  const { rows } = await prepared<{ path: string; uid_validity: string | null; uid_next: string }>(
    sql,
    'select path, uid_validity, uid_next from sync_folder where workspace_id = $1 and mailbox_id = $2',
    [workspaceId, mailboxId],
  );
  return new Map(
    rows.map((row) => [
      row.path,
      {
        path: row.path,
        uid_validity: row.uid_validity === null ? null : BigInt(row.uid_validity),
        uid_next: BigInt(row.uid_next),
      },
    ]),
  );
}

/** Notes how far a folder was read. */
export async function writeFolder(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId,
  folder: { path: string; specialUse: string | null; uidValidity: bigint | null; uidNext: bigint; at: Date },
): Promise<void> {
  await prepared(
    sql,
    `
      insert into sync_folder (
        workspace_id, mailbox_id, path, special_use, uid_validity, uid_next, last_synced_at
      )
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (mailbox_id, path)
      do update set special_use = excluded.special_use, uid_validity = excluded.uid_validity,
        uid_next = excluded.uid_next, last_synced_at = excluded.last_synced_at
    `,
    [
      workspaceId,
      mailboxId,
      folder.path,
      folder.specialUse,
      folder.uidValidity?.toString() ?? null,
      folder.uidNext.toString(),
      folder.at,
    ],
  );
}

/** When the mailbox sent its first mail: nothing before it can be an answer. null when it sent none. */
export async function firstSentAt(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId,
): Promise<Date | null> {
  const { rows } = await prepared<{ at: Date | null }>(
    sql,
    `
      select min(sent_at) as at
      from intent
      where workspace_id = $1 and mailbox_id = $2 and state in ('SENT', 'IN_DOUBT')
    `,
    [workspaceId, mailboxId],
  );
  return rows[0]?.at ?? null;
}

/**
 * The mailbox was read to its end.
 * @param at campaign time
 * @param lagSeconds how long the mail that waited longest had lain there; null when nothing came
 */
export async function markSynced(
  db: Database,
  mailbox: SyncMailbox,
  at: Date,
  lagSeconds: number | null,
): Promise<void> {
  await db.systemSql((sql) =>
    prepared(
      sql,
      `
        update mailbox
        set sync_lag_seconds = coalesce($4, sync_lag_seconds),
          sync_lag_at = case when $4::int is null then sync_lag_at else $3 end,
          last_synced_at = greatest(coalesce(last_synced_at, $3), $3), sync_error = null,
          is_imap_success = true,
          imap_failure_error = case when sync_error is null then imap_failure_error end
        where workspace_id = $1 and id = $2
      `,
      [
        mailbox.workspace_id,
        mailbox.id,
        at,
        lagSeconds === null ? null : Math.min(2_000_000_000, Math.max(0, Math.round(lagSeconds))),
      ],
    ),
  );
}

/**
 * The mailbox could not be read, in the server's own words; people are notified from the second failure on. A login that
 * IMAP refuses is shown with the mailbox at the first one. Its sending continues: only a refused SMTP login marks the
 * mailbox as failing (`markMailboxFailing`).
 */
export async function markUnreadable(
  db: Database,
  mailbox: SyncMailbox,
  words: string,
  isLogin: boolean,
): Promise<void> {
  await db.systemSql((sql) =>
    sql.query(
      `
        with failed as (
          update mailbox m
          set sync_error = $3, is_imap_success = m.is_imap_success and not $4,
            imap_failure_error = case when $4 then $3 else m.imap_failure_error end
          from mailbox before
          where m.workspace_id = $1 and m.id = $2 and before.id = m.id
          returning m.*, before.sync_error is not null as has_failed_before
        )
        select write_notice(
          workspace_id, client_id, 'mailbox-unreadable',
          jsonb_build_object('mailbox_id', id, 'email', from_email, 'reason', left($3, 300)),
          'mailbox-unreadable:' || id || ':' || coalesce(extract(epoch from last_synced_at)::bigint, 0)
        )
        from failed
        -- Once is a server that restarts. A mailbox that cannot send either is told of as that.
        where has_failed_before and failing_since is null and deleted_at is null
      `,
      [mailbox.workspace_id, mailbox.id, words.slice(0, 1000), isLogin],
    ),
  );
}

/**
 * Reports what a mailbox was found to hold after it could not be read for a while, and what that changed; once for each such time. Counted
 * are the mails that came since, as a first attempt to read them may have been cut short, and those that the server listed late.
 */
export async function reportOutage(
  db: Database,
  mailbox: SyncMailbox & { silent_since: Date },
  found: { messageIds: readonly string[]; until: Date },
): Promise<void> {
  await db.systemSql((sql) =>
    sql.query(
      `
        with late as (
            select id, workspace_id, lead_id, kind, classification ->> 'bounce' as bounce, untracked_state
            from message
            where workspace_id = $1
              and mailbox_id = $2
              and direction = 'in'
              and (at > $3::timestamptz or id = any($5::bigint[]))
          ),
          counts as (
            select count(*) filter (where untracked_state is null and kind = 'reply')::int as replies,
              count(*) filter (where untracked_state is null and kind in ('out_of_office', 'auto_reply'))::int as automatic,
              count(*) filter (where untracked_state = 'OPEN')::int as untracked,
              count(*) filter (
                where kind = 'bounce' and bounce in ('hard', 'soft', 'sender_block')
              )::int as bounces,
              count(distinct lead_id) filter (
                where kind in ('unsubscribe_request', 'complaint')
              )::int as unsubscribed
            from late
          ),
          ends as (
            select count(distinct e.id)::int as stopped
            from late m
            join enrolment e on e.workspace_id = m.workspace_id and e.lead_id = m.lead_id
            where e.status in ('STOPPED', 'BLOCKED') and e.reason_detail ->> 'message' = m.id::text
          )
        select write_notice(
          b.workspace_id, b.client_id, 'replies-recovered',
          jsonb_build_object(
            'mailbox_id', b.id, 'email', b.from_email, 'hours',
              round(extract(epoch from $4::timestamptz - $3::timestamptz) / 3600, 1), 'since',
              to_char($3::timestamptz at time zone b.time_zone, 'YYYY-MM-DD')
          ) || to_jsonb(counts) || to_jsonb(ends),
          'replies-recovered:' || b.id || ':' || extract(epoch from $3::timestamptz)::bigint
        )
        from mailbox b, counts, ends
        where b.workspace_id = $1 and b.id = $2
      `,
      [mailbox.workspace_id, mailbox.id, mailbox.silent_since, found.until, found.messageIds],
    ),
  );
}
