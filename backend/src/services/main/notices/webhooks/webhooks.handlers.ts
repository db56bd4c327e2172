import { deliveryDays } from '@skein/contracts/main/webhook-deliveries';
import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { deleteOldDeliveries } from './deliveries.store';
import { forgetDeliveries } from './webhooks.jobs';

const day = 86_400_000;

export const webhooksHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(forgetDeliveries, async () => {
    const before = new Date(deps.realClock.now() - deliveryDays * day);
    while ((await deleteOldDeliveries(deps.db, before)) > 0);
  }),
];
