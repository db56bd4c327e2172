import { z } from 'zod';
import { defineContract } from '../endpoint';
import { emailBody } from '../email-texts';
import { done, idParam, instant } from '../schemas';
import { fitTogether, tooLargeTogether } from './attachment-size';
import { replyAttachment } from './inbox-fields';
import { kept } from './kept-change';

const attachments = z.array(replyAttachment).max(10).refine(fitTogether, tooLargeTogether);

export const replyTemplateView = z.object({
  id: z.number().int(),
  name: z.string(),
  /** HTML with variables such as `{{first_name}}`. */ html: z.string(),
  attachments: z.array(replyAttachment),
  is_shared: z.boolean(),
  is_own: z.boolean(),
  author: z.string(),
  used_count: z.number().int(),
  last_used_at: instant.nullable(),
});
export type ReplyTemplate = z.output<typeof replyTemplateView>;

const input = z.object({
  name: z.string().trim().min(1, 'is required').max(100, 'can have at most 100 characters'),
  html: emailBody.min(1, 'is required'),
  attachments: attachments.default([]),
  is_shared: z.boolean().default(false),
});
const act = { who: 'person', may: 'inbox.reply' } as const;
const replyTemplateId = z.object({ replyTemplateId: idParam });

/** Templates for replies: each person's own, and those shared with the workspace. A client's people have their own only. */
export const replyTemplatesContract = defineContract({
  service: 'main',
  tag: 'Reply templates',
  endpoints: {
    listReplyTemplates: {
      method: 'GET',
      path: '/api/inbox/reply-templates',
      access: act,
      summary: 'Own and shared templates, the most used first',
      response: z.object({ templates: z.array(replyTemplateView) }),
    },
    createReplyTemplate: {
      method: 'POST',
      path: '/api/inbox/reply-templates',
      access: act,
      summary: 'Create a template',
      body: input,
      response: replyTemplateView,
    },
    updateReplyTemplate: {
      method: 'PUT',
      path: '/api/inbox/reply-templates/:replyTemplateId',
      access: act,
      summary: 'Change an own template, or a shared one',
      params: replyTemplateId,
      body: input,
      response: replyTemplateView,
    },
    deleteReplyTemplate: {
      method: 'DELETE',
      path: '/api/inbox/reply-templates/:replyTemplateId',
      access: act,
      summary: 'Delete an own template, or a shared one',
      params: replyTemplateId,
      response: done.extend(kept),
    },
    fillReplyTemplate: {
      method: 'POST',
      path: '/api/inbox/conversations/:enrolmentId/reply-templates/:replyTemplateId/fill',
      access: act,
      summary: 'A template with the values of this lead; counts as used',
      params: z.object({ enrolmentId: idParam, replyTemplateId: idParam }),
      response: z.object({
        html: z.string(),
        attachments: z.array(replyAttachment),
        /** Variables that this lead has no value for. */ missing: z.array(z.string()),
      }),
    },
  },
});
