import type { Context } from 'hono';
import { unlockedBy } from '@skein/contracts/navigation-access';
import { featureOfPermission, hasFeature, planPermits } from '@skein/contracts/feature-access';
import type { Permission } from '@skein/contracts/permissions';
import { accessSubject, type RequestActor } from './request-actor';
import { SkeinError } from './skein-error';

const askAgency = 'This is not part of your client view. Ask your agency.';

/**
 * What the plan does not include, with what unlocks it. A client learns nothing of their agency's plan.
 * @throws SkeinError PLAN_REQUIRED
 */
export function refusePlan(actor: RequestActor, permission: Permission): void {
  const subject = accessSubject(actor);
  const isKeyWithoutApi = actor.via === 'api-key' && !hasFeature(subject, 'api');
  const missing = planPermits(subject, permission) ? undefined : featureOfPermission[permission];
  const feature = isKeyWithoutApi ? 'api' : missing;
  if (feature) throw new SkeinError('PLAN_REQUIRED', actor.client ? askAgency : unlockedBy[feature]);
}

/** A limit of the workspace's plan, with what makes room. Its detail tells it from limits that are the same for everyone. */
export const planLimitReached = (message: string): SkeinError =>
  new SkeinError('LIMIT_REACHED', message, [{ field: 'plan', message: 'has no room for more' }]);

/** Passes an error on; to a client, a limit of the agency's plan names neither plan nor figures. @throws always */
export function hidePlan(actor: RequestActor | null, error: unknown): never {
  if (!actor?.client || !(error instanceof SkeinError)) throw error;
  if (error.code === 'PLAN_REQUIRED') throw new SkeinError('PLAN_REQUIRED', askAgency, [], { cause: error });
  if (error.code === 'LIMIT_REACHED' && error.details.some(({ field }) => field === 'plan'))
    throw new SkeinError('LIMIT_REACHED', 'There is no room for more in this workspace. Ask your agency.', [], {
      cause: error,
    });
  throw error;
}

/** Says which scope is missing: in words, as a detail, and as RFC 6750 has it. @throws SkeinError FORBIDDEN */
export function refuseScope(context: Context, scope: string): never {
  context.header('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
  throw new SkeinError('FORBIDDEN', `This API key needs the scope ${scope}.`, [
    { field: 'scope', message: `needs ${scope}` },
  ]);
}
