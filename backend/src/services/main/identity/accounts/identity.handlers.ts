import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { cleanIdentity } from './clean-identity';
import { cleanIdentity as cleanIdentityJob } from './clean-identity.jobs';

export const identityHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(cleanIdentityJob, () => cleanIdentity(deps)),
];
