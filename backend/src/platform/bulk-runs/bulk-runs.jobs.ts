import { z } from 'zod';
import { defineJob, type CronEntry } from '../jobs/job-definition';

/** Works on a run of any kind. Repeated after a crash, it continues behind the last batch. */
export const bulkRunJob = defineJob({
  name: 'main.bulk-run',
  payload: z.object({ workspaceId: z.number().int(), runId: z.number().int() }),
});

/** Puts runs back into the queue that no worker is working on. */
export const sweepBulkRunsJob = defineJob({ name: 'main.sweep-bulk-runs', payload: z.object({}), attempts: 1 });

export const bulkRunsCron: CronEntry[] = [
  { name: 'main.sweep-bulk-runs.minutely', pattern: '* * * * *', definition: sweepBulkRunsJob, payload: {} },
];
