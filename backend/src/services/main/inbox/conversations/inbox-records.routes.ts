import { inboxRecordsContract } from '@skein/contracts/main/inbox-records.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { removeNote, removeTask } from './lead-records';

export const inboxRecordsRoutes = (deps: MainDeps) =>
  routes(inboxRecordsContract)(deps, {
    removeNote: (d, { actor, params }) => removeNote(d, actor, params.noteId),
    removeTask: (d, { actor, params }) => removeTask(d, actor, params.taskId),
  });
