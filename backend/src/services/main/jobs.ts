import { handleJob, type CronEntry, type JobHandler } from '../../platform/jobs/job-definition';
import type { MainDeps } from './deps';
import { cleanIdentity } from './features/identity/clean-identity';
import * as identity from './features/identity/clean-identity.jobs';
import { mailToPerson } from './features/system-mail/mail-to-person';
import * as systemMail from './features/system-mail/system-mail.jobs';
import { mailNotices, mailOneNotice } from './features/notices/mail-notices';
import * as notices from './features/notices/notices.jobs';
import { watchPlans } from './features/notices/watch-plans';
import { verifyAll } from './features/whitelabel/verify-domain';
import * as whitelabel from './features/whitelabel/whitelabel.jobs';
import { mailInvitationJob } from './features/team/invitation.jobs';
import { leadCountCron, leadCountJobs } from './features/campaigns/lead-counts.jobs';
import { sweepFiles } from './features/signed-uploads/sweep-files';
import { sweepFilesJob, sweepFilesNightly } from './features/signed-uploads/sweep-files.jobs';
import { blockListJobs } from './features/block-uploads/block-uploads.jobs';
import { mailInvitation } from './features/team/mail-invitation';
import { leadJobs } from './features/uploads/uploads.jobs';

/** Every background job of the main service: one line a job. */
export const createMainJobs = (deps: MainDeps): JobHandler[] => [
  handleJob(identity.cleanIdentity, () => cleanIdentity(deps)),
  handleJob(systemMail.mailToPerson, (payload) => mailToPerson(deps, payload)),
  handleJob(notices.mailNotices, () => mailNotices(deps)),
  handleJob(notices.mailNotice, (payload) => mailOneNotice(deps, payload)),
  handleJob(notices.watchPlans, () => watchPlans(deps)),
  handleJob(whitelabel.verifyBrands, () => verifyAll(deps)),
  handleJob(sweepFilesJob, () => sweepFiles(deps)),
  handleJob(mailInvitationJob, (payload) => mailInvitation(deps, payload)),
  ...leadCountJobs(deps),
  ...leadJobs(deps),
  ...blockListJobs(deps),
];

/** What the clock enqueues for the main service: one line an entry. */
export const mainCron: CronEntry[] = [
  identity.cleanIdentityNightly,
  ...notices.noticesCron,
  whitelabel.verifyBrandsNightly,
  sweepFilesNightly,
  leadCountCron,
];
