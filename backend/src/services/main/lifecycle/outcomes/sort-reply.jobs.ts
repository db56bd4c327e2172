import { z } from 'zod';
import { defineJob } from '#platform/jobs/job-definition';

/**
 * Has a model choose a reply's category; what the rules found goes along for when it cannot. Enqueued with the mail's own row, so that no
 * reply is left without either.
 */
export const sortReply = defineJob({
  name: 'main.sort-reply',
  payload: z.object({
    workspaceId: z.number().int(),
    enrolmentId: z.number().int(),
    /** Row of the message. */
    messageId: z.string(),
    at: z.string(),
    rule: z.object({
      category: z.number().int().nullable(),
      evidence: z.array(z.object({ rule: z.string(), text: z.string() })),
    }),
    /** Times that the service gave a passing error. */
    tried: z.number().int(),
  }),
  attempts: 5,
});
