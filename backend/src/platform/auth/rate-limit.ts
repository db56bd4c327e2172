import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../db/database';
import type { RequestActor } from '../http/request-actor';
import { SkeinError } from '../http/skein-error';

/** Requests a minute for one API key (docs/public-api.md, Conventions); a key can have a lower limit of its own. */
const KEY_REQUESTS = 600;
/** A process takes this share of a key's minute at a time from the count in the database, so that few requests cost a write. */
const SHARES = 60;

/**
 * Counts the requests of API keys, of all processes together: the X-RateLimit headers on each answer, RATE_LIMITED with Retry-After beyond.
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
    const { state, isOver } = await consume(limiterOf(most), name, share);
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

/** Tries that are counted until they succeed: logins, codes, mails that strangers can cause. */
export interface AttemptLimit {
  /** Counts one try for each name. @throws SkeinError RATE_LIMITED when one of them has used up its tries */
  count(...names: string[]): Promise<void>;
  /** Returns the tries of these names, after success. */
  reset(...names: string[]): Promise<void>;
  /** Returns one try of this name, so that only failures count. */
  forgive(name: string): Promise<void>;
  /** Counts one try and refuses nothing. @returns the tries of this name */
  note(name: string): Promise<number>;
  /** Refuses every try of this name for so many seconds. */
  block(name: string, seconds: number): Promise<void>;
}

/**
 * Counted in the database: one count for all processes, which a restart does not forget. Names stand there as hashes.
 * @param kind what is counted; two limits of one kind share their counts
 * @param points tries within `seconds` for one name
 */
export function createAttemptLimit(
  db: Pick<Database, 'pools'>,
  kind: string,
  points: number,
  seconds: number,
): AttemptLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: db.pools.system,
    storeType: 'pool',
    tableName: 'attempt_count',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: kind,
    points,
    duration: seconds,
  });
  return {
    async count(...names) {
      for (const name of names) {
        const { state, isOver } = await consume(limiter, hashed(name));
        if (isOver) throw new SkeinError('RATE_LIMITED', `Too many tries. Please wait ${inWords(state.msBeforeNext)}.`);
      }
    },
    async reset(...names) {
      for (const name of names) await limiter.delete(hashed(name));
    },
    async forgive(name) {
      await limiter.reward(hashed(name));
    },
    async note(name) {
      return (await consume(limiter, hashed(name))).state.consumedPoints;
    },
    async block(name, blocked) {
      await limiter.block(hashed(name), blocked);
    },
  };
}

const hashed = (name: string) => createHash('sha256').update(name).digest('base64url');

async function consume(
  limiter: RateLimiterPostgres,
  name: string,
  points = 1,
): Promise<{ state: RateLimiterRes; isOver: boolean }> {
  try {
    return { state: await limiter.consume(name, points), isOver: false };
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return { state: refusal, isOver: true };
    throw refusal;
  }
}

const inWords = (milliseconds: number) =>
  milliseconds > 90_000
    ? `${Math.ceil(milliseconds / 60_000)} minutes`
    : `${Math.max(1, Math.ceil(milliseconds / 1000))} seconds`;
