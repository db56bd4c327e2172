/** A daily limit that a placement test lowered, kept with the mailbox. */
export interface LoweredCap {
  to: number;
  why: string;
  /** What the limit was, and the test that lowered it; both are missing in records from before they were kept. */
  from?: number;
  test_id?: number;
  /** The lowering that was in force before this one, by this or another test. */
  under?: LoweredCap;
}

/**
 * What remains of lowered limits once one test lets go: where several tests lowered it one after another, the others still apply.
 * @returns the limit that then applies, and its record; null where no test lowers it any more
 */
export function releaseCap(cap: LoweredCap, testId: number): { limit: number; cap: LoweredCap | null } {
  const oldestFirst: LoweredCap[] = [];
  for (let layer: LoweredCap | undefined = cap; layer; layer = layer.under) oldestFirst.unshift(layer);
  let limit = oldestFirst[0]?.from;
  let kept: LoweredCap | null = null;
  for (const { from: _from, under: _under, ...layer } of oldestFirst) {
    if (layer.test_id === testId && limit !== undefined) continue;
    kept = { ...layer, ...(limit === undefined ? {} : { from: limit }), ...(kept ? { under: kept } : {}) };
    limit = layer.to;
  }
  return { limit: limit ?? cap.to, cap: kept };
}
