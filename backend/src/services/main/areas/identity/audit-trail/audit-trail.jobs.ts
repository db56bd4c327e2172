import { z } from 'zod';
import { defineJob, type CronEntry } from '../../../../../platform/jobs/job-definition';

/** Deletes entries of the change history that are older than their workspace keeps them. */
export const forgetEntries = defineJob({ name: 'main.forget-audit-entries', payload: z.object({}), attempts: 3 });

export const auditTrailCron: CronEntry[] = [
  { name: 'main.forget-audit-entries.nightly', pattern: '41 3 * * *', definition: forgetEntries, payload: {} },
];
