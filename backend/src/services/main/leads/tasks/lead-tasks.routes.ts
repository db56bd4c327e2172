import { leadTasksContract } from '@skein/contracts/main/lead-tasks.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { changeTask, createTask, deleteTask, listLeadTasks, listReminders } from './lead-tasks';

export const leadTasksRoutes = (deps: MainDeps) =>
  routes(leadTasksContract)(deps, {
    listLeadTasks: (d, { actor, params }) => listLeadTasks(d, actor, params.leadId),
    createLeadTask: (d, { actor, params, body }) => createTask(d, actor, params.leadId, body),
    changeLeadTask: (d, { actor, params, body }) => changeTask(d, actor, params.taskId, body),
    deleteLeadTask: (d, { actor, params }) => deleteTask(d, actor, params.taskId),
    listReminders: (d, { actor, query }) => listReminders(d, actor, query),
  });
