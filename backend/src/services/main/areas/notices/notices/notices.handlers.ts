import { handleJob, type JobHandler } from '../../../../../platform/jobs/job-definition';
import type { MainDeps } from '../../../deps';
import { mailNotices, mailOneNotice } from './mail-notices';
import * as jobs from './notices.jobs';
import { watchPlans } from './watch-plans';

export const noticesHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(jobs.mailNotices, () => mailNotices(deps)),
  handleJob(jobs.mailNotice, (payload) => mailOneNotice(deps, payload)),
  handleJob(jobs.watchPlans, () => watchPlans(deps)),
];
