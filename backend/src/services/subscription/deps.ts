import type { ServiceDeps } from '#platform/http/service-deps';
import type { Subscriptions } from '#platform/payments/subscriptions';

/** What plans that are paid need beyond what every service has. */
export interface SubscriptionDeps extends ServiceDeps {
  /** Who takes the payments; null where nobody does, and an operator gives plans. */
  subscriptions: Subscriptions | null;
  /** Where browsers reach the product, without a slash at the end. */
  publicUrl: string;
}
