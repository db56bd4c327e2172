import { z } from 'zod';
import { defineJob } from '#platform/jobs/job-definition';

/** Stops the leads that are left of an upload that is over, and lets go of its file. */
export const settleBlockUploadJob = defineJob({
  name: 'main.settle-block-upload',
  payload: z.object({ workspaceId: z.number().int(), uploadId: z.number().int() }),
  attempts: 25,
});
