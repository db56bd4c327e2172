import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import { advanceOrderJob, runAdvanceOrder } from './advance-order';
import { lookAfterJob, lookAfterPurchases } from './look-after';
import type { PurchaseDeps } from './purchases.deps';

/** Background jobs of this service. */
export const purchaseJobs = (deps: PurchaseDeps): JobHandler[] => [
  handleJob(advanceOrderJob, (payload) => runAdvanceOrder(deps, payload)),
  handleJob(lookAfterJob, () => lookAfterPurchases(deps)),
];
