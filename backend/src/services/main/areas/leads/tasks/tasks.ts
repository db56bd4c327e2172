import type { TaskRow, tasksContract } from '@skein/contracts/main/tasks.contract';
import type { z } from 'zod';
import { cursorInstant, cursorNumber, decodeCursor, encodeCursor } from '../../../../../platform/db/cursor';
import { notFound } from '../../../../../platform/http/skein-error';
import type { MainDeps } from '../../../deps';
import { scopeOf, type Who } from '../../access/access.api';
import { wakeCampaign, passStep } from '../../lifecycle/lifecycle.api';
import { countTasks, findTasks, writeCompleted, type TaskRecord } from './tasks.store';

type Deps = Pick<MainDeps, 'db' | 'campaignClock' | 'live'>;
type Query = z.output<typeof tasksContract.endpoints.listTasks.query>;
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
      overdueAt: query.overdue ? new Date(deps.campaignClock.now()) : undefined,
    };
    const cursor = decodeCursor(query.cursor, 2);
    const after = cursor && { at: cursorInstant(cursor[0]), id: cursorNumber(cursor[1]) };
    const found = await findTasks(who.workspaceId, sql, scopeOf(who), filter, { after, limit: query.limit + 1 });
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

/** Completes a task; that of a manual step puts the lead behind it. Completing twice changes nothing. @throws SkeinError NOT_FOUND */
export const completeTask = (deps: Deps, who: Who, taskId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const now = deps.campaignClock.now();
    const [task] = await findTasks(
      who.workspaceId,
      sql,
      scopeOf(who),
      { taskId, viewerId: who.userId },
      { after: null, limit: 1 },
    );
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
    const [after] = await findTasks(
      who.workspaceId,
      sql,
      scopeOf(who),
      { taskId, viewerId: who.userId },
      { after: null, limit: 1 },
    );
    return view(after ?? task);
  });
