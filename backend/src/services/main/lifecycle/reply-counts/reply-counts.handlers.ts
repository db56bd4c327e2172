import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { sumReplyCountsJob } from './reply-counts.jobs';
import { sumReplyCounts } from './reply-counts.store';

export const replyCountsHandlers = (deps: Pick<MainDeps, 'db'>): JobHandler[] => [
  handleJob(sumReplyCountsJob, () => sumReplyCounts(deps.db)),
];
