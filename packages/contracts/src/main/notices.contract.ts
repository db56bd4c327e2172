import { z } from 'zod';
import { defineContract } from '../endpoint';
import { noticeKindNames } from '../notice-kinds';
import { done, idParam, instant, pageQuery } from '../schemas';

export const noticeView = z.object({
  id: z.number().int(),
  kind: z.enum(noticeKindNames),
  title: z.string(),
  text: z.string(),
  href: z.string().nullable(),
  tone: z.enum(['success', 'info', 'warning', 'danger']),
  at: instant,
  is_read: z.boolean(),
});
export type NoticeView = z.output<typeof noticeView>;

const choice = z.object({ kind: z.enum(noticeKindNames), in_app: z.boolean(), by_mail: z.boolean() });
const mine = { who: 'session', may: 'profile' } as const;

/** What happened that people want to know. Topic `notices` tells of new ones. */
export const noticesContract = defineContract({
  service: 'main',
  tag: 'Notices',
  endpoints: {
    listNotices: {
      method: 'GET',
      path: '/api/notices',
      access: mine,
      summary: 'Notices of 90 days, newest first, with the number that this person has not read',
      query: pageQuery(30, 100),
      response: z.object({ rows: z.array(noticeView), next_cursor: z.string().nullable(), unread: z.number().int() }),
    },
    markRead: {
      method: 'POST',
      path: '/api/notices/read',
      access: mine,
      summary: 'Mark notices as read up to an id, or single ones',
      body: z.object({ up_to: idParam.optional(), ids: z.array(idParam).max(100).optional() }),
      response: done,
    },
    readChoices: {
      method: 'GET',
      path: '/api/notices/choices',
      access: mine,
      summary: 'What this person hears of each kind, in the product and by mail',
      response: z.object({ choices: z.array(choice), notify_on_disconnect: z.boolean() }),
    },
    saveChoices: {
      method: 'PUT',
      path: '/api/notices/choices',
      access: mine,
      summary: 'Choose for some kinds',
      body: z.object({ choices: z.array(choice).max(noticeKindNames.length) }),
      response: z.object({ choices: z.array(choice), notify_on_disconnect: z.boolean() }),
    },
  },
});
