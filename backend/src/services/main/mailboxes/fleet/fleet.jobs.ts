import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Brings every fleet to its rules. */
export const convergeFleetsJob = defineJob({ name: 'main.converge-fleets', payload: z.object({}), attempts: 1 });

export const fleetCron: CronEntry[] = [
  { name: 'main.converge-fleets.quarterly', pattern: '*/15 * * * *', definition: convergeFleetsJob, payload: {} },
];
