import type { EnrolmentId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { BulkRunRecord } from '#platform/bulk-runs/bulk-run';
import { lockRun } from '#platform/bulk-runs/bulk-runs.store';
import type { SqlClient } from '#platform/db/database';
import type { ConversationValues } from '../bulk/inbox-changes.store';
import { recordActions, type RecordAction } from '../bulk/record-action';

/** What was done to a record of one conversation, or beside all of them. */
export interface RecordChange extends Pick<BulkRunRecord, 'run_id' | 'status'> {
  id: number;
  action: RecordAction;
  at: Date;
  user_id: UserId;
  user_name: string;
  /** Null beside conversations: what it was stands in the action then. */
  enrolment_id: EnrolmentId | null;
  before: ConversationValues;
  after: ConversationValues | null;
  /** The name of the task or template, the words of the reminder, the forgotten address, the new revenue. */
  subject: string | null;
}

/** Changes of one person, or (null) of everybody, after a campaign time; `id` names one alone. */
interface RecordChangesQuery {
  userId: UserId | null;
  /** Who reads them. */
  readerId: UserId;
  after?: Date;
  id?: number;
  limit: number;
}

/** SQL: when a change was made (`insertDoneChange`). */
const timeOf = `coalesce(c.at, (c.action ->> 'at')::timestamptz)`;

/** Newest first. */
export async function findRecordChanges(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { userId, readerId, after, id, limit }: RecordChangesQuery,
): Promise<RecordChange[]> {
  const { rows } = await sql.query<RecordChange>(
    `
      select c.id, c.action, ${timeOf} as at, c.run_id, r.status, r.created_by as user_id, coalesce(u.name, u.email) as user_name,
        w.enrolment_id, coalesce(w.before, '{}') as before, w.after,
        case c.action ->> 'do'
          when 'complete_task' then (
            select t.name from lead_task t where t.workspace_id = $1 and t.id = (c.action ->> 'task_id')::int
          )
          when 'remove_reminder' then nullif(w.before ->> 'message', '')
          when 'forget_address' then w.before ->> 'email'
          when 'delete_template' then c.action #>> '{template,name}'
          else w.after ->> 'revenue'
        end as subject
      from inbox_change c
      join bulk_run r on r.workspace_id = c.workspace_id and r.id = c.run_id
      join app_user u on u.workspace_id = c.workspace_id and u.id = r.created_by
      left join inbox_change_row w on w.workspace_id = c.workspace_id and w.change_id = c.id
      where c.workspace_id = $1
        and c.action ->> 'do' = any($2)
        and ($3::int is null or r.created_by = $3)
        and ($4::timestamptz is null or ${timeOf} > $4)
        and ($5::int is null or c.id = $5)
        -- Nobody sees the templates that a colleague keeps to themselves.
        and (
          c.action ->> 'do' <> 'delete_template'
            or (c.action #>> '{template,is_shared}')::boolean
            or r.created_by = $7
        )
      order by c.id desc
      limit $6
    `,
    [workspaceId, recordActions, userId, after ?? null, id ?? null, limit, readerId],
  );
  return rows;
}

/** A person's own change; it is held until the transaction ends. */
export async function lockRecordChange(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { userId, id }: { userId: UserId; id: number },
): Promise<RecordChange | null> {
  const find = async () =>
    (await findRecordChanges(workspaceId, sql, { userId, readerId: userId, id, limit: 1 }))[0] ?? null;
  const found = await find();
  if (!found) return null;
  await lockRun(workspaceId, sql, found.run_id);
  return find();
}

/** What undoes a change: its conversation, and what it was and became. */
type Values = Pick<RecordChange, 'enrolment_id' | 'before' | 'after'>;

/** @returns whether the task was as the change left it */
export async function restoreTask(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  taskId: number,
  { before, after }: Values,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update lead_task
      set status = $3, completed_at = $4
      where workspace_id = $1 and id = $2 and status = $5 and completed_at is not distinct from $6::timestamptz
    `,
    [workspaceId, taskId, before['status'], before['completed_at'], after?.['status'], after?.['completed_at']],
  );
  return rowCount === 1;
}

/** Puts a reminder back with the words, time and person it had. One whose time has come meanwhile reminds at once. */
export async function restoreReminder(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { enrolment_id: enrolmentId, before }: Values,
): Promise<void> {
  await sql.query(
    `
      insert into reminder (workspace_id, enrolment_id, user_id, stats_id, message, remind_at, status, created_at)
      values ($1, $2, (select id from app_user where workspace_id = $1 and id = $3), $4, $5, $6, $7, $8)
    `,
    [
      workspaceId,
      enrolmentId,
      before['user_id'],
      before['stats_id'],
      before['message'],
      before['remind_at'],
      before['status'],
      before['created_at'],
    ],
  );
}

/** @returns whether the revenue was what the change made it */
export async function restoreRevenue(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { enrolment_id: enrolmentId, before, after }: Values,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update enrolment
      set revenue = $3::numeric, updated_at = now()
      where workspace_id = $1 and id = $2 and revenue = $4::numeric
    `,
    [workspaceId, enrolmentId, before['revenue'], after?.['revenue']],
  );
  return rowCount === 1;
}
