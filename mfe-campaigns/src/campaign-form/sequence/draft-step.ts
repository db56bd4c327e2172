import type { StepAttachment } from '@skein/contracts/main/attachments.contract';
import type { StepView, StepInput } from '@skein/contracts/main/sequence-views';

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

/** Steps that a reload has kept have keys of the page before it. */
const page = Date.now().toString(36);
let counter = 0;

const newKey = (): string => `new-${page}-${(counter += 1)}`;

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

/** What a manual step begins with. */
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
