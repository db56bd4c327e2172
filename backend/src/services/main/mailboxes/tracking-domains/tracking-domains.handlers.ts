import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { verifyTrackingDomains } from './check-tracking-domain';
import { checkTrackingDomains } from './tracking-domains.jobs';

export const trackingDomainsHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(checkTrackingDomains, () => verifyTrackingDomains(deps)),
];
