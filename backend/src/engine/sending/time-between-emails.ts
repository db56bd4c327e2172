import type { Instant } from './plan.types';

/**
 * The gap of a mailbox: the earliest instant, not before `from`, that keeps its minimum time between two emails, to the last one sent
 * and to every reserved one. `reserved` has to be ascending. By how much each email is late at random says `jitter.ts`.
 */
export function earliestWithGap(
  from: Instant,
  gapMs: number,
  lastSendAt: Instant | null,
  reserved: readonly Instant[],
): Instant {
  let at = lastSendAt === null ? from : Math.max(from, lastSendAt + gapMs);
  for (const other of reserved) if (at > other - gapMs && at < other + gapMs) at = other + gapMs;
  return at;
}
