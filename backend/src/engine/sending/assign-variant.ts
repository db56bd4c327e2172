/**
 * Which variant of a step a lead gets: sticky, balanced, reproducible.
 *
 * The variant furthest below its share goes next, so that after n leads no count is further from its share than
 * one lead (two variants) or a few; ties are decided by a seeded hash of the lead, so that the order of mailboxes in a
 * trigger does not decide who gets which text. Counts are those since the shares last changed: a variant added later
 * does not have to catch up.
 */
import type { StepSnapshot, VariantSnapshot } from './plan.types';
import { seededHash } from './seeded-random';

/** Counts of a step's variants that grow while a plan is made. */
export type VariantCounts = Map<string, number>;

function shareOf(step: StepSnapshot, variant: VariantSnapshot): number {
  return step.distribution === 'MANUAL_PERCENTAGE' ? Math.max(0, variant.percentage) : 1;
}

/** The variants that may be assigned, with their shares; empty when all are off. */
export function assignableVariants(step: StepSnapshot): { variant: VariantSnapshot; share: number }[] {
  const enabled = step.variants.filter((variant) => variant.enabled);
  // Named by the test (AI_EQUAL), or by a person under any distribution.
  const winner = enabled.find((variant) => variant.id === step.winnerVariantId);
  if (winner) return [{ variant: winner, share: 1 }];
  const shared = enabled.map((variant) => ({ variant, share: shareOf(step, variant) }));
  const positive = shared.filter((entry) => entry.share > 0);
  // Shares that are all zero say nothing: treat the enabled variants alike rather than stop the campaign.
  return positive.length > 0 ? positive : shared.map((entry) => ({ ...entry, share: 1 }));
}

/** The variant for a lead, and counts it: the one it was given while that is on. Null when every variant is off. */
export function assignVariant(
  step: StepSnapshot,
  lead: { readonly id: string; readonly variantId: string | null },
  seed: string,
  counts: VariantCounts,
): string | null {
  if (lead.variantId !== null && step.variants.some((variant) => variant.id === lead.variantId && variant.enabled))
    return lead.variantId;
  const candidates = assignableVariants(step);
  let shares = 0;
  let total = 0;
  for (const { variant, share } of candidates) {
    shares += share;
    total += counts.get(variant.id) ?? variant.assigned;
  }
  let best: string | null = null;
  let bestDeficit = 0;
  let bestTie = 0;
  for (const { variant, share } of candidates) {
    const deficit = (share / shares) * (total + 1) - (counts.get(variant.id) ?? variant.assigned);
    const tie = seededHash('variant', seed, step.id, lead.id, variant.id);
    if (best === null || deficit > bestDeficit + 1e-9 || (deficit > bestDeficit - 1e-9 && tie > bestTie)) {
      best = variant.id;
      bestDeficit = deficit;
      bestTie = tie;
    }
  }
  if (best !== null)
    counts.set(best, (counts.get(best) ?? step.variants.find((variant) => variant.id === best)!.assigned) + 1);
  return best;
}
