import { z } from 'zod';
import { defineJob } from '#platform/jobs/job-definition';

/** Looks at what bounced in a workspace and slows, rests or holds what caused it. Enqueued with the bounce's own event. */
export const respondToBounces = defineJob({
  name: 'main.respond-to-bounces',
  payload: z.object({ workspaceId: z.number().int() }),
  attempts: 5,
});

/** Puts an email back into its sequence that its sender's own provider reported as not sent. */
export const sendReportedAgain = defineJob({
  name: 'main.send-reported-again',
  payload: z.object({ intentId: z.string() }),
  attempts: 10,
});
