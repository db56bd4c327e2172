import { z } from 'zod';
import { defineJob } from '#platform/jobs/job-definition';

/** The mail of an invitation. The payload holds no link: the job makes it, so that links never lie readable in the queue. */
export const mailInvitationJob = defineJob({
  name: 'main.mail-invitation',
  payload: z.object({ workspaceId: z.number().int(), invitationId: z.number().int() }),
  attempts: 8,
});
