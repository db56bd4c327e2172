import { z } from 'zod';
import { emailBody, emailSubject } from '../email-texts';
import { limits } from '../constants';
import { savedAsRead } from '../unknown-fields';
import { idParam, instant } from '../schemas';
import { stepAttachment, stepAttachments } from './attachments.contract';

export const stepKinds = ['EMAIL', 'MANUAL', 'LINKEDIN'] as const;

export const distributions = ['MANUAL_EQUAL', 'MANUAL_PERCENTAGE', 'AI_EQUAL'] as const;

export const winningMetrics = ['OPEN_RATE', 'CLICK_RATE', 'REPLY_RATE', 'POSITIVE_REPLY_RATE'] as const;

const delay = z.object({
  delayInDays: z.number().int().min(0).max(365).default(0),
  delayInHours: z.number().int().min(0).max(23).default(0),
  delayInMinutes: z.number().int().min(0).max(59).default(0),
});

/** What is wrong or doubtful at one place of a template. `start` and `end` are offsets in that part's source. */
export const templateProblem = z.object({
  seq_number: z.number().int(),
  variant_label: z.string(),
  part: z.enum(['subject', 'body']),
  code: z.string(),
  message: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  is_blocking: z.boolean(),
});

export const variantView = z.object({
  id: z.number().int(),
  variant_label: z.string(),
  subject: z.string(),
  email_body: z.string(),
  attachments: z.array(stepAttachment),
  variant_distribution_percentage: z.number().int().nullable(),
  is_paused: z.boolean(),
  sent: z.number().int(),
});

export const stepView = z.object({
  id: z.number().int(),
  seq_number: z.number().int(),
  seq_type: z.enum(stepKinds),
  seq_delay_details: delay,
  variant_distribution_type: z.enum(distributions),
  lead_distribution_percentage: z.number().int().nullable(),
  winning_metric_property: z.enum(winningMetrics).nullable(),
  winner_variant_id: z.number().int().nullable(),
  /** Of manual and LinkedIn steps: task text, LinkedIn action. */
  detail: z.record(z.string(), z.unknown()),
  variants: z.array(variantView),
  /** E-mails that left from this step. */
  sent: z.number().int(),
  /** Whether a lead is past it: then it keeps its place before and after the other steps that are saved. */
  is_passed: z.boolean(),
  created_at: instant,
  updated_at: instant,
});

export type StepView = z.output<typeof stepView>;

/** What a manual or LinkedIn step says beside its texts; emails have none. */
const stepDetailInput = z.object({
  priority: z.enum(['HIGH', 'MEDIUM', 'LOW']).optional(),
  due_in_days: z.number().int().min(0).max(365).optional(),
  /** Who gets the tasks; without, who looks after the campaign. */
  assigned_user_id: idParam.nullable().optional(),
  linkedin_type: z
    .enum(['INMAIL', 'CONNECTION_REQUEST', 'VISIT_PROFILE', 'LIKE_RECENT_ACTIVITY', 'MESSAGE'])
    .optional(),
  accept_within_days: z.number().int().min(1).max(60).optional(),
});

/**
 * One step as it is saved. With `id` the step (and a variant) keeps its identity: what was sent from it stays counted
 * with it, and a lead that passed it is never sent it again. Without, it is new.
 */
export const stepInput = savedAsRead(
  z.object({
    id: idParam.nullable().optional(),
    seq_type: z.enum(stepKinds).default('EMAIL'),
    seq_delay_details: delay.default({ delayInDays: 0, delayInHours: 0, delayInMinutes: 0 }),
    variant_distribution_type: z.enum(distributions).default('MANUAL_EQUAL'),
    lead_distribution_percentage: z.number().int().min(20, 'must be at least 20 %').max(100).nullable().optional(),
    winning_metric_property: z.enum(winningMetrics).nullable().optional(),
    detail: stepDetailInput.default({}),
    variants: z
      .array(
        savedAsRead(
          z.object({
            id: idParam.nullable().optional(),
            /** A to Z; given by position when left out. */
            variant_label: z
              .string()
              .regex(/^[A-Z]$/, 'must be one letter, A to Z')
              .optional(),
            /** Empty on a follow-up: same thread. */
            subject: emailSubject.default(''),
            email_body: emailBody.default(''),
            variant_distribution_percentage: z.number().int().min(0).max(100).nullable().optional(),
            is_paused: z.boolean().default(false),
            /** Files that go out with it; left out, a variant with an id keeps what it has. */
            attachments: stepAttachments.optional(),
          }),
          variantView,
        ),
      )
      .max(limits.variants, `can have at most ${limits.variants} variants`)
      .default([]),
  }),
  stepView,
);

export type StepInput = z.output<typeof stepInput>;

export const sequenceView = z.object({
  version: z.number().int(),
  saved_at: instant.nullable(),
  saved_by_name: z.string().nullable(),
  steps: z.array(stepView),
  problems: z.array(templateProblem),
  /** Names a template may use: the nine lead fields, then the custom fields that leads of this campaign have. */
  merge_fields: z.array(z.object({ name: z.string(), is_custom: z.boolean(), sample: z.string().nullable() })),
});

export const previewView = z.object({
  lead: z
    .object({
      id: z.number().int(),
      enrolment_id: z.number().int().nullable(),
      email: z.string(),
      name: z.string(),
      company_name: z.string().nullable(),
    })
    .nullable(),
  mailbox: z.object({ id: z.number().int(), from_name: z.string(), from_email: z.string() }).nullable(),
  seq_number: z.number().int(),
  variant_label: z.string(),
  variant_reason: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  bytes: z.number().int(),
  attachments: z.array(stepAttachment),
  is_reply_in_thread: z.boolean(),
  /** Which option each spintax group took, and of how many renderings this is one. */
  spin_choice: z.array(z.number().int()),
  spin_variations: z.number(),
  missing: z.array(z.object({ name: z.string(), reason: z.string() })),
  earliest_send_at: instant.nullable(),
  problems: z.array(templateProblem),
});

export type PreviewView = z.output<typeof previewView>;

/** Points of SpamAssassin: from `threshold` on a mail is spam to it. Only the text is judged, not the sender's name among filters. */
export const spamView = z.object({
  checker: z.enum(['SPAMASSASSIN']).nullable(),
  score: z.number().nullable(),
  threshold: z.number().nullable(),
  is_spam: z.boolean().nullable(),
  rules: z.array(z.object({ name: z.string(), points: z.number(), description: z.string() })),
});

export type SpamView = z.output<typeof spamView>;

export const testMailView = z.object({
  id: z.string(),
  state: z.enum(['WAITING', 'SENDING', 'SENT', 'FAILED', 'IN_DOUBT']),
  to: z.string(),
  mailbox_email: z.string(),
  subject: z.string(),
  sent_at: instant.nullable(),
  failure_text: z.string().nullable(),
});

/** How the variants of a step compare. `evidence` is the least a variant has against another one; it wins at `evidence_needed`. */
export const variantTestView = z.object({
  step_id: z.number().int(),
  seq_number: z.number().int(),
  distribution: z.enum(distributions),
  metric: z.enum(winningMetrics),
  state: z.enum(['OFF', 'RUNNING', 'WON']),
  /** The stopping rule in words; null where no winner is looked for. */
  rule: z.string().nullable(),
  /** What the test still waits for: its share of the leads, observed e-mails of a variant, or a clear difference. */
  missing: z.enum(['SAMPLE', 'OBSERVED', 'EVIDENCE']).nullable(),
  sample_sent: z.number().int(),
  sample_needed: z.number().int(),
  evidence_needed: z.number(),
  winner: z
    .object({
      variant_id: z.number().int(),
      variant_label: z.string(),
      by: z.enum(['TEST', 'USER']),
      at: instant.nullable(),
      evidence: z.unknown(),
    })
    .nullable(),
  /** Observed: old enough that an answer would be there. Rate in percent. */
  variants: z.array(
    z.object({
      variant_id: z.number().int(),
      variant_label: z.string(),
      observed: z.number().int(),
      successes: z.number().int(),
      rate: z.number().nullable(),
      evidence: z.number(),
    }),
  ),
});

export type VariantTestView = z.input<typeof variantTestView>;

export const variantTests = z.object({ tests: z.array(variantTestView) });
