import { featureFlags, hasFeature } from '@skein/contracts/feature-access';
import type { RequestActor } from '../../../../../platform/http/request-actor';
import { SkeinError } from '../../../../../platform/http/skein-error';

/** Whitelabel comes with the plans that have client views (docs/domain.md, Roles and access). @throws SkeinError PLAN_REQUIRED */
export function requireAgencyPlan({
  role,
  client,
  planType: plan,
}: Pick<RequestActor, 'role' | 'client' | 'planType'>): void {
  const subject = { role, client: client?.permissions ?? null, plan, flags: featureFlags(plan, null, client != null) };
  if (!hasFeature(subject, 'client-views'))
    throw new SkeinError('PLAN_REQUIRED', 'Client views and whitelabel come with the Pro plan.');
}
