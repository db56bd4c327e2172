import type { Counts } from '@skein/contracts/analytics/figures';
import { measures } from '@skein/contracts/analytics/measures';
import { noCounts } from '../figures/count-events.store';

/**
 * Brings figures by campaign or mailbox together by what they belong to. What belongs to several (tags) counts in each of them;
 * what belongs to none stands under the empty key, so that groups that are apart sum to the whole.
 */
export function foldGroups(
  groups: ReadonlyMap<string, Counts>,
  keysOf: (key: string) => readonly string[],
): Map<string, Counts> {
  const folded = new Map<string, Counts>();
  for (const [key, counts] of groups) {
    const keys = keysOf(key);
    for (const target of keys.length > 0 ? keys : ['']) {
      const sum = folded.get(target) ?? noCounts();
      for (const measure of measures) sum[measure] += counts[measure];
      folded.set(target, sum);
    }
  }
  return folded;
}
