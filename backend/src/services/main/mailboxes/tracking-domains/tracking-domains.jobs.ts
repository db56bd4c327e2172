import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Looks at every tracking domain again. */
export const checkTrackingDomains = defineJob({
  name: 'main.check-tracking-domains',
  payload: z.object({}),
  attempts: 3,
});

export const trackingDomainsCron: CronEntry[] = [
  { name: 'main.check-tracking-domains.nightly', pattern: '53 3 * * *', definition: checkTrackingDomains, payload: {} },
];
