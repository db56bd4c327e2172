import { z } from 'zod';
import { noticeKindNames } from '@skein/contracts/notice-kinds';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Mails notices to those who want them by mail. */
export const mailNotices = defineJob({ name: 'main.mail-notices', payload: z.object({}), attempts: 3 });
/** One notice as a mail to one person. */
export const mailNotice = defineJob({
  name: 'main.mail-notice',
  payload: z.object({
    workspaceId: z.number().int(),
    email: z.string(),
    /** Absent in jobs of before: looked up then. */
    isClient: z.boolean().optional(),
    title: z.string(),
    text: z.string(),
    href: z.string().nullable(),
  }),
  attempts: 8,
});
/** One notice to one person by another channel. */
export const sendNotice = defineJob({
  name: 'main.send-notice',
  payload: z.object({
    workspaceId: z.number().int(),
    userId: z.number().int(),
    channel: z.enum(['push', 'slack', 'webhook']),
    notice: z.object({
      id: z.number().int(),
      kind: z.enum(noticeKindNames),
      title: z.string(),
      text: z.string(),
      href: z.string().nullable(),
    }),
  }),
  attempts: 6,
});
/** Mails digests to everybody whose hour it is. */
export const mailDigests = defineJob({ name: 'main.mail-digests', payload: z.object({}), attempts: 3 });
/** One digest to one person. */
export const mailDigest = defineJob({
  name: 'main.mail-digest',
  payload: z.object({
    workspaceId: z.number().int(),
    email: z.string(),
    isClient: z.boolean(),
    period: z.enum(['day', 'week']),
    count: z.number().int(),
    lines: z.array(z.object({ title: z.string(), text: z.string(), href: z.string().nullable() })),
  }),
  attempts: 8,
});
/** Looks at plans that end and credits that run out, and forgets old notices. */
export const watchPlans = defineJob({ name: 'main.watch-plans', payload: z.object({}), attempts: 3 });

/** Tells operators what others did to the deployed areas. */
export const watchDeploys = defineJob({ name: 'main.watch-deploys', payload: z.object({}), attempts: 3 });

export const noticesCron: CronEntry[] = [
  { name: 'main.mail-notices.minutely', pattern: '* * * * *', definition: mailNotices, payload: {} },
  { name: 'main.mail-digests.hourly', pattern: '2 * * * *', definition: mailDigests, payload: {} },
  { name: 'main.watch-plans.hourly', pattern: '7 * * * *', definition: watchPlans, payload: {} },
  { name: 'main.watch-deploys.minutely', pattern: '* * * * *', definition: watchDeploys, payload: {} },
];
