import { z } from 'zod';
import { emailBody, emailSubject } from '../email-texts';
import { emailAddress } from '../address-rules';
import { limits } from '../constants';
import { defineContract } from '../endpoint';
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
export const stepInput = z.object({
  id: idParam.nullable().optional(),
  seq_type: z.enum(stepKinds).default('EMAIL'),
  seq_delay_details: delay.default({ delayInDays: 0, delayInHours: 0, delayInMinutes: 0 }),
  variant_distribution_type: z.enum(distributions).default('MANUAL_EQUAL'),
  lead_distribution_percentage: z.number().int().min(20, 'must be at least 20 %').max(100).nullable().optional(),
  winning_metric_property: z.enum(winningMetrics).nullable().optional(),
  detail: stepDetailInput.default({}),
  variants: z
    .array(
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
    )
    .max(limits.variants, `may have at most ${limits.variants} variants`)
    .default([]),
});
export type StepInput = z.output<typeof stepInput>;

const sequenceView = z.object({
  version: z.number().int(),
  saved_at: instant.nullable(),
  saved_by_name: z.string().nullable(),
  steps: z.array(stepView),
  problems: z.array(templateProblem),
  /** Names a template may use: the nine lead fields, then the custom fields that leads of this campaign have. */
  merge_fields: z.array(z.object({ name: z.string(), is_custom: z.boolean(), sample: z.string().nullable() })),
});

const previewView = z.object({
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

const testMailView = z.object({
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
const variantTests = z.object({ tests: z.array(variantTestView) });

const campaignId = z.object({ campaignId: idParam });
const read = { who: 'person', may: 'campaign.read' } as const;
const write = { who: 'person', may: 'campaign.write' } as const;

export const sequencesContract = defineContract({
  service: 'main',
  tag: 'Sequences',
  endpoints: {
    getSequence: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/sequences',
      access: read,
      summary: 'Steps and variants with what is wrong in them and the fields they may use',
      params: campaignId,
      response: sequenceView,
    },
    saveSequence: {
      method: 'PUT',
      path: '/api/campaigns/:campaignId/sequences',
      access: write,
      summary:
        'Replace the sequence; steps and variants with an id keep it (a removed step comes back with its id), the order is the order given',
      params: campaignId,
      body: z.object({
        steps: z.array(stepInput).max(50, 'may have at most 50 steps'),
        /** The version that was edited: a newer one answers 409. */ expected_version: z
          .number()
          .int()
          .min(0)
          .optional(),
        /** Saved by itself while somebody types: such saves that follow each other become one version. */ is_autosave:
          z.boolean().optional(),
      }),
      response: sequenceView,
    },
    checkSequence: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/sequences/check',
      access: read,
      summary: 'What is wrong in an unsaved sequence',
      params: campaignId,
      body: z.object({ steps: z.array(stepInput).max(50) }),
      response: z.object({ problems: z.array(templateProblem) }),
    },
    listVersions: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/sequences/versions',
      access: read,
      summary: 'Saved versions, newest first',
      params: campaignId,
      response: z.object({
        versions: z.array(
          z.object({
            version: z.number().int(),
            /** Its place among the kept versions, as it is shown. */ number: z.number().int(),
            created_at: instant,
            user_name: z.string().nullable(),
            step_count: z.number().int(),
          }),
        ),
      }),
    },
    getVersion: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/sequences/versions/:version',
      access: read,
      summary: 'A saved version, in the form that can be saved again',
      params: campaignId.extend({ version: idParam }),
      response: z.object({ version: z.number().int(), created_at: instant, steps: z.array(stepInput) }),
    },
    listVariantTests: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/variant-tests',
      access: read,
      summary: 'How the variants of each step compare, who won, and by which rule',
      params: campaignId,
      response: variantTests,
    },
    setWinner: {
      method: 'PUT',
      path: '/api/campaigns/:campaignId/steps/:stepId/winner',
      access: write,
      summary: 'Make a variant the winner by hand, or take a winner back',
      params: campaignId.extend({ stepId: idParam }),
      body: z.object({ variant_id: idParam.nullable() }),
      response: variantTests,
    },
    previewStep: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/sequences/preview',
      access: read,
      summary: 'One step for one lead, rendered exactly as it is sent; `steps` previews what is not saved yet',
      params: campaignId,
      body: z.object({
        seq_number: z.number().int().min(1).max(50),
        variant_label: z
          .string()
          .regex(/^[A-Z]$/)
          .optional(),
        enrolment_id: idParam.optional(),
        lead_id: idParam.optional(),
        mailbox_id: idParam.optional(),
        draft: z.object({ subject: emailSubject, email_body: emailBody }).optional(),
      }),
      response: previewView,
    },
    checkSpam: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/sequences/spam-check',
      access: read,
      summary: 'What SpamAssassin says of one step as one lead gets it; `checker` is null where none is set up',
      params: campaignId,
      body: z.object({
        seq_number: z.number().int().min(1).max(50),
        variant_label: z
          .string()
          .regex(/^[A-Z]$/)
          .optional(),
        lead_id: idParam.optional(),
        mailbox_id: idParam.optional(),
        draft: z.object({ subject: emailSubject, email_body: emailBody }).optional(),
      }),
      response: spamView,
    },
    sendTest: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/sequences/send-test',
      access: write,
      summary: 'Send one step as a test to any address; no tracking, no unsubscribe link, not counted',
      params: campaignId,
      body: z.object({
        seq_number: z.number().int().min(1).max(50),
        variant_label: z
          .string()
          .regex(/^[A-Z]$/)
          .optional(),
        lead_id: idParam.optional(),
        mailbox_id: idParam.optional(),
        to: emailAddress,
      }),
      response: testMailView,
    },
    getTestMail: {
      method: 'GET',
      path: '/api/campaigns/:campaignId/sequences/send-test/:testMailId',
      access: read,
      summary: 'What became of a test mail',
      params: campaignId.extend({ testMailId: z.string().regex(/^\d{1,18}$/) }),
      response: testMailView,
    },
  },
});
