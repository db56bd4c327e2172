import type { EnrolmentId } from '@skein/contracts/ids';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { keepRecordChange } from '../bulk/keep-record-change';
import { completeTaskIn, removeReminderIn, setRevenueIn, toTask } from '../conversations/lead-records';

/** Completes a task or opens it again. A manual step that is behind its lead stays done, so that nothing is kept of it. */
export const completeTask = (deps: MainDeps, who: Who, taskId: number, isCompleted: boolean) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const { before, after } = await completeTaskIn(deps, sql, who, { taskId, isCompleted });
    const isKept = before.status !== after.status && before.step_id === null && before.enrolment_id !== null;
    const valuesOf = ({ status, completed_at: at }: typeof before) => ({
      status,
      completed_at: at?.toISOString() ?? null,
    });
    return {
      ...toTask(after),
      change_key: isKept
        ? await keepRecordChange(deps, sql, who, {
            action: { do: 'complete_task', task_id: taskId, is_completed: isCompleted },
            of: {
              enrolmentId: before.enrolment_id as number,
              before: valuesOf(before),
              after: valuesOf(after),
            },
          })
        : null,
    };
  });

/** @throws SkeinError NOT_FOUND */
export const removeReminder = (deps: MainDeps, who: Who, reminderId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const reminder = await removeReminderIn(deps, sql, who, reminderId);
    const changeKey = await keepRecordChange(deps, sql, who, {
      action: { do: 'remove_reminder' },
      of: {
        enrolmentId: reminder.enrolment_id,
        before: {
          message: reminder.message,
          remind_at: reminder.remind_at.toISOString(),
          status: reminder.status,
          stats_id: reminder.stats_id,
          user_id: reminder.user_id,
          created_at: reminder.created_at.toISOString(),
        },
      },
    });
    return { done: true as const, change_key: changeKey };
  });

/** Expected revenue of a conversation. */
export const setRevenue = (deps: MainDeps, who: Who, enrolmentId: EnrolmentId, revenue: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const { before, after } = await setRevenueIn(deps, sql, who, { enrolmentId, revenue });
    return {
      done: true as const,
      change_key:
        before === after
          ? null
          : await keepRecordChange(deps, sql, who, {
              action: { do: 'revenue' },
              of: { enrolmentId, before: { revenue: before }, after: { revenue: after } },
            }),
    };
  });
