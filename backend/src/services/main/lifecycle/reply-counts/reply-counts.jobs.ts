import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Brings what first replies count for to their days, so that figures read few rows; a change of category notes up to six. */
export const sumReplyCountsJob = defineJob({ name: 'main.sum-reply-counts', payload: z.object({}), attempts: 1 });

export const replyCountsCron: CronEntry[] = [
  { name: 'main.sum-reply-counts.minutely', pattern: '* * * * *', definition: sumReplyCountsJob, payload: {} },
];
