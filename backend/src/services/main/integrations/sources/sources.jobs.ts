import { z } from 'zod';
import { defineJob } from '#platform/jobs/job-definition';

/** Asks LeadMagic for the leads of a run, one after the other. Repeated after a crash, it goes on behind the last lead. */
export const enrichJob = defineJob({
  name: 'main.enrich-leads',
  payload: z.object({ workspaceId: z.number().int(), runId: z.string() }),
  attempts: 25,
});
