import type { Instant } from './plan.types';

/**
 * The earliest instant, not before `from`, that keeps a mailbox's minimum time between two emails: to the last one sent and to every
 * reserved one. `reserved` has to be ascending.
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
