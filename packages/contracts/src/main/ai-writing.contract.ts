import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, idParam, instant } from '../schemas';

/** Tones of the specification (section 9). */
export const aiTones = ['professional', 'lazy', 'formal', 'informal', 'enthusiastic', 'cautious', 'neutral'] as const;
/** Creativity levels of the specification (section 9): how far the model may wander. */
export const aiCreativity = [0, 1, 2] as const;
/** The GPT-3.5 and GPT-4 variants that are offered (docs/domain.md, Lists and limits); a service may name models of its own beside them. */
export const aiModels = [
  'gpt-3.5-turbo',
  'gpt-3.5-turbo-0125',
  'gpt-3.5-turbo-1106',
  'gpt-3.5-turbo-16k',
  'gpt-4',
  'gpt-4-0613',
  'gpt-4-32k',
  'gpt-4-1106-preview',
  'gpt-4-0125-preview',
  'gpt-4-turbo',
  'gpt-4-turbo-preview',
  'gpt-4o',
  'gpt-4o-mini',
  'gpt-4.1',
  'gpt-4.1-mini',
  'gpt-4.1-nano',
] as const;
/** Languages a text can be written in, by their English names. */
export const aiLanguages = [
  'English',
  'French',
  'German',
  'Spanish',
  'Italian',
  'Portuguese',
  'Dutch',
  'Polish',
  'Georgian',
  'Hindi',
] as const;
/** Where a key works unless another address is given. */
export const openAiAddress = 'https://api.openai.com/v1';

const modelName = z
  .string()
  .trim()
  .regex(/^[\w.:@/-]{1,100}$/, 'can contain only letters, digits and . : @ / - (100 characters at most)');

export const aiKeyView = z.object({
  base_url: z.string(),
  last_four: z.string(),
  default_model: z.string(),
  /** A local stand-in writes, no service does. */ is_sandbox: z.boolean(),
  updated_at: instant,
});
export type AiKeyView = z.output<typeof aiKeyView>;
const keyState = z.object({
  key: aiKeyView.nullable(),
  /** Whether the sandbox has a writer of its own. */ has_sandbox: z.boolean(),
});

export const aiRequest = z.object({
  /** What the mail is about: what it offers, to whom. */
  about: z.string().trim().min(1, 'is required').max(2_000, 'can have at most 2,000 characters'),
  audience: z.string().trim().max(1_000, 'can have at most 1,000 characters').default(''),
  tone: z.enum(aiTones).default('professional'),
  creativity: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(1),
  /** Left out: the key's default. */
  model: modelName.optional(),
  language: z.enum(aiLanguages).default('English'),
  /** Its place in the sequence: later ones are follow-ups. */
  seq_number: z.number().int().min(1).max(50).default(1),
  /** Subjects of other suggestions, which this one should not repeat. */
  unlike: z.array(z.string().max(400)).max(5).default([]),
});
export type AiRequest = z.output<typeof aiRequest>;

export const aiText = z.object({
  subject: z.string(),
  /** HTML as the editor has it; one paragraph a block and nothing else where the campaign sends plain text. */ email_body:
    z.string(),
  model: z.string(),
  tokens: z.number().int().nullable(),
  is_sandbox: z.boolean(),
  /** Fields that no lead of the campaign has, and what the template's rules find wrong. */
  unknown_fields: z.array(z.string()),
  problems: z.array(z.object({ part: z.enum(['subject', 'body']), message: z.string() })),
});
export type AiText = z.output<typeof aiText>;

const mine = { who: 'session', may: 'campaign.write' } as const;

/** Writing texts through an OpenAI-compatible service with the person's own key. The key is sealed and never told again. */
export const aiWritingContract = defineContract({
  service: 'main',
  tag: 'AI writing',
  endpoints: {
    readAiKey: {
      method: 'GET',
      path: '/api/ai-writing/key',
      access: mine,
      summary: 'The person’s own key: its address, last four characters and model',
      response: keyState,
    },
    saveAiKey: {
      method: 'PUT',
      path: '/api/ai-writing/key',
      access: mine,
      summary: 'Keep a key; it is tried at its service first. Another address needs the key again',
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
        default_model: modelName.default('gpt-4o-mini'),
      }),
      response: keyState,
    },
    useSandboxWriter: {
      method: 'POST',
      path: '/api/ai-writing/sandbox-key',
      access: mine,
      summary: 'Set up the sandbox’s own writer, without an outside service',
      body: z.object({}),
      response: keyState,
    },
    deleteAiKey: {
      method: 'DELETE',
      path: '/api/ai-writing/key',
      access: mine,
      summary: 'Forget the key',
      response: done,
    },
    listAiModels: {
      method: 'GET',
      path: '/api/ai-writing/models',
      access: mine,
      summary: 'Models to choose from: those offered, and those that the key’s service names',
      response: z.object({ models: z.array(z.string()), default_model: z.string().nullable() }),
    },
    writeText: {
      method: 'POST',
      path: '/api/campaigns/:campaignId/ai-writing',
      access: { who: 'person', may: 'campaign.write' },
      summary: 'Write subject and text of an e-mail step; nothing is saved',
      params: z.object({ campaignId: idParam }),
      body: aiRequest,
      response: aiText,
    },
  },
});
