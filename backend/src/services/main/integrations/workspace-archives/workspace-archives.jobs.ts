import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Deletes archives that nobody needs any more: of exports and stopped imports whose seven days are over, and of imports that are done. */
export const expireArchivesJob = defineJob({ name: 'main.expire-archives', payload: z.object({}), attempts: 3 });

export const workspaceArchivesCron: CronEntry[] = [
  { name: 'main.expire-archives.hourly', pattern: '23 * * * *', definition: expireArchivesJob, payload: {} },
];
