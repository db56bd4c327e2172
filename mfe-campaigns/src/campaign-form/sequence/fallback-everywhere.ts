import { parseTemplate } from '@skein/template';
import { walkNodes } from '@skein/template/fields';
import type { DraftStep, DraftVariant } from './draft-step';
import { addFallback } from './find-hints';

/** The texts of variants before and after, by the key of the variant. */
interface ChangedTexts {
  steps: DraftStep[];
  /** Variants that showed the field without a fallback. */
  changed: number;
}

type Fallback = readonly [field: string, fallback: string];
/** Variants are immutable, so each is parsed once and not on every keystroke in another one. */
const readBefore = new WeakMap<DraftVariant, readonly Fallback[]>();

function fallbacksIn(variant: DraftVariant): readonly Fallback[] {
  const before = readBefore.get(variant);
  if (before) return before;
  const found: Fallback[] = [];
  for (const text of [variant.subject, variant.body])
    walkNodes(parseTemplate(text).nodes, (node) => {
      if (node.kind === 'variable' && node.fallback) found.push([node.name, node.fallback]);
    });
  readBefore.set(variant, found);
  return found;
}

/** The first fallback that each field has in the emails: a new place that shows the field begins with it. */
export function knownFallbacks(steps: readonly DraftStep[]): ReadonlyMap<string, string> {
  const emails = steps.filter(({ kind }) => kind === 'EMAIL').flatMap(({ variants }) => variants);
  // Later entries overwrite earlier ones, so the first goes last.
  return new Map(emails.flatMap(fallbacksIn).toReversed());
}

/** Gives a field its fallback in the emails of all steps and variants: somebody who has no first name has none in any of them. */
export function addFallbackEverywhere(
  steps: readonly DraftStep[],
  field: string,
  fallback: string,
  /** The variant to leave unchanged. */
  exceptKey?: string,
): ChangedTexts {
  let changed = 0;
  const next = steps.map((step) => ({
    ...step,
    variants: step.variants.map((variant) => {
      if (step.kind !== 'EMAIL' || variant.key === exceptKey) return variant;
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
