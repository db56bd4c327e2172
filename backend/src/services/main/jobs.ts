import { handleJob, type JobHandler } from '../../platform/jobs/job-definition';
import type { MainDeps } from './deps';
import { mailToPerson } from './features/system-mail/mail-to-person';
import * as systemMail from './features/system-mail/system-mail.jobs';

/** Every background job of the main service: one line a job. */
export const createMainJobs = (deps: MainDeps): JobHandler[] => [
  handleJob(systemMail.mailToPerson, (payload) => mailToPerson(deps, payload)),
];
