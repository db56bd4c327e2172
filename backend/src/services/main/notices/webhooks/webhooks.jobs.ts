import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Deletes webhook deliveries that are over and older than `deliveryDays`. */
export const forgetDeliveries = defineJob({ name: 'main.forget-deliveries', payload: z.object({}), attempts: 3 });

export const webhooksCron: CronEntry[] = [
  { name: 'main.forget-deliveries.nightly', pattern: '27 3 * * *', definition: forgetDeliveries, payload: {} },
];
