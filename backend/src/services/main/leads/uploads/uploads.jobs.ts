import { z } from 'zod';
import { defineJob } from '#platform/jobs/job-definition';

/** Imports the rows of an upload from where it stands. Repeated after a crash, it goes on at the exact row. */
export const importLeadsJob = defineJob({
  name: 'main.import-leads',
  payload: z.object({ workspaceId: z.number().int(), uploadId: z.number().int() }),
  attempts: 25,
});
