import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Writes the emails of reports whose time has come. */
export const planDueReports = defineJob({ name: 'analytics.plan-reports', payload: z.strictObject({}), attempts: 3 });
export const attempts = 8;
/** One email of a report. */
export const sendReport = defineJob({
  name: 'analytics.send-report',
  payload: z.strictObject({ workspaceId: z.number().int(), deliveryId: z.number().int() }),
  attempts,
});

export const reportCron: CronEntry[] = [
  { name: 'analytics.plan-reports.minutely', pattern: '* * * * *', definition: planDueReports, payload: {} },
];
