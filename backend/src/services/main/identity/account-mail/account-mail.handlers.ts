import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { mailToPerson as mailToPersonJob } from '../system-mail/system-mail.jobs';
import { mailToPerson } from './mail-to-person';

export const accountMailHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(mailToPersonJob, (payload) => mailToPerson(deps, payload)),
];
