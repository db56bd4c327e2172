import { limits } from '@skein/contracts/constants';
import { freshVariant, type DraftStep, type DraftVariant } from './draft-step';

/** The first letter that is free, or null when there are as many as there may be. */
export function freeLabel(step: DraftStep): string | null {
  const most = step.kind === 'MANUAL' ? limits.variantsOfManualStep : limits.variants;
  if (step.variants.length >= most) return null;
  return (
    Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index)).find(
      (letter) => !step.variants.some((variant) => variant.label === letter),
    ) ?? null
  );
}

/** Shares that sum to 100 over the variants that are on: equal ones, the first get what is left over. */
export function equalShares(variants: readonly DraftVariant[]): DraftVariant[] {
  const on = variants.filter((variant) => !variant.isPaused);
  const base = on.length === 0 ? 0 : Math.floor(100 / on.length);
  let left = 100 - base * on.length;
  return variants.map((variant) =>
    variant.isPaused ? { ...variant, share: 0 } : { ...variant, share: base + (left-- > 0 ? 1 : 0) },
  );
}

/** Adds a variant, a copy of `from` when given; manual shares become equal, so that they sum to 100 again. */
export function addVariant(
  step: DraftStep,
  from?: Pick<DraftVariant, 'subject' | 'body'> & Partial<Pick<DraftVariant, 'attachments'>>,
): DraftStep {
  const label = freeLabel(step);
  if (!label) return step;
  const variants = [
    ...step.variants,
    freshVariant(label, from ? { subject: from.subject, body: from.body, attachments: from.attachments ?? [] } : {}),
  ].sort((one, other) => one.label.localeCompare(other.label));
  return { ...step, variants: step.distribution === 'MANUAL_PERCENTAGE' ? equalShares(variants) : variants };
}

/** Changes which variants there are or are on, keeping manual shares at a sum of 100. */
export function withVariants(step: DraftStep, variants: DraftVariant[]): DraftStep {
  return { ...step, variants: step.distribution === 'MANUAL_PERCENTAGE' ? equalShares(variants) : variants };
}

/** What share of the leads each variant gets, in percent, as it is shown. */
export function shownShares(step: DraftStep): Map<string, number> {
  if (step.distribution === 'MANUAL_PERCENTAGE')
    return new Map(step.variants.map((variant) => [variant.key, variant.isPaused ? 0 : (variant.share ?? 0)]));
  return new Map(equalShares(step.variants).map((variant) => [variant.key, variant.share ?? 0]));
}
