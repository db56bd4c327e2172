import type { CampaignId, EnrolmentId, LeadId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { Conditions } from '#platform/db/conditions';
import { addEnrolmentScope, type CampaignScope } from '#access/access.api';

export interface TaskFields {
  name: string;
  description: string | null;
  priority: 'HIGH' | 'MEDIUM' | 'LOW';
  due_at: string | null;
  assigned_user_id: number | null;
}

/** A task of a lead, or of one of its conversations, and who made it. */
interface NewTask {
  leadId: LeadId;
  enrolmentId: EnrolmentId | null;
  task: TaskFields;
  by: { userId: UserId; at: Date };
}

export async function insertTask(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { leadId, enrolmentId, task, by }: NewTask,
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into lead_task (
        workspace_id, lead_id, name, description, priority, due_at, assigned_user_id, created_by, created_at,
          enrolment_id
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      returning id
    `,
    [
      workspaceId,
      leadId,
      task.name,
      task.description,
      task.priority,
      task.due_at === null ? null : new Date(task.due_at),
      task.assigned_user_id,
      by.userId,
      by.at,
      enrolmentId,
    ],
  );
  return (rows[0] as { id: number }).id;
}

const changeable = new Set(['name', 'description', 'priority', 'due_at', 'assigned_user_id', 'status']);

export async function updateTask(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  taskId: number,
  change: Partial<TaskFields> & { status?: 'CREATED' },
): Promise<void> {
  const values: unknown[] = [workspaceId, taskId];
  const sets = Object.entries(change)
    .filter(([name, value]) => changeable.has(name) && value !== undefined)
    .map(
      ([name, value]) =>
        `"${name}" = $${values.push(name === 'due_at' && value !== null ? new Date(String(value)) : value)}`,
    );
  if (change.status) sets.push('completed_at = NULL');
  if (sets.length > 0)
    await sql.query(
      `update lead_task set ${sets.join(', ')}, is_changed = true where workspace_id = $1 and id = $2`,
      values,
    );
}

export async function deleteTaskRow(workspaceId: WorkspaceId, sql: SqlClient, taskId: number): Promise<void> {
  await sql.query('delete from lead_task where workspace_id = $1 and id = $2', [workspaceId, taskId]);
}

export interface ReminderRecord {
  id: number;
  message: string;
  remind_at: Date;
  status: 'SENT' | 'SCHEDULED';
  enrolment_id: EnrolmentId;
  lead_id: LeadId;
  email: string;
  lead_name: string;
  campaign_id: CampaignId;
  campaign_name: string;
}

/** Reminders after one. */
interface RemindersPage {
  after: { at: Date; id: number } | null;
  limit: number;
}

/** Reminders to come inside the scope, the next one first; `after` is the last of the page before. */
export async function findReminders(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: CampaignScope,
  { after, limit }: RemindersPage,
): Promise<ReminderRecord[]> {
  const where = new Conditions();
  where.add(`r.workspace_id = ? AND r.status = 'SCHEDULED'`, workspaceId);
  addEnrolmentScope(where, scope);
  if (after) where.add('(r.remind_at, r.id) > (?, ?)', after.at, after.id);
  return (
    await sql.query<ReminderRecord>(
      `
        select r.id, r.message, r.remind_at, r.status, r.enrolment_id, l.id as lead_id, l.email,
          concat_ws(' ', l.first_name, l.last_name) as lead_name, c.id as campaign_id, c.name as campaign_name
        from reminder r
        join enrolment e on e.id = r.enrolment_id
        join campaign c on c.id = e.campaign_id
        join lead l on l.id = e.lead_id
        where ${where.sql}
        order by r.remind_at, r.id
        limit ${where.value(limit)}
      `,
      where.values,
    )
  ).rows;
}
