import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, idParam, instant } from '../schemas';
import { openAiAddress } from './ai-writing.contract';

/** Percent below which the rules decide. */
export const confidenceLimits = { least: 50, most: 99 } as const;
/**
 * What can be set: percent that the model must be sure of a reply's category before a rule answers it, minutes in which the answer can be
 * cancelled, and answers in 24 hours. What is set without a choice: backend, inbox/assistant/assistant-settings.ts.
 */
export const draftSettingBounds = {
  leastConfidence: 80,
  mostConfidence: 99,
  leastMinutes: 5,
  mostMinutes: 1_440,
  mostADay: 1_000,
} as const;
/** US dollars for a million tokens, and in a month, at most. */
export const costLimits = { price: 10_000, month: 1_000_000 } as const;
export const knowledgeLimit = 20_000;
export const assistantPurposes = ['SORT', 'DRAFT', 'WHY'] as const;

const modelName = z
  .string()
  .trim()
  .regex(/^[\w.:@/-]{1,100}$/, 'can contain only letters, digits and . : @ / - (100 characters at most)');

export const assistantView = z.object({
  /** Null until a service is set up. */
  service: z
    .object({
      base_url: z.string(),
      last_four: z.string(),
      model: z.string(),
      /** A local stand-in answers, no service does. */ is_sandbox: z.boolean(),
      updated_at: instant,
      /** How this model sorts the labelled answers beside the rules; null where nobody has measured it. */
      measurement: z
        .object({
          measured_on: z.string(),
          replies: z.number().int(),
          /** Categories that it finds less surely, or less often, than the rules. */
          worse_in: z.array(z.number().int()),
        })
        .nullable(),
    })
    .nullable(),
  has_sandbox: z.boolean(),
  sorts_replies: z.boolean(),
  min_confidence: z.number().int(),
  /** Null: all of them. */
  category_ids: z.array(z.number().int()).nullable(),
  /** A rule sends drafted answers by itself, after a delay in which anybody can stop them. */
  sends_drafts: z.boolean(),
  draft_category_ids: z.array(z.number().int()),
  draft_delay_minutes: z.number().int(),
  draft_min_confidence: z.number().int(),
  /** Answers that the rule may send in 24 hours, and those of the last 24 that were not stopped. */
  draft_daily_limit: z.number().int(),
  drafts_last_day: z.number().int(),
  knowledge: z.string(),
  monthly_tokens: z.number().int().nullable(),
  /** Tokens of this calendar month (UTC). */
  tokens_this_month: z.number().int(),
  /** US dollars for a million tokens read and written; null until somebody enters them. */
  price_in: z.number().nullable(),
  price_out: z.number().nullable(),
  /** US dollars in a calendar month (UTC): the limit, null for none, and what those tokens cost that had a price. */
  monthly_cost: z.number().nullable(),
  cost_this_month: z.number(),
  use: z.array(
    z.object({
      /** First day of the month. */ month: z.string(),
      purpose: z.enum(assistantPurposes),
      requests: z.number().int(),
      tokens: z.number().int(),
      /** US dollars, at the prices of the time; null where no price was known. */
      cost: z.number().nullable(),
      /** Tokens that `cost` leaves out. */
      unpriced_tokens: z.number().int(),
    }),
  ),
  /** Corrections by people that go along as examples, newest first. */
  examples: z.array(
    z.object({ enrolment_id: z.number().int(), reply: z.string(), category_id: z.number().int(), at: instant }),
  ),
  last_problem: z.object({ text: z.string(), at: instant }).nullable(),
});
export type AssistantView = z.output<typeof assistantView>;

export const assistantSettings = z.object({
  sorts_replies: z.boolean().optional(),
  min_confidence: z.number().int().min(confidenceLimits.least).max(confidenceLimits.most).optional(),
  category_ids: z
    .array(z.number().int().positive())
    .min(1, 'needs at least one category')
    .max(200)
    .nullable()
    .optional(),
  sends_drafts: z
    .boolean()
    .optional()
    .describe('Answers that the AI drafts are sent after their delay, unless someone cancels them.'),
  draft_category_ids: z
    .array(z.number().int().positive())
    .max(200)
    .optional()
    .describe('Categories of the replies that are answered.'),
  draft_delay_minutes: z
    .number()
    .int()
    .min(draftSettingBounds.leastMinutes)
    .max(draftSettingBounds.mostMinutes)
    .optional(),
  draft_min_confidence: z
    .number()
    .int()
    .min(draftSettingBounds.leastConfidence)
    .max(draftSettingBounds.mostConfidence)
    .optional(),
  draft_daily_limit: z
    .number()
    .int()
    .min(1)
    .max(draftSettingBounds.mostADay)
    .optional()
    .describe('Answers that are sent automatically in 24 hours; further replies wait for a person.'),
  knowledge: z.string().max(knowledgeLimit, 'can have at most 20,000 characters').optional(),
  monthly_tokens: z.number().int().min(1_000).max(2_000_000_000).nullable().optional(),
  price_in: z.number().min(0).max(costLimits.price).nullable().optional(),
  price_out: z.number().min(0).max(costLimits.price).nullable().optional(),
  monthly_cost: z.number().min(0.01).max(costLimits.month).nullable().optional(),
});

export const sortedReply = z.object({
  category_id: z.number().int().nullable(),
  /** Who decided: the model, or the rules because it was not sure enough or may not decide. */
  by: z.enum(['AI', 'RULE']),
  /** Percent; null where the model was not asked or gave none. */
  confidence: z.number().int().nullable(),
  /** The words that decided, as they stand in the reply. */
  words: z.string(),
  /** Why the model did not decide; null where it did. */
  because: z.string().nullable(),
});
export type SortedReply = z.output<typeof sortedReply>;

const owner = { who: 'session', may: 'settings.write' } as const;

/** The workspace's AI: replies put into categories, drafts of answers, and questions about why a lead got no email. */
export const assistantContract = defineContract({
  service: 'main',
  tag: 'AI assistant',
  endpoints: {
    readAssistant: {
      method: 'GET',
      path: '/api/assistant',
      access: owner,
      summary: 'The workspace’s AI service, what it may do, what it used, and the examples it learns from',
      response: assistantView,
    },
    connectAssistant: {
      method: 'PUT',
      path: '/api/assistant/service',
      access: owner,
      summary: 'Set the AI service; the key is tried first, sealed, and never shown again',
      body: z.object({
        base_url: z
          .url({ protocol: /^https?$/, error: 'must be an address such as https://api.openai.com/v1' })
          .max(300)
          .default(openAiAddress),
        api_key: z
          .string()
          .trim()
          .min(1, 'is required')
          .max(500)
          .regex(/^[\x21-\x7e]+$/, 'can’t contain spaces or accented characters')
          .optional(),
        model: modelName.default('gpt-4o-mini'),
      }),
      response: assistantView,
    },
    useSandboxAssistant: {
      method: 'POST',
      path: '/api/assistant/sandbox',
      access: owner,
      summary: 'Set up the sandbox’s stand-in for an AI service',
      body: z.object({}),
      response: assistantView,
    },
    changeAssistant: {
      method: 'PATCH',
      path: '/api/assistant',
      access: owner,
      summary: 'Change what the AI may do',
      body: assistantSettings,
      response: assistantView,
    },
    disconnectAssistant: {
      method: 'DELETE',
      path: '/api/assistant/service',
      access: owner,
      summary: 'Forget the service and its key; rules sort replies again',
      response: done,
    },
    trySorting: {
      method: 'POST',
      path: '/api/assistant/try',
      access: owner,
      summary: 'Sort a reply typed here; nothing is saved but the tokens used',
      body: z.object({
        reply: z.string().trim().min(1, 'is required').max(5_000, 'can have at most 5,000 characters'),
      }),
      response: sortedReply,
    },
    assistantAbilities: {
      method: 'GET',
      path: '/api/assistant/abilities',
      access: { who: 'session', may: 'inbox.read' },
      summary: 'What this person may ask the AI for',
      response: z.object({ drafts: z.boolean(), questions: z.boolean(), is_sandbox: z.boolean() }),
    },
    draftReply: {
      method: 'POST',
      path: '/api/inbox/conversations/:enrolmentId/ai-draft',
      access: { who: 'session', may: 'inbox.reply' },
      summary: 'Draft an answer from the thread and the workspace’s knowledge; nothing is saved or sent',
      params: z.object({ enrolmentId: idParam }),
      body: z.object({
        instruction: z.string().trim().max(500, 'can have at most 500 characters').default(''),
      }),
      response: z.object({
        html: z.string(),
        model: z.string(),
        tokens: z.number().int().nullable(),
        is_sandbox: z.boolean(),
        /** Addresses that stand neither in the knowledge nor in what was sent: they were taken out. */
        removed_links: z.array(z.string()),
      }),
    },
    askWhy: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/leads/:enrolmentId/ask',
      access: { who: 'session', may: 'campaign.read' },
      summary: 'Ask in words why a lead got no email; answered from the explanation alone',
      params: z.object({ campaignId: idParam, enrolmentId: idParam }),
      body: z.object({
        question: z.string().trim().min(1, 'is required').max(300, 'can have at most 300 characters'),
      }),
      response: z.object({ answer: z.string(), /** Codes of the checks it rests on. */ checks: z.array(z.string()) }),
    },
  },
});
