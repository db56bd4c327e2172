import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Removes links and sessions that ended long ago. */
export const cleanIdentity = defineJob({ name: 'main.clean-identity', payload: z.object({}), attempts: 3 });

export const identityCron: CronEntry[] = [
  { name: 'main.clean-identity.nightly', pattern: '17 3 * * *', definition: cleanIdentity, payload: {} },
];
