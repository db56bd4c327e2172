import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { deleteOldEntries } from './audit-trail.store';
import { forgetEntries, noteRefusedLogin } from './audit-trail.jobs';
import { noteRefusal } from './note-refusal';

export const auditTrailHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(forgetEntries, async () => {
    while ((await deleteOldEntries(deps.db)) > 0);
  }),
  handleJob(noteRefusedLogin, (login) => noteRefusal(deps, login)),
];
