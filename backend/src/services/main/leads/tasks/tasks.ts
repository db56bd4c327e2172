import { taskDues, type TaskDue, type TaskRow, type tasksContract } from '@skein/contracts/main/tasks.contract';
import type { z } from 'zod';
import { cursorInstant, cursorNumber, decodeCursor, encodeCursor } from '#platform/db/cursor';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { scopeOf, type Who } from '#access/access.api';
import { wakeCampaign, passStep } from '#lifecycle/lifecycle.api';
import { countTasks, findTasks, groupTaskRows, writeCompleted, type TaskRecord } from './tasks.store';

type Deps = Pick<MainDeps, 'db' | 'campaignClock' | 'live'>;
type Query = z.output<typeof tasksContract.endpoints.listTasks.query>;
const dueNames: Record<TaskDue, string> = {
  overdue: 'Overdue',
  today: 'Today',
  tomorrow: 'Tomorrow',
  week: 'Next 7 days',
  later: 'Later',
  none: 'No due date',
};
const withoutNames = { owner: 'Unassigned', campaign: 'No campaign' } as const;
const never = new Date('9999-01-01T00:00:00.000Z');

/** A task as the contract has it. */
export const view = (task: TaskRecord): TaskRow => ({
  id: task.id,
  name: task.name,
  description: task.description,
  priority: task.priority,
  status: task.status,
  due_at: task.due_at,
  created_at: task.created_at,
  completed_at: task.completed_at,
  assigned_to: task.assigned_user_id === null ? null : { id: task.assigned_user_id, name: task.assigned_name ?? '' },
  lead: { id: task.lead_id, email: task.lead_email, name: task.lead_name, company_name: task.company_name },
  enrolment_id: task.enrolment_id,
  campaign: task.campaign_id === null ? null : { id: task.campaign_id, name: task.campaign_name ?? '' },
  seq_number: task.seq_number,
  linkedin: task.is_on_linkedin ? { profile_url: task.linkedin_profile } : null,
});

/** Tasks that this person may see, by due time. */
export const listTasks = (deps: Deps, who: Who, query: Query) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const filter = {
      viewerId: who.userId,
      status: query.status,
      priority: query.priority,
      campaignIds: query.campaign_ids,
      assignedUserId: query.assigned_user_id,
      due: query.due && {
        word: query.due,
        now: new Date(deps.campaignClock.now()),
        timeZone: query.time_zone,
      },
      isUnassigned: query.unassigned,
      isWithoutCampaign: query.without_campaign,
      overdueAt: query.overdue ? new Date(deps.campaignClock.now()) : undefined,
    };
    const cursor = decodeCursor(query.cursor, 2);
    const after = cursor && { at: cursorInstant(cursor[0]), id: cursorNumber(cursor[1]) };
    const found = await findTasks(who.workspaceId, sql, scopeOf(who), {
      filter,
      page: { after, limit: query.limit + 1 },
    });
    const rows = found.slice(0, query.limit);
    const last = rows.at(-1);
    const total = await countTasks(who.workspaceId, sql, scopeOf(who), filter);
    return {
      rows: rows.map(view),
      next_cursor:
        found.length > query.limit && last ? encodeCursor([(last.due_at ?? never).toISOString(), last.id]) : null,
      total: Math.min(total, 10_000),
      total_is_capped: total > 10_000,
    };
  });

/** Open tasks by day, owner or campaign. Days come in their order, the rest by size. */
export const groupTasks = (deps: Deps, who: Who, query: z.output<typeof tasksContract.endpoints.groupTasks.query>) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const rows = await groupTaskRows(who.workspaceId, sql, scopeOf(who), {
      by: query.by,
      viewerId: who.userId,
      now: new Date(deps.campaignClock.now()),
      timeZone: query.time_zone,
    });
    const groups = rows.map((row) => ({
      key: row.key ?? '',
      name: query.by === 'day' ? dueNames[row.key as TaskDue] : (row.name ?? withoutNames[query.by]),
      open: row.open,
      overdue: row.overdue,
    }));
    return {
      groups: query.by === 'day' ? taskDues.flatMap((due) => groups.filter((group) => group.key === due)) : groups,
    };
  });

/** Completes a task; that of a step puts the lead behind it. Completing twice changes nothing. @throws SkeinError NOT_FOUND */
export const completeTask = (deps: Deps, who: Who, taskId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const now = deps.campaignClock.now();
    const [task] = await findTasks(who.workspaceId, sql, scopeOf(who), {
      filter: { taskId, viewerId: who.userId },
      page: { after: null, limit: 1 },
    });
    if (!task) throw notFound('This task');
    if (task.status === 'CREATED') {
      if (task.enrolment_id !== null && task.step_id !== null) {
        const passed = await passStep(who.workspaceId, sql, {
          enrolmentId: task.enrolment_id,
          stepId: task.step_id,
          at: new Date(now),
        });
        if (passed && !passed.isLast) await wakeCampaign(who.workspaceId, sql, passed.campaignId, now);
      }
      await writeCompleted(who.workspaceId, sql, taskId, new Date(now));
      await deps.live.publish(sql, who.workspaceId, [
        'inbox',
        ...(task.campaign_id === null ? [] : [`campaign:${task.campaign_id}` as const]),
      ]);
    }
    const [after] = await findTasks(who.workspaceId, sql, scopeOf(who), {
      filter: { taskId, viewerId: who.userId },
      page: { after: null, limit: 1 },
    });
    return view(after ?? task);
  });
