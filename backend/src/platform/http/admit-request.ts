import type { Context } from 'hono';
import type { AnyEndpoint } from '@skein/contracts/endpoint';
import { permits, scopesToName, type Permission } from '@skein/contracts/permissions';
import { refusePlan, refuseScope } from './plan-refusals';
import type { Authenticate, RequestActor } from './request-actor';
import { SkeinError } from './skein-error';

export interface AdmitDeps {
  authenticate: Authenticate;
  /** Called after authentication for each request by API key; throws RATE_LIMITED or sets the X-RateLimit headers. */
  limitRate?: (actor: RequestActor, context: Context) => Promise<void>;
}

/** What a person may change after the plan has ended. */
const withoutPlan: ReadonlySet<string> = new Set<Permission>(['profile', 'billing.manage', 'workspace.archive']);

/**
 * Who may call an endpoint: 401 without or with wrong credentials, 403 without the permission or the plan, or for those
 * who do not run the installation.
 *
 * What an API key may call: only what its person may, and never what needs a logged-in browser. A key with scopes may
 * call only what they name, so a read-only key changes nothing; one without scopes may call everything but what a scope
 * has to name (`scopesToName`).
 */
export async function admitRequest(
  endpoint: AnyEndpoint,
  deps: AdmitDeps,
  context: Context,
): Promise<RequestActor | null> {
  const { access } = endpoint;
  if (access.who === 'anyone' || access.who === 'link') return null;
  const actor = await deps.authenticate(context.req.raw, access.who === 'person' ? access.scope : undefined);
  if (!actor)
    throw new SkeinError('UNAUTHENTICATED', endpoint.path.startsWith('/api/v1/') ? 'API key is required.' : undefined);
  if ((access.who === 'session' || access.who === 'operator') && actor.via !== 'session')
    throw new SkeinError('FORBIDDEN', 'This needs a logged-in browser; an API key cannot do it.');
  if (actor.via === 'api-key' && deps.limitRate) await deps.limitRate(actor, context);
  if (access.who === 'operator') {
    if (!actor.isOperator) throw new SkeinError('FORBIDDEN', 'Only people who run this installation see this.');
    return actor;
  }
  if (!permits(actor, access.may)) throw new SkeinError('FORBIDDEN');
  if (actor.scopes ? !actor.scopes.includes(access.may) : actor.via === 'api-key' && scopesToName.has(access.may))
    refuseScope(context, access.may);
  refusePlan(actor, access.may);
  if (!actor.hasAccess && !withoutPlan.has(access.may) && endpoint.method !== 'GET')
    // A client learns nothing of their agency's plan.
    throw new SkeinError(
      'PAYMENT_REQUIRED',
      actor.client ? 'Changes are switched off for now. Ask your agency.' : undefined,
    );
  return actor;
}
