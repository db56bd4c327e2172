import { z } from 'zod';
import { defineJob } from '../../../../../platform/jobs/job-definition';

/** Looks at what bounced in a workspace and slows, rests or holds what caused it. Enqueued with the bounce's own event. */
export const respondToBounces = defineJob({
  name: 'main.respond-to-bounces',
  payload: z.object({ workspaceId: z.number().int() }),
  attempts: 5,
});
