import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { mailNotices, mailOneNotice } from './mail-notices';
import * as jobs from './notices.jobs';
import { mailDigests } from './mail-digests';
import { mailOneDigest } from './mail-one-digest';
import { sendOneNotice } from './send-notice';
import { watchDeploys } from './watch-deploys';
import { watchPlans } from './watch-plans';

export const noticesHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(jobs.mailNotices, () => mailNotices(deps)),
  handleJob(jobs.mailNotice, (payload) => mailOneNotice(deps, payload)),
  handleJob(jobs.sendNotice, (payload) => sendOneNotice(deps, payload)),
  handleJob(jobs.mailDigests, () => mailDigests(deps)),
  handleJob(jobs.mailDigest, (payload) => mailOneDigest(deps, payload)),
  handleJob(jobs.watchPlans, () => watchPlans(deps)),
  handleJob(jobs.watchDeploys, () => watchDeploys(deps)),
];
