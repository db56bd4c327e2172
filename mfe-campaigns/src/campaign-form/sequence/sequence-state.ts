import type { StepView } from '@skein/contracts/main/sequence-views';
import type { DraftVariant, DraftStep } from './draft-step';

/** Takes the ids that a save gave over into what is edited meanwhile; `saved` and `sent` are in the same order. */
export function takeIds(
  current: readonly DraftStep[],
  sent: readonly DraftStep[],
  saved: readonly StepView[],
): DraftStep[] {
  const ids = new Map<string, { id: number; variants: Map<string, number> }>();
  sent.forEach((step, index) => {
    const stored = saved[index];
    if (stored)
      ids.set(step.key, {
        id: stored.id,
        variants: new Map(
          step.variants.flatMap((variant) => {
            const match = stored.variants.find((other) => other.variant_label === variant.label);
            return match ? [[variant.key, match.id] as const] : [];
          }),
        ),
      });
  });
  return current.map((step) => {
    const stored = ids.get(step.key);
    return stored
      ? {
          ...step,
          id: stored.id,
          variants: step.variants.map((variant) => ({
            ...variant,
            id: stored.variants.get(variant.key) ?? variant.id,
          })),
        }
      : step;
  });
}

/**
 * How far leads are and what was sent, as the server knows it now: it goes on while somebody writes. Nothing of what
 * was written changes; the same
 * list comes back when there is nothing new.
 */
export function takeProgress(current: DraftStep[], saved: readonly StepView[]): DraftStep[] {
  const known = new Map(saved.map((step) => [step.id, step]));
  const next = current.map((step) => {
    const now = step.id === null ? undefined : known.get(step.id);
    if (!now) return step;
    const variants = step.variants.map((variant) => {
      const sent = now.variants.find((other) => other.id === variant.id)?.sent ?? variant.sent;
      return sent === variant.sent ? variant : { ...variant, sent };
    });
    return now.is_passed === step.isPassed &&
      now.sent === step.sent &&
      variants.every((variant, place) => variant === step.variants[place])
      ? step
      : { ...step, isPassed: now.is_passed, sent: now.sent, variants };
  });
  return next.every((step, place) => step === current[place]) ? current : next;
}

export const changeStep = (
  steps: readonly DraftStep[],
  key: string,
  change: (step: DraftStep) => DraftStep,
): DraftStep[] => steps.map((step) => (step.key === key ? change(step) : step));

export const changeVariant = (
  steps: readonly DraftStep[],
  stepKey: string,
  variantKey: string,
  change: Partial<DraftVariant>,
): DraftStep[] =>
  changeStep(steps, stepKey, (step) => ({
    ...step,
    variants: step.variants.map((variant) => (variant.key === variantKey ? { ...variant, ...change } : variant)),
  }));

/** Moves a step; what stands first waits for nothing, and what stood first gets the wait of the one it changed with. */
export function moveStep(steps: readonly DraftStep[], from: number, to: number): DraftStep[] {
  const moved = steps[from];
  if (!moved || to < 0 || to >= steps.length || from === to) return [...steps];
  const rest = steps.filter((_, index) => index !== from);
  const next = [...rest.slice(0, to), moved, ...rest.slice(to)];
  // Delays belong to the places on the line, so that moving a text does not change the rhythm.
  return next.map((step, index) => ({ ...step, delay: steps[index]?.delay ?? step.delay }));
}

/**
 * Why a step cannot stand at another place, or null: steps that leads are past keep their place to the other saved steps, as the
 * server has it (plan-step-change.ts). Steps that are new may stand anywhere.
 */
export function refusalOfMove(steps: readonly DraftStep[], from: number, to: number): string | null {
  const moved = steps[from];
  if (!moved || moved.id === null) return null;
  const crossed = steps.slice(Math.min(from, to), Math.max(from, to) + 1);
  const place =
    moved.isPassed && crossed.some((step) => step.id !== null && step !== moved)
      ? from
      : steps.findIndex((step) => step !== moved && step.id !== null && step.isPassed && crossed.includes(step));
  return place < 0 ? null : `Leads are past step ${place + 1}, so it keeps its place`;
}

/** Takes a step away; what stands first then waits for nothing. */
export function removeStep(steps: readonly DraftStep[], key: string): DraftStep[] {
  const rest = steps.filter((step) => step.key !== key);
  if (steps[0]?.key !== key) return rest;
  return rest.map((step, index) =>
    index === 0 ? { ...step, delay: { delayInDays: 0, delayInHours: 0, delayInMinutes: 0 } } : step,
  );
}

/**
 * Puts a step that was taken away back, as itself, with its leads and figures, and with the wait that the step behind
 * it had. A step that is there again stays as it is.
 */
export function restoreStep(
  steps: readonly DraftStep[],
  at: number,
  gone: DraftStep,
  behind: DraftStep | undefined,
): DraftStep[] {
  if (steps.some((step) => step.key === gone.key)) return [...steps];
  return [
    ...steps.slice(0, at),
    gone,
    ...steps.slice(at).map((step) => (step.key === behind?.key && at === 0 ? { ...step, delay: behind.delay } : step)),
  ];
}
