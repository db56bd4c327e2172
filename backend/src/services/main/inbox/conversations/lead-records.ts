import type { EnrolmentId } from '@skein/contracts/ids';
import type { z } from 'zod';
import type { noteView, reminderView, taskView } from '@skein/contracts/main/inbox-views';
import type { SqlClient } from '#platform/db/database';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import { ignoreReply as withdrawReply, passStep } from '#lifecycle/lifecycle.api';
import type { MainDeps } from '#main/deps';
import { checkAssignee, type Who } from '#access/access.api';
import { mention } from './mention';

import * as store from './lead-records.store';
import { findMessage } from './thread.store';
import { requireConversation } from './require-conversation';

type RecordDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'live'>;
const at = (date: Date | null) => date?.toISOString() ?? null;

export const toNote = (note: store.NoteRecord): z.input<typeof noteView> => ({
  id: note.id,
  note_message: note.note_message,
  created_by: note.created_by === null ? null : { id: note.created_by, name: note.created_name ?? '' },
  created_at: note.created_at.toISOString(),
});
export const toTask = (task: store.TaskRecord): z.input<typeof taskView> => ({
  id: task.id,
  name: task.name,
  description: task.description,
  priority: task.priority as 'HIGH',
  status: task.status as 'CREATED',
  due_at: at(task.due_at),
  assigned_user: task.assigned_user_id === null ? null : { id: task.assigned_user_id, name: task.assigned_name ?? '' },
  created_at: task.created_at.toISOString(),
  completed_at: at(task.completed_at),
});
export const toReminder = (reminder: store.ReminderRecord): z.input<typeof reminderView> => ({
  id: reminder.id,
  message: reminder.message,
  remind_at: reminder.remind_at.toISOString(),
  status: reminder.status as 'SENT',
  stats_id: reminder.stats_id,
});

/** A note on a conversation and the people it mentions. */
interface NewNote {
  enrolmentId: EnrolmentId;
  message: string;
  mentionedUserIds?: readonly number[];
}

/** Adds a note to the lead of a conversation and notifies who is mentioned in it. @throws SkeinError NOT_FOUND, VALIDATION */
export async function addNote(deps: RecordDeps, who: Who, { enrolmentId, message, mentionedUserIds = [] }: NewNote) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const conversation = await requireConversation(sql, who, enrolmentId);
    const leadId = conversation.lead_id;
    const id = await store.insertNote(who.workspaceId, sql, {
      leadId,
      enrolmentId,
      message,
      userId: who.userId,
      at: new Date(deps.campaignClock.now()),
    });
    await mention(sql, who, conversation, { id, userIds: mentionedUserIds });
    await deps.live.publish(sql, who.workspaceId, ['inbox']);
    return toNote((await store.findNotes(who.workspaceId, sql, leadId, id))[0] as store.NoteRecord);
  });
}

/** Takes a note of one's own away. @throws SkeinError NOT_FOUND */
export async function removeNote(deps: RecordDeps, who: Who, noteId: number): Promise<{ done: true }> {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const enrolmentId = await store.findOwnNote(who.workspaceId, sql, { noteId, userId: who.userId });
    if (enrolmentId === null) throw notFound('This note');
    await requireConversation(sql, who, enrolmentId);
    await store.removeNote(who.workspaceId, sql, noteId);
    await deps.live.publish(sql, who.workspaceId, ['inbox', 'notices']);
    return { done: true };
  });
}

export interface NewTask {
  name: string;
  description: string | null;
  priority: 'HIGH' | 'MEDIUM' | 'LOW';
  due_at: string | null;
  assigned_user_id: number | null;
}

/** Adds a task about the lead of a conversation. */
export async function addTask(deps: RecordDeps, who: Who, enrolmentId: EnrolmentId, task: NewTask) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const { lead_id: leadId } = await requireConversation(sql, who, enrolmentId);
    await checkAssignee(who, sql, 'assigned_user_id', task.assigned_user_id);
    const taskId = await store.insertTask(who.workspaceId, sql, {
      leadId,
      enrolmentId,
      name: task.name,
      description: task.description,
      priority: task.priority,
      dueAt: task.due_at === null ? null : new Date(task.due_at),
      assignedUserId: task.assigned_user_id,
      userId: who.userId,
      at: new Date(deps.campaignClock.now()),
    });
    await deps.live.publish(sql, who.workspaceId, ['inbox']);
    return toTask((await store.findTasks(who.workspaceId, sql, { taskId }))[0] as store.TaskRecord);
  });
}

/**
 * Takes a task away that one made oneself and that nobody completed or changed since; the task of a manual step is the sequence's.
 * @throws SkeinError NOT_FOUND, ILLEGAL_TRANSITION
 */
export async function removeTask(deps: RecordDeps, who: Who, taskId: number): Promise<{ done: true }> {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const [task] = await store.findTasks(who.workspaceId, sql, { taskId });
    if (!task || task.enrolment_id === null || task.step_id !== null || task.created_by !== who.userId)
      throw notFound('This task');
    await requireConversation(sql, who, task.enrolment_id);
    if (!(await store.removeTask(who.workspaceId, sql, taskId)))
      throw new SkeinError('ILLEGAL_TRANSITION', 'The task was completed or changed since.');
    await deps.live.publish(sql, who.workspaceId, ['inbox']);
    return { done: true };
  });
}

/** A task before and after it was completed or opened again. */
interface TaskChange {
  before: store.TaskRecord;
  after: store.TaskRecord;
}

/** Completes a task or opens it again. @throws SkeinError NOT_FOUND */
export async function completeTaskIn(
  deps: RecordDeps,
  sql: SqlClient,
  who: Who,
  { taskId, isCompleted }: { taskId: number; isCompleted: boolean },
): Promise<TaskChange> {
  const [task] = await store.findTasks(who.workspaceId, sql, { taskId });
  if (!task || task.enrolment_id === null) throw notFound('This task');
  await requireConversation(sql, who, task.enrolment_id);
  // The task of a manual step lets the sequence go on; it cannot be opened again, since the step is behind the lead.
  if (isCompleted && task.step_id !== null)
    await passStep(who.workspaceId, sql, {
      enrolmentId: task.enrolment_id,
      stepId: task.step_id,
      at: new Date(deps.campaignClock.now()),
    });
  if (isCompleted || task.step_id === null)
    await store.completeTask(who.workspaceId, sql, { taskId, isCompleted, at: new Date(deps.campaignClock.now()) });
  await deps.live.publish(sql, who.workspaceId, ['inbox']);
  return { before: task, after: (await store.findTasks(who.workspaceId, sql, { taskId }))[0] as store.TaskRecord };
}

/** Reminds of a conversation at a campaign time: it then stands unread in Replies again. */
export async function setReminder(
  deps: RecordDeps,
  who: Who,
  enrolmentId: EnrolmentId,
  reminder: { message: string; remind_at: string; stats_id: string | null },
) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireConversation(sql, who, enrolmentId);
    if (reminder.stats_id !== null && !(await store.hasMail(who.workspaceId, sql, enrolmentId, reminder.stats_id)))
      throw invalidField('stats_id', 'is no email of this conversation');
    const reminderId = await store.insertReminder(who.workspaceId, sql, {
      enrolmentId,
      userId: who.userId,
      statsId: reminder.stats_id,
      message: reminder.message,
      remindAt: new Date(reminder.remind_at),
      at: new Date(deps.campaignClock.now()),
    });
    await deps.live.publish(sql, who.workspaceId, ['inbox']);
    return toReminder((await store.findReminders(who.workspaceId, sql, { reminderId }))[0] as store.ReminderRecord);
  });
}

/** @throws SkeinError NOT_FOUND */
export const removeReminder = (deps: RecordDeps, who: Who, reminderId: number): Promise<store.ReminderRecord> =>
  deps.db.tenantSql(who.workspaceId, (sql) => removeReminderIn(deps, sql, who, reminderId));

/** @returns the reminder as it was @throws SkeinError NOT_FOUND */
export async function removeReminderIn(
  deps: RecordDeps,
  sql: SqlClient,
  who: Who,
  reminderId: number,
): Promise<store.ReminderRecord> {
  const [reminder] = await store.findReminders(who.workspaceId, sql, { reminderId });
  if (!reminder) throw notFound('This reminder');
  await requireConversation(sql, who, reminder.enrolment_id);
  await store.removeReminder(who.workspaceId, sql, reminderId);
  await deps.live.publish(sql, who.workspaceId, ['inbox']);
  return reminder;
}

/** What is expected of a conversation. */
interface Revenue {
  enrolmentId: EnrolmentId;
  revenue: number;
}

/** Expected revenue of a conversation. */
export const setRevenue = (deps: RecordDeps, who: Who, given: Revenue): Promise<unknown> =>
  deps.db.tenantSql(who.workspaceId, (sql) => setRevenueIn(deps, sql, who, given));

/** @returns what it was and what it is @throws SkeinError NOT_FOUND */
export async function setRevenueIn(
  deps: RecordDeps,
  sql: SqlClient,
  who: Who,
  { enrolmentId, revenue }: Revenue,
): Promise<{ before: string; after: string }> {
  await requireConversation(sql, who, enrolmentId);
  const written = await store.writeRevenue(who.workspaceId, sql, enrolmentId, revenue);
  await deps.live.publish(sql, who.workspaceId, ['inbox']);
  return written;
}

/** Declares a received mail to be no reply. @throws SkeinError NOT_FOUND */
export async function ignoreReply(
  deps: RecordDeps,
  who: Who,
  messageId: number,
): Promise<{ done: true; is_resumed: boolean }> {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const message = await findMessage(who.workspaceId, sql, messageId);
    if (!message || message.enrolment_id === null || message.direction !== 'in') throw notFound('This reply');
    const conversation = await requireConversation(sql, who, message.enrolment_id);
    const { isResumed } = await withdrawReply(sql, {
      workspaceId: who.workspaceId,
      messageRowId: message.id,
      enrolmentId: message.enrolment_id,
      at: new Date(deps.campaignClock.now()),
    });
    await deps.live.publish(sql, who.workspaceId, ['inbox', 'campaigns', `campaign:${conversation.campaign_id}`]);
    return { done: true, is_resumed: isResumed };
  });
}
