/**
 * AI_EQUAL: which variant of a step wins, and when that may be said.
 *
 * The stopping rule, in the words of the screen: a winner is named once (1) at least the sample's share of the leads was sent the
 * step, (2) every variant has `MINIMUM_OBSERVED` observed mails, and (3) one variant is better than each of the others with at most
 * a 5 % chance that any variant is named winner without being better. Until then, and if it never happens, the shares stay equal.
 *
 * Somebody looks at the figures all the time, so an ordinary test, repeated at every look, would name a false winner far more often
 * than it says. This one may be asked after every mail: it bets against "this variant is no better". Mails of two variants are
 * paired in the order in which they were sent; a pair multiplies the evidence by how much better "better by a factor" explains it
 * than "equal". If the variant is no better, that evidence ever reaches 40 with a chance of at most 1 in 40, at whatever moment one
 * looks (Ville's inequality; the bet is the one of Turner, Ly and Gruenwald, "Generic E-variables for exact sequential k-sample
 * tests", for two Bernoulli groups: the null's chance is the mean of the two bet on, so no chance of the null does better).
 *
 * A mail is observed once its time for an answer has passed (`OBSERVED_AFTER_MS`); what comes later does not count here, so that
 * what was seen at one look is still true at the next.
 */
import { DAY_MS } from '@skein/template/zone-clock';

export type WinningMetric = 'OPEN_RATE' | 'CLICK_RATE' | 'REPLY_RATE' | 'POSITIVE_REPLY_RATE';

/** Share of the campaign's leads that is sent the step before a winner may be named, where a step names no other. */
export const DEFAULT_SAMPLE_PERCENTAGE = 20;
/** Least observed mails of each variant before a winner may be named. */
export const MINIMUM_OBSERVED = 50;
/** Chance, over all looks together, of naming a winner that is not better. */
export const FALSE_WINNER_RATE = 0.05;
/** How long a mail may take to earn what the metric counts. Opens and clicks come within a day, answers within three. */
export const OBSERVED_AFTER_MS: Record<WinningMetric, number> = {
  OPEN_RATE: DAY_MS,
  CLICK_RATE: DAY_MS,
  REPLY_RATE: 3 * DAY_MS,
  POSITIVE_REPLY_RATE: 3 * DAY_MS,
};
/** How much better a variant may be: the bet is spread over these odds. */
const ODDS = [1.25, 1.6, 2.2, 3.5];

/** The observed mails of one variant in the order in which they were sent: whether each earned what the metric counts. */
export interface ObservedVariant {
  readonly id: string;
  readonly outcomes: readonly boolean[];
}

interface VariantEvidence {
  readonly id: string;
  readonly observed: number;
  readonly successes: number;
  /** 0 to 1; null before anything was observed. */
  readonly rate: number | null;
  /** Least evidence that it is better than one of the others; it wins when this reaches `neededEvidence`. */
  readonly evidence: number;
}

export interface WinnerSearch {
  readonly winnerId: string | null;
  /** Evidence that names a winner: the number of variants over the allowed rate of false winners. */
  readonly neededEvidence: number;
  readonly variants: readonly VariantEvidence[];
  /** What is still missing. SAMPLE: leads; OBSERVED: mails of a variant; EVIDENCE: a difference. */
  readonly missing: 'SAMPLE' | 'OBSERVED' | 'EVIDENCE' | null;
}

/** @param sample mails sent from the step, and how many of the campaign's leads the sample asks for */
export function findWinner(
  variants: readonly ObservedVariant[],
  sample: { readonly sent: number; readonly neededLeads: number },
): WinnerSearch {
  // Each variant may be the false winner, and is one only if its bet against one named other succeeds: as many chances as variants.
  const neededEvidence = variants.length / FALSE_WINNER_RATE;
  const evidence = variants.map((variant): VariantEvidence => {
    const successes = variant.outcomes.filter(Boolean).length;
    const against = variants
      .filter((other) => other !== variant)
      .map((other) => evidenceThatBetter(variant.outcomes, other.outcomes));
    return {
      id: variant.id,
      observed: variant.outcomes.length,
      successes,
      rate: variant.outcomes.length === 0 ? null : successes / variant.outcomes.length,
      evidence: against.length === 0 ? 0 : Math.min(...against),
    };
  });
  const missing =
    sample.sent < sample.neededLeads
      ? 'SAMPLE'
      : evidence.some((variant) => variant.observed < MINIMUM_OBSERVED)
        ? 'OBSERVED'
        : null;
  if (variants.length < 2 || missing)
    return { winnerId: null, neededEvidence, variants: evidence, missing: missing ?? 'OBSERVED' };
  const winner = evidence.find((variant) => variant.evidence >= neededEvidence) ?? null;
  return { winnerId: winner?.id ?? null, neededEvidence, variants: evidence, missing: winner ? null : 'EVIDENCE' };
}

/**
 * The bet that one variant is better than another, pair of mails by pair. If it is no better, the expectation of `evidence` never
 * grows, whatever the rates are and whenever one stops.
 */
export class BetterBet {
  private readonly products = ODDS.map(() => 1);
  // What is known of the rate before each pair; the first pair is bet on as if one in two mails were answered.
  private successes = 0.5;
  private seen = 1;

  add(first: boolean, second: boolean): void {
    const rate = this.successes / this.seen;
    const equal = (first ? rate : 1 - rate) * (second ? rate : 1 - rate);
    for (let bet = 0; bet < ODDS.length; bet += 1) {
      const distance = halfDistance(rate, ODDS[bet]!);
      const better = rate + distance;
      const worse = rate - distance;
      // Kept above zero: a bet that has lost everything could never be made good by what follows, and 1e-200 changes no sum.
      this.products[bet] = Math.min(
        1e200,
        Math.max(
          1e-200,
          (this.products[bet]! * ((first ? better : 1 - better) * (second ? worse : 1 - worse))) / equal,
        ),
      );
    }
    this.successes += (first ? 1 : 0) + (second ? 1 : 0);
    this.seen += 2;
  }

  get evidence(): number {
    return this.products.reduce((sum, product) => sum + product, 0) / ODDS.length;
  }
}

/** Evidence that the first variant is better than the second, over the pairs that both have. */
export function evidenceThatBetter(first: readonly boolean[], second: readonly boolean[]): number {
  const bet = new BetterBet();
  const pairs = Math.min(first.length, second.length);
  for (let index = 0; index < pairs; index += 1) bet.add(first[index]!, second[index]!);
  return bet.evidence;
}

/** Half the distance of two rates whose mean is `rate` and whose odds differ by the factor `odds`: the smaller root of a quadratic. */
function halfDistance(rate: number, odds: number): number {
  const a = odds - 1;
  const b = odds + 1;
  return (b - Math.sqrt(b * b - 4 * a * a * rate * (1 - rate))) / (2 * a);
}
