import type { DraftStep } from './draft-step';
import { addFallback } from './find-hints';

/** The texts of variants before and after, by the key of the variant. */
interface ChangedTexts {
  steps: DraftStep[];
  /** Variants that showed the field without a fallback. */
  changed: number;
}

/** Gives a field its fallback in the emails of all steps and variants: somebody who has no first name has none in any of them. */
export function addFallbackEverywhere(steps: readonly DraftStep[], field: string, fallback: string): ChangedTexts {
  let changed = 0;
  const next = steps.map((step) => ({
    ...step,
    variants: step.variants.map((variant) => {
      if (step.kind !== 'EMAIL') return variant;
      const subject = addFallback(variant.subject, field, fallback);
      const body = addFallback(variant.body, field, fallback);
      if (subject === variant.subject && body === variant.body) return variant;
      changed += 1;
      return { ...variant, subject, body };
    }),
  }));
  return { steps: next, changed };
}

/** Takes the texts of `before` back wherever nothing was written since `after`. */
export function restoreTexts(
  steps: readonly DraftStep[],
  before: readonly DraftStep[],
  after: readonly DraftStep[],
): DraftStep[] {
  const byKey = (from: readonly DraftStep[]) =>
    new Map(from.flatMap(({ variants }) => variants.map((variant) => [variant.key, variant] as const)));
  const old = byKey(before);
  const written = byKey(after);
  return steps.map((step) => ({
    ...step,
    variants: step.variants.map((variant) => {
      const then = old.get(variant.key);
      const now = written.get(variant.key);
      const isUntouched = variant.subject === now?.subject && variant.body === now.body;
      return then && isUntouched ? { ...variant, subject: then.subject, body: then.body } : variant;
    }),
  }));
}
