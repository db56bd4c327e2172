import { useSearchParams } from '@skein/mfe/search-params';
import { useCallback, useEffect, useRef } from 'react';
import { toasts } from '@skein/ui/toast-store';
import type { DraftStep, DraftVariant } from './draft-step';
import { numberAfterRemoval, removalOf } from './sequence-editor.machine';
import { changeStep, changeVariant, moveStep } from './sequence-state';
import { copyStep, freshStep } from './draft-step';
import { nameOfField } from './step-labels';
import { addFallbackEverywhere, restoreTexts } from './fallback-everywhere';
import { counted } from '@skein/ui/counted';

type Change = (make: (current: readonly DraftStep[]) => DraftStep[]) => void;

/** Which step and variant are shown: they stand in the address. */
export function useSequencePlace(steps: readonly DraftStep[] | null) {
  const [query, setQuery] = useSearchParams();
  const number = Math.min(Math.max(1, Number(query.get('step')) || 1), steps?.length ?? 1);
  const step = steps?.[number - 1];
  const variant = step?.variants.find((entry) => entry.label === query.get('variant')) ?? step?.variants[0];
  const show = useCallback(
    (at: number, label?: string) =>
      setQuery(
        (current) => {
          const next = new URLSearchParams(current);
          next.set('step', String(at));
          if (label) next.set('variant', label);
          else next.delete('variant');
          return next;
        },
        { replace: true },
      ),
    [setQuery],
  );
  return { number, step, variant, show };
}

/** Whether the tab is still there. A toast outlives it: its undo leads nobody back here. */
function useIsHere() {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/** What can be done to the steps on the line; each leaves the person at the step that it is about. */
export function useStepActions(
  steps: readonly DraftStep[],
  {
    change,
    number,
    show,
    variantKey,
  }: { change: Change; number: number; show: (at: number, label?: string) => void; variantKey: string | undefined },
) {
  const isHere = useIsHere();
  const placeOf = (key: string) => steps.findIndex((entry) => entry.key === key);
  return {
    select: (stepKey: string, variantKey?: string) => {
      const at = placeOf(stepKey);
      show(at + 1, steps[at]?.variants.find((entry) => entry.key === variantKey)?.label);
    },
    move: (from: number, to: number) => {
      change((current) => moveStep(current, from, to));
      show(to + 1);
    },
    setDelay: (key: string, delay: DraftStep['delay']) =>
      change((current) => changeStep(current, key, (entry) => ({ ...entry, delay }))),
    remove: (key: string) => {
      const removal = removalOf(steps, key);
      if (!removal) return;
      change(removal.remove);
      show(numberAfterRemoval({ shown: number, removed: removal.number, count: steps.length }));
      const run = () => {
        change(removal.undo);
        if (isHere.current) show(removal.number);
      };
      toasts.show({ title: `Step ${removal.number} removed`, undo: { run } });
    },
    duplicate: (key: string) => {
      const at = placeOf(key);
      const from = steps[at];
      if (!from) return;
      change((current) => [...current.slice(0, at + 1), copyStep(from), ...current.slice(at + 1)]);
      show(at + 2);
    },
    /** For all steps and variants, with undo. */
    addFallback: (field: string, text: string) => {
      const { steps: next, changed } = addFallbackEverywhere(steps, field, text);
      change((current) => addFallbackEverywhere(current, field, text).steps);
      toasts.show({
        title: `Fallback for “${nameOfField(field)}” added`,
        text: `In ${counted(changed, 'email')} of this sequence.`,
        undo: { run: () => change((current) => restoreTexts(current, steps, next)) },
      });
    },
    /** The same for the emails beside the one that is shown, whose text has it already; silent where no other shows the field. */
    spreadFallback: (field: string, text: string) => {
      const spread = (all: readonly DraftStep[]) => addFallbackEverywhere(all, field, text, variantKey);
      const { steps: next, changed } = spread(steps);
      if (changed === 0) return;
      change((current) => spread(current).steps);
      toasts.show({
        title: `Fallback for “${nameOfField(field)}” added`,
        text: `In ${counted(changed, 'more email')} of this sequence.`,
        undo: { run: () => change((current) => restoreTexts(current, steps, next)) },
      });
    },
    add: (kind: DraftStep['kind']) => {
      change((current) => [...current, freshStep(3, kind)]);
      show(steps.length + 1);
    },
  };
}
export type StepActions = ReturnType<typeof useStepActions>;

type Text = Pick<DraftVariant, 'subject' | 'body'>;

/** What can be done to the variant that is shown. */
export function useVariantActions({
  change,
  step,
  variant,
}: {
  change: Change;
  step?: DraftStep;
  variant?: DraftVariant;
}) {
  const put = (changed: Partial<DraftVariant>) => {
    if (step && variant) change((current) => changeVariant(current, step.key, variant.key, changed));
  };
  return {
    put,
    changeStep: (next: (step: DraftStep) => DraftStep) => {
      if (step) change((current) => changeStep(current, step.key, next));
    },
    /** Puts another text there; what stood there comes back for ten seconds. */
    takeText: (text: Text, title: string) => {
      if (!variant) return;
      const before = { subject: variant.subject, body: variant.body };
      put({ subject: text.subject, body: text.body });
      toasts.show({ title, undo: { run: () => put(before) } });
    },
    /** Changes its files from what they are at that time: an upload may end after the person went on to another variant. */
    changeFiles: (next: (files: DraftVariant['attachments']) => DraftVariant['attachments']) => {
      if (!step || !variant) return;
      const withFiles = (entry: DraftVariant) => ({ ...entry, attachments: next(entry.attachments) });
      change((current) =>
        changeStep(current, step.key, (entry) => ({
          ...entry,
          variants: entry.variants.map((other) => (other.key === variant.key ? withFiles(other) : other)),
        })),
      );
    },
  };
}
