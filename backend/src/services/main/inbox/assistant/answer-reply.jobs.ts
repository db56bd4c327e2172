import { z } from 'zod';
import { defineJob } from '#platform/jobs/job-definition';

/** Drafts an answer to a reply that the model was sure of, for the rule of the workspace to send. */
export const answerReply = defineJob({
  name: 'main.answer-reply',
  payload: z.object({
    workspaceId: z.number().int(),
    enrolmentId: z.number().int(),
    /** Row of the reply. */
    messageId: z.string(),
    categoryId: z.number().int(),
  }),
  attempts: 5,
});
