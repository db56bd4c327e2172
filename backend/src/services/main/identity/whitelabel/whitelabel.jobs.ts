import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Looks up again what was proven by DNS. */
export const verifyBrands = defineJob({ name: 'main.verify-brands', payload: z.object({}), attempts: 3 });

export const whitelabelCron: CronEntry[] = [
  { name: 'main.verify-brands.nightly', pattern: '41 3 * * *', definition: verifyBrands, payload: {} },
];
