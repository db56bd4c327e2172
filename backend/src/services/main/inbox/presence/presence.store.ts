import type { ClientId, EnrolmentId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** Says that somebody is here; the time since when stays while they do the same without a pause. */
export async function notePresence(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { enrolmentId: EnrolmentId; userId: UserId; doing: 'READING' | 'WRITING'; at: Date; seconds: number },
): Promise<void> {
  await sql.query(
    `
      insert into thread_presence (workspace_id, enrolment_id, user_id, doing, since, seen_at)
      values ($1, $2, $3, $4, $5, $5)
      on conflict (enrolment_id, user_id)
      do update set doing = excluded.doing, seen_at = excluded.seen_at,
        since = case
          when thread_presence.doing = excluded.doing
            and thread_presence.seen_at > excluded.seen_at - make_interval(secs => $6)
          then thread_presence.since
          else excluded.since
          end
    `,
    [workspaceId, given.enrolmentId, given.userId, given.doing, given.at, given.seconds],
  );
}

export async function forgetPresence(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
  userId: UserId,
): Promise<void> {
  await sql.query('delete from thread_presence where workspace_id = $1 and enrolment_id = $2 and user_id = $3', [
    workspaceId,
    enrolmentId,
    userId,
  ]);
}

export interface PresentRecord {
  user_id: UserId;
  name: string;
  doing: 'READING' | 'WRITING';
  since: Date;
}

/** Everybody else who is here, writers first. @param clientId only people of this client; null for everybody */
export async function findOthers(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { enrolmentId: EnrolmentId; userId: UserId; after: Date; clientId: ClientId | null },
): Promise<PresentRecord[]> {
  const { rows } = await sql.query<PresentRecord>(
    `
      select p.user_id, coalesce(u.name, split_part(u.email, '@', 1)) as name, p.doing, p.since
      from thread_presence p
      join app_user u on u.workspace_id = p.workspace_id and u.id = p.user_id
      where p.workspace_id = $1
        and p.enrolment_id = $2
        and p.user_id <> $3
        and p.seen_at > $4
        and ($5::int is null or u.client_id = $5)
      order by p.doing desc, p.since
      limit 20
    `,
    [workspaceId, given.enrolmentId, given.userId, given.after, given.clientId],
  );
  return rows;
}

export interface ColleagueDraft {
  name: string;
  content: { html?: string };
  updated_at: Date;
}

/** A draft of somebody else. @param clientId only of people of this client; null for everybody */
export async function findColleagueDraft(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  given: { enrolmentId: EnrolmentId; userId: UserId; clientId: ClientId | null },
): Promise<ColleagueDraft | null> {
  const { rows } = await sql.query<ColleagueDraft>(
    `
      select coalesce(u.name, split_part(u.email, '@', 1)) as name, d.content, d.updated_at
      from reply_draft d
      join app_user u on u.workspace_id = d.workspace_id and u.id = d.user_id
      where d.workspace_id = $1
        and d.enrolment_id = $2
        and d.user_id = $3
        and ($4::int is null or u.client_id = $4)
    `,
    [workspaceId, given.enrolmentId, given.userId, given.clientId],
  );
  return rows[0] ?? null;
}

/** Rows of people who left without a word. */
export async function sweepPresence(sql: SqlClient, before: Date): Promise<number> {
  return (await sql.query('delete from thread_presence where seen_at < $1', [before])).rowCount ?? 0;
}
