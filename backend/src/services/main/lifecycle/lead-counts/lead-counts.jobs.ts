import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Brings together what was counted since, so that lists of campaigns read few rows; a mail writes two of them. */
export const gatherLeadCountsJob = defineJob({ name: 'main.gather-lead-counts', payload: z.object({}), attempts: 1 });

export const leadCountsCron: CronEntry[] = [
  { name: 'main.gather-lead-counts.minutely', pattern: '* * * * *', definition: gatherLeadCountsJob, payload: {} },
];
