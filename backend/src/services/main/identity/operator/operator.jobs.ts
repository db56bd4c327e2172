import { z } from 'zod';
import { defineJob } from '#platform/jobs/job-definition';

/** The email of an invitation to sign up. The payload holds no link: the job makes it, so that links are never readable in the queue. */
export const mailSignUpInvitationJob = defineJob({
  name: 'main.mail-sign-up-invitation',
  payload: z.object({ invitationId: z.number().int() }),
  attempts: 8,
});

/** Removes the rows and files of a workspace that an operator deletes. Tried again until it is done: it begins where it stopped. */
export const deleteWorkspaceJob = defineJob({
  name: 'main.delete-workspace',
  payload: z.object({ workspaceId: z.number().int(), actor: z.string() }),
  attempts: 25,
});
