import { z } from 'zod';
import { defineContract } from '../endpoint';
import { emailBody } from '../email-texts';
import { idOf } from '../ids';
import { done, instant, instantInput } from '../schemas';
import { mostCopies, replyAttachments, replySubjectText } from './inbox-fields';

const params = z.object({ enrolmentId: idOf('enrolment') });
const act = { who: 'person', may: 'inbox.reply' } as const;
const draft = z.object({
  html: emailBody,
  to_email: z.string().max(320).default(''),
  cc: z.array(z.string().max(320)).max(mostCopies).default([]),
  bcc: z.array(z.string().max(320)).max(mostCopies).default([]),
  subject: replySubjectText.default(''),
  attachments: replyAttachments,
  send_at: instantInput.nullable().default(null),
  /** The mailbox it will be sent from; null: the one of the thread. */
  mailbox_id: idOf('mailbox').nullable().default(null),
  /** null: as the campaign sends. */
  plain_text: z.boolean().nullable().default(null),
});

/** Replies that are being written. Colleagues read them by the presence contract. */
export const inboxDraftsContract = defineContract({
  service: 'main',
  tag: 'Master inbox',
  endpoints: {
    getDraft: {
      method: 'GET',
      path: '/api/inbox/conversations/:enrolmentId/draft',
      access: { who: 'person', may: 'inbox.read' },
      summary: 'What this person has written so far',
      params,
      response: z.object({ draft: draft.nullable(), updated_at: instant.nullable() }),
    },
    putDraft: {
      method: 'PUT',
      path: '/api/inbox/conversations/:enrolmentId/draft',
      access: act,
      summary: 'Save the draft',
      params,
      body: draft,
      response: z.object({ updated_at: instant }),
    },
    removeDraft: {
      method: 'DELETE',
      path: '/api/inbox/conversations/:enrolmentId/draft',
      access: act,
      summary: 'Delete the draft',
      params,
      response: done,
    },
  },
});
