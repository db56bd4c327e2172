import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Deletes deliveries of webhooks that were over so long ago that they are kept no more. */
export const forgetDeliveries = defineJob({ name: 'main.forget-deliveries', payload: z.object({}), attempts: 3 });

export const webhooksCron: CronEntry[] = [
  { name: 'main.forget-deliveries.nightly', pattern: '27 3 * * *', definition: forgetDeliveries, payload: {} },
];
