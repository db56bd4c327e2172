import { z } from 'zod';
import { defineContract } from '../endpoint';
import { noticeKindNames } from '../notice-kinds';
import { done, idParam, instant, listOf, pageQuery, text, timeOfDay } from '../schemas';

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

const choice = z.object({
  kind: z.enum(noticeKindNames),
  in_app: z.boolean(),
  by_mail: z.boolean(),
  by_push: z.boolean().default(false),
  by_slack: z.boolean().default(false),
  by_webhook: z.boolean().default(false),
});
export type NoticeChoice = z.output<typeof choice>;

export const digests = ['off', 'daily', 'weekly'] as const;
export const noticeChannels = ['mail', 'push', 'slack', 'webhook'] as const;

/** When a person is notified, and of which replies. Times are in the person's zone. */
const when = z.object({
  digest: z.enum(digests),
  digest_hour: z.number().int().min(0).max(23),
  /** 1 is Monday. */
  digest_day: z.number().int().min(1).max(7),
  quiet_on: z.boolean(),
  quiet_from: timeOfDay,
  quiet_to: timeOfDay,
  /** Empty: replies of every category. */
  reply_categories: listOf(idParam, 200),
  reply_clients: listOf(idParam, 500),
  /** `mine`: mailboxes that the person connected or that are assigned to them. */
  reply_mailboxes: z.enum(['all', 'mine']),
});
const settings = when.extend({
  time_zone: z.string(),
  /** `sandbox_url`: the incoming webhook of the sandbox's Slack; null elsewhere. */
  slack: z.object({ is_connected: z.boolean(), hint: z.string().nullable(), sandbox_url: z.string().nullable() }),
  webhook: z.object({ url: z.string().nullable() }),
  push: z.object({
    /** What a browser subscribes with (VAPID, RFC 8292). */
    public_key: z.string(),
    browsers: z.array(z.object({ id: z.number().int(), user_agent: z.string().nullable(), created_at: instant })),
  }),
});
export type NoticeSettings = z.output<typeof settings>;
const base64url = (most: number) => text(most).regex(/^[A-Za-z0-9_-]+=*$/, 'must be base64url');
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
      summary: 'What this person hears of each kind, in the app and by email',
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
    readSettings: {
      method: 'GET',
      path: '/api/notices/settings',
      access: mine,
      summary: 'When and where this person is notified: digest, quiet hours, which replies, Slack, webhook, browsers',
      response: settings,
    },
    saveSettings: {
      method: 'PATCH',
      path: '/api/notices/settings',
      access: mine,
      summary: 'Change them; what is left out stays',
      body: when.partial(),
      response: settings,
    },
    connectSlack: {
      method: 'PUT',
      path: '/api/notices/slack',
      access: mine,
      summary: 'Be notified by a Slack incoming webhook of one’s own; a message is posted to prove it',
      body: z.object({ url: text(500) }),
      response: settings,
    },
    disconnectSlack: {
      method: 'DELETE',
      path: '/api/notices/slack',
      access: mine,
      summary: 'Stop notifying by Slack',
      response: settings,
    },
    setWebhook: {
      method: 'PUT',
      path: '/api/notices/webhook',
      access: mine,
      summary: 'Be notified by a webhook; the answer is the only place that shows its signing secret',
      body: z.object({ url: z.url({ protocol: /^https?$/ }).max(2_000) }),
      response: z.object({ url: z.string(), secret: z.string() }),
    },
    removeWebhook: {
      method: 'DELETE',
      path: '/api/notices/webhook',
      access: mine,
      summary: 'Stop notifying by webhook',
      response: settings,
    },
    subscribePush: {
      method: 'POST',
      path: '/api/notices/push-subscriptions',
      access: mine,
      summary: 'Notify this browser (Push API subscription)',
      body: z.object({
        endpoint: z.url({ protocol: /^https?$/ }).max(2_000),
        keys: z.object({ p256dh: base64url(200), auth: base64url(100) }),
      }),
      response: settings,
    },
    unsubscribePush: {
      method: 'DELETE',
      path: '/api/notices/push-subscriptions/:pushSubscriptionId',
      access: mine,
      summary: 'Stop notifying a browser',
      params: z.object({ pushSubscriptionId: idParam }),
      response: settings,
    },
    sendTest: {
      method: 'POST',
      path: '/api/notices/test',
      access: mine,
      summary: 'Send a test notification by one channel now, and say what came of it',
      body: z.object({ channel: z.enum(['push', 'slack', 'webhook']) }),
      response: z.object({ is_sent: z.boolean(), problem: z.string().nullable() }),
    },
  },
});
