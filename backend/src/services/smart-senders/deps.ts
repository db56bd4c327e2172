import type { ServiceDeps } from '#platform/http/service-deps';
import type { PurchaseDeps } from './purchases.deps';

/** What this service is started with. */
export interface SmartSendersDeps extends ServiceDeps {
  purchases: PurchaseDeps;
}
