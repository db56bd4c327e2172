import { z } from 'zod';
import { defineJob } from '../../../../../platform/jobs/job-definition';

/** Does with many leads what somebody asked for. Repeated after a crash, it goes on behind the last batch. */
export const runLeadActionJob = defineJob({
  name: 'main.run-lead-action',
  payload: z.object({ workspaceId: z.number().int(), actionId: z.number().int() }),
  attempts: 10,
});
