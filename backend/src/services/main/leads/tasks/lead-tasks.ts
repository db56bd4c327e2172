import type { EnrolmentId, LeadId } from '@skein/contracts/ids';
import { cursorInstant, cursorNumber, decodeCursor, encodeCursor } from '#platform/db/cursor';
import type { SqlClient } from '#platform/db/database';
import { notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { checkAssignee, scopeOf, type Who } from '#access/access.api';
import { view } from './tasks';
import { findTasks, type TaskRecord } from './tasks.store';
import { deleteTaskRow, findReminders, insertTask, updateTask, type TaskFields } from './lead-tasks.store';
import { checkConversation, requireLead } from '../people/lead';

type TaskDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'live'>;

/** A task that this person may see, of a lead that they may see. @throws SkeinError NOT_FOUND */
async function requireTask(sql: SqlClient, who: Who, taskId: number): Promise<TaskRecord> {
  const [task] = await findTasks(who.workspaceId, sql, scopeOf(who), {
    filter: { taskId, viewerId: who.userId },
    page: { after: null, limit: 1 },
  });
  if (!task) throw notFound('This task');
  await requireLead(sql, who, task.lead_id).catch(() => {
    throw notFound('This task');
  });
  return task;
}

/** Tasks of a lead: open ones first, then by due time. */
export const listLeadTasks = (deps: Pick<MainDeps, 'db'>, who: Who, leadId: LeadId) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireLead(sql, who, leadId);
    const tasks = await findTasks(who.workspaceId, sql, scopeOf(who), {
      filter: { leadId, viewerId: who.userId },
      page: { after: null, limit: 200 },
    });
    return {
      tasks: tasks
        .sort((one, other) => Number(one.status === 'COMPLETED') - Number(other.status === 'COMPLETED'))
        .map(view),
    };
  });

/** What a person gives a new task. */
type GivenTask = TaskFields & { enrolment_id: EnrolmentId | null };

/** Adds a task manually. @throws SkeinError NOT_FOUND, VALIDATION */
export const createTask = (
  deps: TaskDeps,
  who: Who,
  leadId: LeadId,
  { enrolment_id: enrolmentId, ...task }: GivenTask,
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireLead(sql, who, leadId);
    await checkAssignee(who, sql, 'assigned_user_id', task.assigned_user_id);
    await checkConversation(sql, who, leadId, enrolmentId);
    const id = await insertTask(who.workspaceId, sql, {
      leadId,
      enrolmentId,
      task,
      by: {
        userId: who.userId,
        at: new Date(deps.campaignClock.now()),
      },
    });
    await deps.live.publish(sql, who.workspaceId, ['task', 'inbox', `lead:${leadId}`]);
    return view(await requireTask(sql, who, id));
  });

/** Changes a task or opens it again; the step of a manual one is behind its lead. @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION */
export const changeTask = (
  deps: TaskDeps,
  who: Who,
  taskId: number,
  change: Partial<TaskFields> & { status?: 'CREATED' },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const task = await requireTask(sql, who, taskId);
    // Who has the task already is known to everybody who sees it.
    if (change.assigned_user_id !== task.assigned_user_id)
      await checkAssignee(who, sql, 'assigned_user_id', change.assigned_user_id);
    if (change.status && task.status === 'COMPLETED' && task.step_id !== null)
      throw new SkeinError('ILLEGAL_TRANSITION', 'The sequence continued when this was done; it cannot be reopened.');
    await updateTask(who.workspaceId, sql, taskId, change);
    await deps.live.publish(sql, who.workspaceId, ['task', 'inbox', `lead:${task.lead_id}`]);
    return view(await requireTask(sql, who, taskId));
  });

/** Deletes a task that was added manually. @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION for one that a lead waits for */
export const deleteTask = (deps: TaskDeps, who: Who, taskId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const task = await requireTask(sql, who, taskId);
    if (task.step_id !== null && task.status === 'CREATED')
      throw new SkeinError(
        'ILLEGAL_TRANSITION',
        'A lead waits for this manual step. Complete it, or take the lead out of the campaign.',
      );
    await deleteTaskRow(who.workspaceId, sql, taskId);
    await deps.live.publish(sql, who.workspaceId, ['task', 'inbox', `lead:${task.lead_id}`]);
    return { done: true as const };
  });

/** Reminders to come, the next one first. */
export const listReminders = (deps: Pick<MainDeps, 'db'>, who: Who, page: { cursor?: string; limit: number }) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const place = decodeCursor(page.cursor, 2);
    const found = await findReminders(who.workspaceId, sql, scopeOf(who), {
      after: place && { at: cursorInstant(place[0]), id: cursorNumber(place[1]) },
      limit: page.limit + 1,
    });
    const rows = found.slice(0, page.limit);
    const last = rows.at(-1);
    return {
      rows: rows.map((row) => ({
        id: row.id,
        message: row.message,
        remind_at: row.remind_at,
        status: row.status,
        enrolment_id: row.enrolment_id,
        lead: { id: row.lead_id, email: row.email, name: row.lead_name },
        campaign: { id: row.campaign_id, name: row.campaign_name },
      })),
      next_cursor: found.length > page.limit && last ? encodeCursor([last.remind_at.toISOString(), last.id]) : null,
      total: rows.length,
      total_is_capped: found.length > page.limit,
    };
  });
