import { featureFlags, hasFeature } from '@skein/contracts/feature-access';
import { unlocksFeature } from '@skein/contracts/plan-limits';
import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';

/**
 * Client views, whitelabel and API keys come with plans of agencies (packages/contracts/src/plan-limits.ts).
 * @throws SkeinError PLAN_REQUIRED
 */
export function requireAgencyPlan(
  { role, client, planType: plan }: Pick<RequestActor, 'role' | 'client' | 'planType'>,
  feature: 'client-views' | 'whitelabel' | 'api' = 'client-views',
): void {
  const subject = { role, client: client?.permissions ?? null, plan, flags: featureFlags(plan, null, client != null) };
  if (!hasFeature(subject, feature)) throw new SkeinError('PLAN_REQUIRED', unlocksFeature(feature));
}
