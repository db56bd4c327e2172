import { tasksContract } from '@skein/contracts/main/tasks.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { completeTask, groupTasks, listTasks } from './tasks';

export const tasksRoutes = (deps: MainDeps) =>
  routes(tasksContract)(deps, {
    groupTasks: (d, { actor, query }) => groupTasks(d, actor, query),
    listTasks: (d, { actor, query }) => listTasks(d, actor, query),
    completeTask: (d, { actor, params }) => completeTask(d, actor, params.taskId),
  });
