import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { mailAddressChangeJob } from './address-change.jobs';
import { mailAddressChange } from './mail-address-change';

export const addressChangeHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(mailAddressChangeJob, (payload) => mailAddressChange(deps, payload)),
];
