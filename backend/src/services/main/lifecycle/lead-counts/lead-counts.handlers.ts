import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { gatherLeadCountsJob } from './lead-counts.jobs';
import { gatherLeadCounts } from './lead-counts.store';

export const leadCountsHandlers = (deps: Pick<MainDeps, 'db'>): JobHandler[] => [
  handleJob(gatherLeadCountsJob, () => gatherLeadCounts(deps.db)),
];
