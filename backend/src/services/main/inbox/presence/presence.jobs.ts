import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

export const sweepPresenceJob = defineJob({ name: 'main.sweep-presence', payload: z.object({}), attempts: 1 });

export const presenceCron: CronEntry[] = [
  { name: 'main.sweep-presence.hourly', pattern: '23 * * * *', definition: sweepPresenceJob, payload: {} },
];
