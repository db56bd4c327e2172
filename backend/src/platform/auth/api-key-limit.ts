import type { Context } from 'hono';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from '../db/database';
import type { RequestActor } from '../http/request-actor';
import { SkeinError } from '../http/skein-error';
import { countTry } from './attempt-limit';

/** Requests a minute for one API key (docs/public-api.md, Conventions); a key can have a lower limit of its own. */
const KEY_REQUESTS = 600;
/** A process takes this share of a key's minute at a time from the count in the database, so that few requests cost a write. */
const SHARES = 60;

/**
 * Counts the requests of API keys, of all processes together, and refuses one too many: the X-RateLimit headers on each answer,
 * RATE_LIMITED with Retry-After beyond.
 * A process that took a share may keep a part of it unused until the minute is over: nobody ever gets more than the limit.
 */
export function createKeyLimit(
  db: () => Pick<Database, 'pools'>,
  points = KEY_REQUESTS,
): (actor: RequestActor, context: Context) => Promise<void> {
  const limiters = new Map<number, RateLimiterPostgres>();
  const taken = new Map<string, { left: number; others: number; until: number }>();
  const limiterOf = (most: number): RateLimiterPostgres => {
    const known = limiters.get(most);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: db().pools.system,
      storeType: 'pool',
      tableName: 'attempt_count',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: 'api-key',
      points: most,
      duration: 60,
    });
    limiters.set(most, limiter);
    return limiter;
  };
  const take = async (name: string, most: number) => {
    const share = Math.max(1, Math.floor(most / SHARES));
    const { state, isOver } = await countTry(limiterOf(most), name, share);
    const until = Date.now() + state.msBeforeNext;
    const before = taken.get(name);
    const kept = before && before.until > Date.now() ? before.left : 0;
    const next = { left: kept + (isOver ? 0 : share), others: Math.max(0, state.remainingPoints), until };
    taken.set(name, next);
    if (taken.size > 10_000) for (const [key, { until: end }] of taken) if (end < Date.now()) taken.delete(key);
    return next;
  };
  return async (actor, context) => {
    const name = String(actor.apiKeyId);
    const most = Math.min(points, actor.requestsPerMinute ?? points);
    const known = taken.get(name);
    const count = known && known.left > 0 && known.until > Date.now() ? known : await take(name, most);
    const isOver = count.left <= 0;
    if (!isOver) count.left -= 1;
    context.header('X-RateLimit-Limit', String(most));
    context.header('X-RateLimit-Remaining', String(count.left + count.others));
    context.header('X-RateLimit-Reset', String(Math.ceil(count.until / 1000)));
    if (!isOver) return;
    context.header('Retry-After', String(Math.max(1, Math.ceil((count.until - Date.now()) / 1000))));
    throw new SkeinError('RATE_LIMITED');
  };
}
