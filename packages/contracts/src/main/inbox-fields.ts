import { z } from 'zod';
import { idOf } from '../ids';
import { idParam, instantInput } from '../schemas';
import { attachmentSize, fitTogether, tooLargeTogether } from './attachment-size';

/** How many people can be in Cc, and as many in Bcc, of a reply or forward. */
export const mostCopies = 50;

export const replySubjectText = z.string().trim().max(500);

export const replyAttachment = z.object({
  storage_key: z.string().max(300),
  name: z.string().trim().min(1).max(200),
  content_type: z.string().trim().max(120),
  size: attachmentSize,
});
export const replyAttachments = z.array(replyAttachment).max(20).refine(fitTogether, tooLargeTogether).default([]);

/** What is done to one or many conversations. `changed` counts those that were different before. */
export const conversationAction = z.discriminatedUnion('do', [
  z.object({ do: z.literal('read'), is_read: z.boolean() }),
  /** 4 (Do Not Contact) stops the lead in every campaign and puts its address on the block list; null takes the category away. */
  z.object({ do: z.literal('category'), category_id: idParam.nullable(), pause_lead: z.boolean().default(false) }),
  z.object({ do: z.literal('important'), is_important: z.boolean() }),
  z.object({ do: z.literal('archive'), is_archived: z.boolean() }),
  z.object({ do: z.literal('snooze'), until: instantInput.nullable() }),
  z.object({ do: z.literal('assign'), user_id: idOf('user').nullable() }),
  /** Ends a hold, a pause, or a stop that a reply caused; the next step is due after the delay. */
  z.object({ do: z.literal('resume'), delay_days: z.number().int().min(0).max(365).default(0) }),
  z.object({ do: z.literal('pause') }),
]);
export type ConversationAction = z.output<typeof conversationAction>;
