import type { Counts, Rates } from '@skein/contracts/analytics/figures';
import { measureDefinitions, measures, rateOf } from '@skein/contracts/analytics/measures';

/** Each rate is divided by what its measure is `of`, leads contacted or emails sent (contracts/analytics/measures.ts). */
export const ratesOf = (counts: Counts): Rates =>
  Object.fromEntries(
    measures.flatMap((measure) => {
      const { of } = measureDefinitions[measure];
      return of === null ? [] : [[measure, rateOf(counts[measure], counts[of])]];
    }),
  ) as Rates;
