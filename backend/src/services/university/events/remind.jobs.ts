import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Reminds people of the dates that begin within the hour. */
export const remindOfEvents = defineJob({
  name: 'university.remind-of-events',
  payload: z.strictObject({}),
  attempts: 3,
});

export const universityCron: CronEntry[] = [
  { name: 'university.remind-of-events.minutely', pattern: '* * * * *', definition: remindOfEvents, payload: {} },
];
