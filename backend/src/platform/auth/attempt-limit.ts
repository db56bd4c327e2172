import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../db/database';
import { SkeinError } from '../http/skein-error';

/** Tries that are counted until they succeed: logins, codes, mails that strangers can cause. */
export interface AttemptLimit {
  /** Counts one try for each name. @throws SkeinError RATE_LIMITED when one of them has no tries left */
  countOrRefuse(...names: string[]): Promise<void>;
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
    async countOrRefuse(...names) {
      for (const name of names) {
        const { state, isOver } = await countTry(limiter, hashed(name));
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
      return (await countTry(limiter, hashed(name))).state.consumedPoints;
    },
    async block(name, blocked) {
      await limiter.block(hashed(name), blocked);
    },
  };
}

const hashed = (name: string) => createHash('sha256').update(name).digest('base64url');

/** Takes tries of a name; beyond its points nothing is refused here, only told. */
export async function countTry(
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
