import type { EnrolmentId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { recentKinds } from '@skein/contracts/main/inbox-recent.contract';
import type { SqlClient } from '#platform/db/database';

/** What a person wrote, planned, blocked or moved; of several that were done as one, the first. */
export interface RecentRecord {
  kind: Extract<(typeof recentKinds)[number], 'note' | 'task' | 'reminder' | 'block' | 'push'>;
  id: number;
  at: Date;
  user_id: UserId;
  user_name: string;
  subject: string | null;
  count: number;
  enrolment_id: EnrolmentId | null;
}

/** Records of one person, or (null) of everybody, after a campaign time. */
interface RecentQuery {
  userId: UserId | null;
  after: Date;
  limit: number;
}

/** Entries of the block list and moved leads that are looked through. */
const mostSeen = 2_000;

/**
 * What was done beside conversations and still stands, newest first. A block that somebody else asks for as well stands
 * for that, and moves that are part of a change of everything matching belong to it.
 */
export async function findRecentRecords(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { userId, after, limit }: RecentQuery,
): Promise<RecentRecord[]> {
  const { rows } = await sql.query<RecentRecord>(
    `
      select x.*, coalesce(u.name, u.email) as user_name
      from (
        select 'note' as kind, n.id, n.created_at as at, n.created_by as user_id, left(n.note_message, 120) as subject,
          1 as count, n.enrolment_id
        from lead_note n
        where n.workspace_id = $1 and n.created_at > $3 and n.enrolment_id is not null
        union all
        select 'task', t.id, t.created_at, t.created_by, t.name, 1, t.enrolment_id
        from lead_task t
        where t.workspace_id = $1 and t.created_at > $3 and t.step_id is null and t.enrolment_id is not null
          and t.status = 'CREATED' and not t.is_changed
        union all
        select 'reminder', r.id, r.created_at, r.user_id, nullif(r.message, ''), 1, r.enrolment_id
        from reminder r
        where r.workspace_id = $1 and r.created_at > $3 and r.status = 'SCHEDULED'
        union all
        select 'block', min(s.id), s.created_at, s.created_by, min(s.value), count(*)::int, null
        from (
          select id, created_at, created_by, value
          from suppression
          where workspace_id = $1 and source = 'manual' and kind <> 'hash' and not stands_for_others
          order by id desc
          limit ${mostSeen}
        ) s
        where s.created_at > $3
        group by s.created_at, s.created_by
        union all
        select 'push', min(p.id)::int, p.at, p.pushed_by, min(c.name), count(*)::int,
          case when count(*) = 1 then min(p.parent_enrolment_id) end
        from (
          select id, campaign_id, at, pushed_by, parent_enrolment_id
          from subsequence_push
          where workspace_id = $1 and at > $3 and kind = 'MANUAL' and outcome = 'PUSHED'
          order by at desc
          limit ${mostSeen}
        ) p
        join campaign c on c.workspace_id = $1 and c.id = p.campaign_id
        where not exists (
          select
          from inbox_change i
          join inbox_change_row w on w.change_id = i.id and w.enrolment_id = p.parent_enrolment_id
          where i.workspace_id = $1 and i.at > $3 and i.action ->> 'do' = 'push'
        )
        group by p.campaign_id, p.at, p.pushed_by
      ) x
      join app_user u on u.workspace_id = $1 and u.id = x.user_id
      where $2::int is null or x.user_id = $2
      order by x.at desc, x.kind, x.id desc
      limit $4
    `,
    [workspaceId, userId, after, limit],
  );
  return rows;
}

/** The conversation of each change that is about one alone. */
export async function findOnlyConversations(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  changeIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql.query<{ change_id: number; enrolment_id: EnrolmentId }>(
    `
      select c.id as change_id, r.enrolment_id
      from unnest($2::int[]) as c(id)
      join lateral (
        select min(w.enrolment_id) as enrolment_id, count(*) as count
        from (
          select enrolment_id from inbox_change_row where workspace_id = $1 and change_id = c.id limit 2
        ) w
      ) r on r.count = 1
    `,
    [workspaceId, changeIds],
  );
  return new Map(rows.map((row) => [row.change_id, row.enrolment_id]));
}

/** What the leads of conversations are called: by name, else by address. */
export async function findLeadNames(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentIds: readonly EnrolmentId[],
): Promise<Map<number, string>> {
  const { rows } = await sql.query<{ id: number; name: string }>(
    `
      select e.id, coalesce(nullif(concat_ws(' ', nullif(l.first_name, ''), nullif(l.last_name, '')), ''), l.email) as name
      from enrolment e
      join lead l on l.workspace_id = e.workspace_id and l.id = e.lead_id
      where e.workspace_id = $1 and e.id = any($2)
    `,
    [workspaceId, enrolmentIds],
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

/**
 * A person's own entries of the block list that were added after a campaign time, together with this one; none when it
 * is somebody else's, older or gone.
 */
export async function findOwnBlocks(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, userId, after }: { id: number; userId: UserId; after: Date },
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select s.id
      from suppression first
      join suppression s on s.workspace_id = $1
        and s.source = 'manual'
        and s.created_by = first.created_by
        and s.created_at = first.created_at
      where first.workspace_id = $1
        and first.id = $2
        and first.created_by = $3
        and first.source = 'manual'
        and first.created_at > $4
      order by s.id
    `,
    [workspaceId, id, userId, after],
  );
  return rows.map((row) => row.id);
}

/** The leads that a person moved together with this one, by the subsequence; null when that was somebody else. */
export async function findOwnPush(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, userId }: { id: number; userId: UserId },
): Promise<{ subsequence_id: number; enrolment_ids: EnrolmentId[] } | null> {
  const { rows } = await sql.query<{ subsequence_id: number; enrolment_ids: EnrolmentId[] }>(
    `
      select p.campaign_id as subsequence_id, array_agg(p.parent_enrolment_id order by p.parent_enrolment_id) as enrolment_ids
      from subsequence_push first
      join subsequence_push p on p.workspace_id = $1
        and p.campaign_id = first.campaign_id
        and p.at = first.at
        and p.pushed_by = first.pushed_by
        and p.kind = 'MANUAL'
        and p.outcome = 'PUSHED'
      where first.workspace_id = $1 and first.id = $2 and first.pushed_by = $3 and first.kind = 'MANUAL'
      group by p.campaign_id
    `,
    [workspaceId, id, userId],
  );
  return rows[0] ?? null;
}

const records = {
  note: ['lead_note', 'created_by'],
  task: ['lead_task', 'created_by'],
  reminder: ['reminder', 'user_id'],
} as const;

/** A note, task or reminder. */
interface RecordToUndo {
  kind: keyof typeof records;
  id: number;
}

/** Who made it, and when; null when it is gone. */
export async function findMaker(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { kind, id }: RecordToUndo,
): Promise<{ user_id: UserId | null; created_at: Date } | null> {
  const [table, column] = records[kind];
  const { rows } = await sql.query<{ user_id: UserId | null; created_at: Date }>(
    `select ${column} as user_id, created_at from ${table} where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  );
  return rows[0] ?? null;
}
