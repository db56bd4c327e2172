import type { Counts, Rates } from '@skein/contracts/analytics/figures';
import { dividedBy, measureDefinitions, measures, rateOf } from '@skein/contracts/analytics/measures';

/** Each rate is divided by what its measure is `of`, leads contacted or emails sent (contracts/analytics/measures.ts). */
export const ratesOf = (counts: Counts): Rates =>
  Object.fromEntries(
    measures
      .filter((measure) => measureDefinitions[measure].of !== null)
      .map((measure) => [measure, rateOf(counts[measure], dividedBy(measure, counts))]),
  ) as Rates;
