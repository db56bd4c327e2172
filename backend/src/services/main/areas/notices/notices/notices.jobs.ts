import { z } from 'zod';
import { defineJob, type CronEntry } from '../../../../../platform/jobs/job-definition';

/** Mails notices to those who want them by mail. */
export const mailNotices = defineJob({ name: 'main.mail-notices', payload: z.object({}), attempts: 3 });
/** One notice as a mail to one person. */
export const mailNotice = defineJob({
  name: 'main.mail-notice',
  payload: z.object({
    workspaceId: z.number().int(),
    email: z.string(),
    title: z.string(),
    text: z.string(),
    href: z.string().nullable(),
  }),
  attempts: 8,
});
/** Looks at plans that end and credits that run out, and forgets old notices. */
export const watchPlans = defineJob({ name: 'main.watch-plans', payload: z.object({}), attempts: 3 });

export const noticesCron: CronEntry[] = [
  { name: 'main.mail-notices.minutely', pattern: '* * * * *', definition: mailNotices, payload: {} },
  { name: 'main.watch-plans.hourly', pattern: '7 * * * *', definition: watchPlans, payload: {} },
];
