import { scopesToName } from '@skein/contracts/permissions';
import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { findKeyLimits } from './api-keys.store';

/** What a key may be used for and how long and often; null is no limit. */
export interface KeyLimits {
  scopes: readonly string[] | null;
  expiresAt: Date | null;
  requestsPerMinute: number | null;
}

/**
 * The limits of a key that is made by a request: one that came by an API key hands on its own, because a key that could make a wider one
 * would have no limits at all.
 * @throws SkeinError FORBIDDEN for a scope that the calling key does not have
 */
export async function limitsWithin(
  deps: Pick<MainDeps, 'db'>,
  actor: RequestActor,
  wanted: KeyLimits,
): Promise<KeyLimits> {
  const own = await limitsOf(deps, actor);
  if (!own) return wanted;
  const missing = wanted.scopes?.find((scope) => !has(own, scope));
  if (missing) throw wider(`does not have the scope ${missing}`, 'scopes');
  return {
    scopes: wanted.scopes ?? own.scopes,
    expiresAt: earlier(wanted.expiresAt, own.expiresAt),
    requestsPerMinute: lower(wanted.requestsPerMinute, own.requestsPerMinute),
  };
}

/** @throws SkeinError FORBIDDEN where an API key would be answered a key that may do more than itself */
export async function requireNoWider(deps: Pick<MainDeps, 'db'>, actor: RequestActor, keyId: number): Promise<void> {
  const own = await limitsOf(deps, actor);
  const other = own && (await findKeyLimits(deps.db, actor.workspaceId, keyId));
  if (!own || !other) return;
  const isWider =
    (other.scopes ? !other.scopes.every((scope) => has(own, scope)) : own.scopes !== null) ||
    earlier(own.expiresAt, other.expiresAt)?.getTime() !== (other.expiresAt?.getTime() ?? undefined) ||
    lower(own.requestsPerMinute, other.requestsPerMinute) !== other.requestsPerMinute;
  if (isWider) throw wider('must have every scope of the key it replaces', 'id');
}

const has = ({ scopes }: KeyLimits, scope: string): boolean =>
  scopes ? scopes.includes(scope) : !scopesToName.has(scope);

const limitsOf = async (deps: Pick<MainDeps, 'db'>, actor: RequestActor): Promise<KeyLimits | null> =>
  actor.via === 'api-key' && actor.apiKeyId !== null ? findKeyLimits(deps.db, actor.workspaceId, actor.apiKeyId) : null;

const wider = (why: string, field: string) =>
  new SkeinError('FORBIDDEN', `This API key ${why}. Use a key without that limit, or do it in the browser.`, [
    { field, message: why },
  ]);

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other);
const lower = (one: number | null, other: number | null): number | null =>
  one !== null && other !== null ? Math.min(one, other) : (one ?? other);
