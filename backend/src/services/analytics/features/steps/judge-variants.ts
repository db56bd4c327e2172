import type { EvidenceView } from '@skein/contracts/analytics/campaign-analytics.contract';

/** E-mails of a variant that were sent, and leads that answered them first. */
export interface VariantSample {
  sent: number;
  replied: number;
}

/** One-sided 90 % and 80 % quantiles of the normal distribution: how sure to be, and how likely to see a doubling. */
const sureQuantile = 1.2816;
const powerQuantile = 0.8416;
/** From which share on a variant is called ahead or behind. */
const sureFrom = 0.9;

/** Distribution function of the standard normal (Abramowitz and Stegun 7.1.26; error below 1.5e-7). */
export function normalShare(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const tail =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) *
    Math.exp(-x * x);
  return z >= 0 ? 1 - tail / 2 : tail / 2;
}

/**
 * E-mails that each of two variants needs before the test is asked at all: so many that a doubling of the baseline's reply rate
 * would be noticed in 8 of 10 cases at 90 % confidence. The baseline's rate is estimated with half a reply added, so that a
 * baseline without any reply yet asks for many e-mails instead of none. At least 50, as the normal approximation is poor below.
 */
export function neededSample(baseline: VariantSample): number {
  const rate = Math.min(0.5, (baseline.replied + 0.5) / (baseline.sent + 1));
  const better = Math.min(0.99, rate * 2);
  const spread = rate * (1 - rate) + better * (1 - better);
  return Math.max(50, Math.ceil(((sureQuantile + powerQuantile) ** 2 * spread) / (better - rate) ** 2));
}

/**
 * Two-proportion z-test with pooled variance: how sure one can be that a variant's reply rate is above the baseline's, 0 to 1.
 * It is the confidence of one look; who looks daily and stops at the first "ahead" is wrong more often than it says.
 */
export function confidenceThatBetter(variant: VariantSample, baseline: VariantSample): number {
  const pooled = (variant.replied + baseline.replied) / (variant.sent + baseline.sent);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / variant.sent + 1 / baseline.sent));
  if (!(error > 0)) return 0.5;
  return normalShare((variant.replied / variant.sent - baseline.replied / baseline.sent) / error);
}

/** Whole percent, never 100: a sample cannot be that sure. */
const percent = (share: number): number => Math.min(99, Math.floor(share * 100));

const evidence = (
  kind: EvidenceView['kind'],
  text: string,
  confidence: number | null = null,
  needs: number | null = null,
): EvidenceView => ({ kind, text, confidence, needs });

/**
 * Judges the variants of one step against the first of them that was sent. Compared is the share of e-mails that got the lead's
 * first reply: opens are too easily caused by machines to decide anything.
 */
export function judgeVariants(variants: readonly VariantSample[]): { isBaseline: boolean; evidence: EvidenceView }[] {
  const sent = variants.filter((variant) => variant.sent > 0);
  const baseline = sent[0] ?? variants[0];
  return variants.map((variant) => {
    if (variants.length === 1 || (sent.length === 1 && variant === baseline))
      return { isBaseline: variant === baseline, evidence: evidence('ONE_VARIANT', 'One variant') };
    if (variant === baseline) return { isBaseline: true, evidence: evidence('BASELINE', 'Baseline') };
    return { isBaseline: false, evidence: compare(variant, baseline as VariantSample) };
  });
}

function compare(variant: VariantSample, baseline: VariantSample): EvidenceView {
  const needed = neededSample(baseline);
  const missing = Math.max(needed - variant.sent, needed - baseline.sent);
  if (missing > 0) return evidence('NEEDS_MORE', `Needs ${missing.toLocaleString('en-US')} more`, null, missing);
  const better = confidenceThatBetter(variant, baseline);
  if (better >= sureFrom) return evidence('AHEAD', `Ahead, ${percent(better)}% sure`, percent(better));
  if (better <= 1 - sureFrom) return evidence('BEHIND', `Behind, ${percent(1 - better)}% sure`, percent(1 - better));
  return evidence('NO_DIFFERENCE', 'No difference yet', percent(Math.max(better, 1 - better)));
}
