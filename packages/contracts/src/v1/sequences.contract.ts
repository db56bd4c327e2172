import { z } from 'zod';
import { emailBody } from '../email-texts';
import { limits } from '../constants';
import { defineContract } from '../endpoint';
import { instant } from '../schemas';
import { distributions, stepKinds, winningMetrics } from '../main/sequence-views';
import { alias, campaignParams, id, isFields, okay, whole, withoutNulls, word, type Fields } from './wire';

const distributionNames: Record<string, string> = {
  MANUALLY_EQUAL: 'MANUAL_EQUAL',
  EQUAL: 'MANUAL_EQUAL',
  MANUALLY_PERCENTAGE: 'MANUAL_PERCENTAGE',
  PERCENTAGE: 'MANUAL_PERCENTAGE',
  AI_BEST_PERFORMING: 'AI_EQUAL',
};

/** A variant: its label may be `variant_id: "A"`, its share `distribution`. */
function readVariant(given: unknown): unknown {
  if (!isFields(given)) return given;
  const variant = withoutNulls({ ...given }, 'id', 'variant_distribution_percentage');
  if (typeof variant['variant_id'] === 'string' && !/^\d+$/.test(variant['variant_id']))
    alias(variant, 'variant_label', 'variant_id');
  alias(variant, 'id', 'variant_id');
  alias(variant, 'variant_label', 'label');
  alias(variant, 'email_body', 'body');
  alias(variant, 'variant_distribution_percentage', 'distribution_percentage', 'distribution');
  return { ...variant, variant_label: word(variant['variant_label']) };
}

/** The delay may be camel or snake case, in `seq_delay_details` or on the step itself. */
function readDelay(step: Fields): Fields {
  const details: Fields = withoutNulls(isFields(step['seq_delay_details']) ? { ...step['seq_delay_details'] } : {});
  const all: Fields = {
    ...withoutNulls({
      delay_in_days: step['delay_in_days'] ?? null,
      delayInDays: step['delayInDays'] ?? null,
      delay_in_hours: step['delay_in_hours'] ?? null,
      delay_in_minutes: step['delay_in_minutes'] ?? null,
    }),
    ...details,
  };
  alias(all, 'delay_in_days', 'delayInDays');
  alias(all, 'delay_in_hours', 'delayInHours');
  alias(all, 'delay_in_minutes', 'delayInMinutes');
  return all;
}

function readStep(given: unknown): unknown {
  if (!isFields(given)) return given;
  const step = withoutNulls({ ...given }, 'id');
  alias(step, 'seq_variants', 'sequence_variants', 'variants');
  alias(step, 'email_body', 'body');
  alias(step, 'seq_type', 'type');
  const variants = step['seq_variants'];
  const read = Array.isArray(variants)
    ? variants.filter((variant) => !isFields(variant) || variant['is_deleted'] !== true).map(readVariant)
    : variants;
  return {
    ...step,
    seq_variants: read,
    seq_delay_details: readDelay(step),
    seq_type: word(step['seq_type']),
    variant_distribution_type: word(step['variant_distribution_type'], distributionNames),
    winning_metric_property: word(step['winning_metric_property']),
  };
}

/**
 * `{ sequences: [...] }`, `{ sequence: [...] }`, the bare list, or one step by itself (which then is added, or replaces
 * the one with its number).
 */
function readSequences(body: unknown): unknown {
  if (Array.isArray(body)) return { sequences: body.map(readStep) };
  if (!isFields(body)) return body;
  const list = body['sequences'] ?? body['sequence'] ?? body['steps'];
  if (Array.isArray(list)) return { sequences: list.map(readStep) };
  const one = isFields(list) ? list : body;
  const isStep = ['email_body', 'subject', 'seq_number', 'seq_variants', 'body'].some((name) => name in one);
  return isStep ? { sequences: [readStep(one)], is_one_step: true } : { ...body, sequences: list };
}

export const wireStepInput = z.object({
  id: id.nullable().optional(),
  /** From 1; by the order given when left out. */
  seq_number: whole(1, 50).optional(),
  seq_delay_details: z.object({
    delay_in_days: whole(0, 365).default(0),
    delay_in_hours: whole(0, 23).default(0),
    delay_in_minutes: whole(0, 59).default(0),
  }),
  /** Empty or absent on a follow-up: the same thread. */
  subject: z.string().max(998, 'can have at most 998 characters').default(''),
  email_body: emailBody.optional(),
  seq_type: z.enum(stepKinds).default('EMAIL'),
  variant_distribution_type: z.enum(distributions).optional(),
  lead_distribution_percentage: whole(20, 100).optional(),
  winning_metric_property: z.enum(winningMetrics).optional(),
  seq_variants: z
    .array(
      z.object({
        id: id.nullable().optional(),
        variant_label: z
          .string()
          .regex(/^[A-Z]$/, 'must be one letter, A to Z')
          .optional(),
        subject: z.string().max(998, 'can have at most 998 characters').default(''),
        email_body: emailBody.default(''),
        variant_distribution_percentage: whole(0, 100).nullable().optional(),
      }),
    )
    .max(limits.variants, `can have at most ${limits.variants} variants`)
    .optional(),
});
export type WireStepInput = z.output<typeof wireStepInput>;
export const sequencesBody = z.preprocess(
  readSequences,
  z.object({
    sequences: z.array(wireStepInput).max(50, 'can have at most 50 steps'),
    is_one_step: z.boolean().default(false),
  }),
);
export type SequencesBody = z.output<typeof sequencesBody>;

const delay = z.object({
  delayInDays: z.number().int(),
  delay_in_days: z.number().int(),
  delayInHours: z.number().int(),
  delay_in_hours: z.number().int(),
  delayInMinutes: z.number().int(),
  delay_in_minutes: z.number().int(),
});
const variant = z.object({
  id: z.number().int(),
  created_at: instant,
  updated_at: instant,
  is_deleted: z.boolean(),
  subject: z.string(),
  email_body: z.string(),
  email_campaign_seq_id: z.number().int(),
  variant_label: z.string(),
  variant_distribution_percentage: z.number().int().nullable(),
});
export const wireStep = z.object({
  id: z.number().int(),
  created_at: instant,
  updated_at: instant,
  email_campaign_id: z.number().int(),
  seq_number: z.number().int(),
  seq_delay_details: delay,
  seq_type: z.string(),
  subject: z.string(),
  email_body: z.string(),
  variant_distribution_type: z.string(),
  lead_distribution_percentage: z.number().int().nullable(),
  winning_metric_property: z.string().nullable(),
  sequence_variants: z.array(variant).nullable(),
});
export type WireStep = z.input<typeof wireStep>;

export const v1SequencesContract = defineContract({
  service: 'main',
  tag: 'API v1: sequences',
  endpoints: {
    get: {
      method: 'GET',
      path: '/api/v1/campaigns/:campaignId/sequences',
      aliases: ['GET /api/v1/campaigns/:campaignId/sequence'],
      access: { who: 'person', may: 'campaign.read' },
      answer: 'bare',
      summary: 'Steps in their order, with their variants',
      params: campaignParams,
      response: z.array(wireStep),
    },
    save: {
      method: 'POST',
      path: '/api/v1/campaigns/:campaignId/sequences',
      aliases: ['POST /api/v1/campaigns/:campaignId/sequence', 'PUT /api/v1/campaigns/:campaignId/sequences'],
      access: { who: 'person', may: 'campaign.write' },
      answer: 'bare',
      summary: 'Replace the whole sequence; an empty list clears it',
      params: campaignParams,
      body: sequencesBody,
      response: okay.extend({
        data: z.object({ sequences: z.array(z.object({ id: z.number().int(), seqNumber: z.number().int() })) }),
      }),
    },
  },
});
