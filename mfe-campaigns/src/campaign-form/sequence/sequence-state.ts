import { limits } from '@skein/contracts/constants';
import type { StepAttachment } from '@skein/contracts/main/attachments.contract';
import type { StepInput, StepView } from '@skein/contracts/main/sequences.contract';

/** A variant in the editor. `key` is its identity here, also before it has an id. */
export interface DraftVariant {
  key: string;
  id: number | null;
  label: string;
  subject: string;
  body: string;
  attachments: readonly StepAttachment[];
  share: number | null;
  isPaused: boolean;
  sent: number;
}
/** A step in the editor. */
export interface DraftStep {
  key: string;
  id: number | null;
  kind: StepView['seq_type'];
  delay: StepView['seq_delay_details'];
  distribution: StepView['variant_distribution_type'];
  sample: number | null;
  metric: StepView['winning_metric_property'];
  detail: Record<string, unknown>;
  variants: DraftVariant[];
  sent: number;
  /** A lead is past it: it keeps its place among the steps that are saved. */
  isPassed: boolean;
}

let counter = 0;
const newKey = (): string => `new-${(counter += 1)}`;

export const freshVariant = (label = 'A', from: Partial<DraftVariant> = {}): DraftVariant => ({
  subject: '',
  body: '',
  attachments: [],
  share: null,
  isPaused: false,
  ...from,
  key: newKey(),
  id: null,
  label,
  sent: 0,
});

/** What a step by hand begins with. */
const firstDetail: Record<DraftStep['kind'], Record<string, unknown>> = {
  EMAIL: {},
  MANUAL: { priority: 'MEDIUM', due_in_days: 1 },
  LINKEDIN: { linkedin_type: 'CONNECTION_REQUEST', accept_within_days: 7 },
};

export const freshStep = (days: number, kind: DraftStep['kind'] = 'EMAIL'): DraftStep => ({
  key: newKey(),
  id: null,
  kind,
  delay: { delayInDays: days, delayInHours: 0, delayInMinutes: 0 },
  distribution: 'MANUAL_EQUAL',
  sample: null,
  metric: null,
  detail: firstDetail[kind],
  variants: [freshVariant()],
  sent: 0,
  isPassed: false,
});

/** A copy of a step, new in all that it was counted by. */
export const copyStep = (from: DraftStep): DraftStep => ({
  ...freshStep(3),
  kind: from.kind,
  detail: from.detail,
  distribution: from.distribution,
  sample: from.sample,
  metric: from.metric,
  variants: from.variants.map((entry) =>
    freshVariant(entry.label, {
      subject: entry.subject,
      body: entry.body,
      attachments: entry.attachments,
      share: entry.share,
      isPaused: entry.isPaused,
    }),
  ),
});

/** Steps as the server has them. */
export const fromSteps = (steps: readonly StepView[]): DraftStep[] =>
  steps.map((step) => ({
    key: `step-${step.id}`,
    id: step.id,
    kind: step.seq_type,
    delay: step.seq_delay_details,
    distribution: step.variant_distribution_type,
    sample: step.lead_distribution_percentage,
    metric: step.winning_metric_property,
    detail: step.detail,
    sent: step.sent,
    isPassed: step.is_passed,
    variants: step.variants.map((variant) => ({
      key: `variant-${variant.id}`,
      id: variant.id,
      label: variant.variant_label,
      subject: variant.subject,
      body: variant.email_body,
      attachments: variant.attachments,
      share: variant.variant_distribution_percentage,
      isPaused: variant.is_paused,
      sent: variant.sent,
    })),
  }));

/** Steps as they are saved. */
export const toInput = (steps: readonly DraftStep[]): StepInput[] =>
  steps.map((step) => ({
    id: step.id,
    seq_type: step.kind,
    seq_delay_details: step.delay,
    variant_distribution_type: step.distribution,
    lead_distribution_percentage: step.sample,
    winning_metric_property: step.metric,
    detail: step.detail,
    variants: step.variants.map((variant) => ({
      id: variant.id,
      variant_label: variant.label,
      subject: variant.subject,
      email_body: variant.body,
      attachments: [...variant.attachments],
      variant_distribution_percentage: variant.share,
      is_paused: variant.isPaused,
    })),
  }));

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
 * How far leads are and what was sent, as the server knows it now: it goes on while somebody writes. Nothing of what was written changes; the same
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

/** Puts a step that was taken away back, as itself, with its leads and figures, and with the wait that the step behind it had. A step that is there again stays as it is. */
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

/** The first letter that is free, or null when there are as many as there may be. */
export function freeLabel(step: DraftStep): string | null {
  const most = step.kind === 'MANUAL' ? limits.manualVariants : limits.variants;
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

/** Adds a variant, a copy of `from` when given; shares by hand become equal, so that they sum to 100 again. */
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

/** Changes which variants there are or are on, keeping shares by hand at a sum of 100. */
export function withVariants(step: DraftStep, variants: DraftVariant[]): DraftStep {
  return { ...step, variants: step.distribution === 'MANUAL_PERCENTAGE' ? equalShares(variants) : variants };
}

/** What share of the leads each variant gets, in percent, as it is shown. */
export function shownShares(step: DraftStep): Map<string, number> {
  if (step.distribution === 'MANUAL_PERCENTAGE')
    return new Map(step.variants.map((variant) => [variant.key, variant.isPaused ? 0 : (variant.share ?? 0)]));
  return new Map(equalShares(step.variants).map((variant) => [variant.key, variant.share ?? 0]));
}

const minutesOf = (step: DraftStep): number =>
  (step.delay.delayInDays * 24 + step.delay.delayInHours) * 60 + step.delay.delayInMinutes;

/** Day on which a step is due at the earliest, counted from the first. */
export const dayOf = (steps: readonly DraftStep[], index: number): number =>
  Math.floor(steps.slice(1, index + 1).reduce((sum, step) => sum + minutesOf(step), 0) / (24 * 60));

/** A wait in words: `3 days`, `1 day 4 h`, `30 min`. */
export function delayText({ delayInDays, delayInHours, delayInMinutes }: DraftStep['delay']): string {
  return (
    [
      delayInDays > 0 ? `${delayInDays} ${delayInDays === 1 ? 'day' : 'days'}` : '',
      delayInHours > 0 ? `${delayInHours} h` : '',
      delayInMinutes > 0 ? `${delayInMinutes} min` : '',
    ]
      .filter(Boolean)
      .join(' ') || 'no time'
  );
}

/** A template in plain words for a card: chips by name, the first alternative of a spin. */
export function templateWords(source: string): string {
  return source
    .replace(/<[^>]*>/g, ' ')
    .replace(/\{%[^%]*%\}/g, '')
    .replace(/\{\{-?\s*([\w.-]+)[^}]*\}\}/g, (_, name: string) => name.replace(/_/g, ' '))
    .replace(/\{([^{}|]*)\|[^{}]*\}/g, '$1')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}
