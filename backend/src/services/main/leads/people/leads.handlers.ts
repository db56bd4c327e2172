import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { detectProviders, detectProvidersJob } from './detect-providers';

export const leadsHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(detectProvidersJob, (payload) => detectProviders(deps, payload)),
];
