import type { EnrolmentId, LeadId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** Notes, tasks and reminders as they stand in their tables; all times are campaign time. */
export interface NoteRecord {
  id: number;
  enrolment_id: EnrolmentId | null;
  note_message: string;
  created_by: number | null;
  created_name: string | null;
  created_at: Date;
}
export interface TaskRecord {
  id: number;
  enrolment_id: EnrolmentId | null;
  step_id: number | null;
  name: string;
  description: string | null;
  priority: string;
  status: string;
  due_at: Date | null;
  assigned_user_id: number | null;
  assigned_name: string | null;
  created_by: number | null;
  created_at: Date;
  completed_at: Date | null;
}
export interface ReminderRecord {
  id: number;
  enrolment_id: EnrolmentId;
  message: string;
  remind_at: Date;
  status: string;
  stats_id: string | null;
  user_id: UserId | null;
  created_at: Date;
}

export async function findNotes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadId: LeadId,
  noteId: number | null = null,
): Promise<NoteRecord[]> {
  return (
    await sql.query<NoteRecord>(
      `
        select n.id, n.enrolment_id, n.note_message, n.created_by, coalesce(u.name, u.email) as created_name,
          n.created_at
        from lead_note n
        left join app_user u on u.id = n.created_by
        where n.workspace_id = $1 and n.lead_id = $2 and ($3::int is null or n.id = $3)
        order by n.id desc
        limit 100
      `,
      [workspaceId, leadId, noteId],
    )
  ).rows;
}

export async function insertNote(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  note: { leadId: LeadId; enrolmentId: EnrolmentId; message: string; userId: UserId; at: Date },
): Promise<number> {
  return (
    await sql.query<{ id: number }>(
      `
        insert into lead_note (workspace_id, lead_id, enrolment_id, note_message, created_by, created_at)
        values ($1, $2, $3, $4, $5, $6)
        returning id
      `,
      [workspaceId, note.leadId, note.enrolmentId, note.message, note.userId, note.at],
    )
  ).rows[0]!.id;
}

/** The conversation of a note that this person wrote; null when there is none. */
export async function findOwnNote(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { noteId, userId }: { noteId: number; userId: UserId },
): Promise<number | null> {
  const { rows } = await sql.query<{ enrolment_id: EnrolmentId | null }>(
    'select enrolment_id from lead_note where workspace_id = $1 and id = $2 and created_by = $3',
    [workspaceId, noteId, userId],
  );
  return rows[0]?.enrolment_id ?? null;
}

/** Deletes a note, and the notifications of whom it mentions. */
export async function removeNote(workspaceId: WorkspaceId, sql: SqlClient, noteId: number): Promise<void> {
  await sql.query('delete from lead_note where workspace_id = $1 and id = $2', [workspaceId, noteId]);
  await sql.query(
    `delete from notice where workspace_id = $1 and kind = 'mention' and (facts ->> 'note_id')::int = $2`,
    [workspaceId, noteId],
  );
}

/** Deletes a task that is open and as it was made. @returns whether it was */
export async function removeTask(workspaceId: WorkspaceId, sql: SqlClient, taskId: number): Promise<boolean> {
  const { rowCount } = await sql.query(
    `delete from lead_task where workspace_id = $1 and id = $2 and status = 'CREATED' and not is_changed`,
    [workspaceId, taskId],
  );
  return rowCount === 1;
}

const taskColumns =
  't.id, t.enrolment_id, t.step_id, t.name, t.description, t.priority, t.status, t.due_at, t.assigned_user_id, coalesce(u.name, u.email) AS assigned_name, t.created_by, t.created_at, t.completed_at';

export async function findTasks(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  by: { leadId: LeadId } | { taskId: number },
): Promise<TaskRecord[]> {
  const [where, value] = 'leadId' in by ? ['t.lead_id = $2', by.leadId] : ['t.id = $2', by.taskId];
  return (
    await sql.query<TaskRecord>(
      `
        select ${taskColumns}
        from lead_task t
        left join app_user u on u.id = t.assigned_user_id
        where t.workspace_id = $1 and ${where}
        order by t.status desc, t.due_at nulls last, t.id desc
        limit 100
      `,
      [workspaceId, value],
    )
  ).rows;
}

export async function insertTask(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  task: {
    leadId: LeadId;
    enrolmentId: EnrolmentId;
    name: string;
    description: string | null;
    priority: string;
    dueAt: Date | null;
    assignedUserId: number | null;
    userId: UserId;
    at: Date;
  },
): Promise<number> {
  return (
    await sql.query<{ id: number }>(
      `
        insert into lead_task (
          workspace_id, lead_id, enrolment_id, name, description, priority, due_at, assigned_user_id,
            created_by, created_at
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        returning id
      `,
      [
        workspaceId,
        task.leadId,
        task.enrolmentId,
        task.name,
        task.description,
        task.priority,
        task.dueAt,
        task.assignedUserId,
        task.userId,
        task.at,
      ],
    )
  ).rows[0]!.id;
}

/** Whether a task is done, and since when. */
interface TaskCompletion {
  taskId: number;
  isCompleted: boolean;
  at: Date;
}

export async function completeTask(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { taskId, isCompleted, at }: TaskCompletion,
): Promise<void> {
  await sql.query(`update lead_task set status = $3, completed_at = $4 where workspace_id = $1 and id = $2`, [
    workspaceId,
    taskId,
    isCompleted ? 'COMPLETED' : 'CREATED',
    isCompleted ? at : null,
  ]);
}

export async function findReminders(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  by: { enrolmentId: EnrolmentId } | { reminderId: number },
): Promise<ReminderRecord[]> {
  const [where, value] = 'enrolmentId' in by ? ['enrolment_id = $2', by.enrolmentId] : ['id = $2', by.reminderId];
  return (
    await sql.query<ReminderRecord>(
      `
        select id, enrolment_id, message, remind_at, status, stats_id, user_id, created_at
        from reminder
        where workspace_id = $1 and ${where}
        order by remind_at, id
        limit 100
      `,
      [workspaceId, value],
    )
  ).rows;
}

/** Whether this is an email of the conversation. */
export async function hasMail(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
  statsId: string,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    // Compared as text: an id of another form names no email.
    'select from intent where workspace_id = $1 and enrolment_id = $2 and stats_id::text = lower($3)',
    [workspaceId, enrolmentId, statsId],
  );
  return (rowCount ?? 0) > 0;
}

export async function insertReminder(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  reminder: {
    enrolmentId: EnrolmentId;
    userId: UserId;
    statsId: string | null;
    message: string;
    remindAt: Date;
    at: Date;
  },
): Promise<number> {
  return (
    await sql.query<{ id: number }>(
      `
        insert into reminder (workspace_id, enrolment_id, user_id, stats_id, message, remind_at, created_at)
        values ($1, $2, $3, $4, $5, $6, $7)
        returning id
      `,
      [
        workspaceId,
        reminder.enrolmentId,
        reminder.userId,
        reminder.statsId,
        reminder.message,
        reminder.remindAt,
        reminder.at,
      ],
    )
  ).rows[0]!.id;
}

export async function removeReminder(workspaceId: WorkspaceId, sql: SqlClient, reminderId: number): Promise<void> {
  await sql.query('delete from reminder where workspace_id = $1 and id = $2', [workspaceId, reminderId]);
}

/** Writes the revenue of a conversation. @returns what it was and what it is */
export async function writeRevenue(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  enrolmentId: EnrolmentId,
  revenue: number,
): Promise<{ before: string; after: string }> {
  const { rows } = await sql.query<{ before: string; after: string }>(
    `
      with was as (
        select id, revenue from enrolment where workspace_id = $1 and id = $2 for update
      )
      update enrolment e
      set revenue = $3, updated_at = now()
      from was
      where e.workspace_id = $1 and e.id = was.id
      returning was.revenue::text as before, e.revenue::text as after
    `,
    [workspaceId, enrolmentId, revenue],
  );
  return rows[0]!;
}
