import { z } from 'zod';
import { defineContract } from '../endpoint';
import { alias, done, id, listOf, normalise, okay } from './wire';

const read = { who: 'person', may: 'mailbox.read' } as const;
const write = { who: 'person', may: 'mailbox.write' } as const;
const tag = z.object({ id: z.number().int(), name: z.string(), color: z.string() });
const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #3d52d5')
  .default('#686760');

/**
 * Ids of mailboxes, or their addresses, and ids of tags; each as a list, one value, or a text with commas. At most 25
 * mailboxes, as the clients of this wire know it.
 */
const tagMapping = z.preprocess(
  normalise((body) => {
    alias(body, 'email_account_ids', 'email_account_id');
    alias(body, 'emails', 'email_ids', 'email');
    alias(body, 'tag_ids', 'tag_id');
    return {
      ...body,
      email_account_ids: listOf(body['email_account_ids']),
      emails: listOf(body['emails']),
      tag_ids: listOf(body['tag_ids']),
    };
  }),
  z.object({
    email_account_ids: z.array(id).max(25, 'can be at most 25 mailboxes').optional(),
    emails: z.array(z.string().trim().toLowerCase().max(320)).max(25, 'can be at most 25 mailboxes').optional(),
    tag_ids: z.array(id).max(50, 'can be at most 50 tags').optional(),
  }),
);
export type TagMapping = z.output<typeof tagMapping>;

/** Tags of mailboxes on the wire (docs/public-api.md). Campaigns and leads bear the same tags. */
export const v1TagsContract = defineContract({
  service: 'main',
  tag: 'API v1: tags',
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/v1/email-accounts/tags',
      aliases: ['GET /api/v1/tags'],
      access: read,
      answer: 'bare',
      summary: 'All tags',
      response: z.array(tag),
    },
    save: {
      method: 'POST',
      path: '/api/v1/email-accounts/tag-manager',
      aliases: ['POST /api/v1/tags'],
      access: write,
      answer: 'bare',
      summary: 'Change a tag, or make one without an id',
      body: z.object({ id: id.nullable().optional(), name: z.string().trim().min(1, 'is required').max(60), color }),
      response: okay.extend({ data: tag }),
    },
    add: {
      method: 'POST',
      path: '/api/v1/email-accounts/tag-mapping',
      access: write,
      answer: 'bare',
      summary: 'Give tags to mailboxes',
      body: tagMapping,
      response: done,
    },
    remove: {
      method: 'DELETE',
      path: '/api/v1/email-accounts/tag-mapping',
      access: write,
      answer: 'bare',
      summary: 'Take tags from mailboxes; the body, or the same in the query',
      query: tagMapping,
      body: tagMapping,
      response: done,
    },
    ofMailboxes: {
      method: 'POST',
      path: '/api/v1/email-accounts/tag-list',
      access: read,
      answer: 'bare',
      summary: 'Tags of mailboxes by their addresses',
      body: z.preprocess(
        normalise((body) => ({ email_ids: listOf(alias(body, 'email_ids', 'emails')['email_ids']) })),
        z.object({ email_ids: z.array(z.string().trim().toLowerCase().max(320)).min(1, 'is required').max(500) }),
      ),
      response: okay.extend({
        data: z.array(z.object({ email_account_id: z.number().int(), from_email: z.string(), tags: z.array(tag) })),
      }),
    },
    addByName: {
      method: 'POST',
      path: '/api/v1/email-accounts/:mailboxId/tag',
      access: write,
      answer: 'bare',
      summary: 'Give a mailbox a tag by its name; a new one is created',
      params: z.object({ mailboxId: id }),
      body: z.object({ tag: z.string().trim().min(1, 'is required').max(60) }),
      response: done,
    },
  },
});
