import { handleJob, type JobHandler } from '../../../../../platform/jobs/job-definition';
import type { MainDeps } from '../../../deps';
import { deleteOldEntries } from './audit-trail.store';
import { forgetEntries } from './audit-trail.jobs';

export const auditTrailHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(forgetEntries, async () => {
    while ((await deleteOldEntries(deps.db)) > 0);
  }),
];
