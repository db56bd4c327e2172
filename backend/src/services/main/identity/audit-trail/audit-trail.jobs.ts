import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Deletes entries of the change history that are older than their workspace keeps them. */
export const forgetEntries = defineJob({ name: 'main.forget-audit-entries', payload: z.object({}), attempts: 3 });

/**
 * A login that was refused becomes an entry of the workspace whose person it named. It is asked for whether or not anybody has the
 * address, so that an answer takes no longer where somebody has.
 */
export const noteRefusedLogin = defineJob({
  name: 'main.note-refused-login',
  payload: z.object({
    email: z.string().max(320),
    ip: z.string().max(100),
    user_agent: z.string().max(300),
    request_id: z.string().max(100),
  }),
  attempts: 3,
});

export const auditTrailCron: CronEntry[] = [
  { name: 'main.forget-audit-entries.nightly', pattern: '41 3 * * *', definition: forgetEntries, payload: {} },
];
