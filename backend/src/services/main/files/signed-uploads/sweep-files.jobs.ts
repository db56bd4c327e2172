import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';

/** Deletes files that were uploaded and that nobody used. */
export const sweepFilesJob = defineJob({ name: 'main.sweep-files', payload: z.object({}), attempts: 3 });

export const signedUploadsCron: CronEntry[] = [
  { name: 'main.sweep-files.nightly', pattern: '43 3 * * *', definition: sweepFilesJob, payload: {} },
];
