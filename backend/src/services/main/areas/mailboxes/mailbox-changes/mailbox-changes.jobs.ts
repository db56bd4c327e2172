import { z } from 'zod';
import { defineJob } from '../../../../../platform/jobs/job-definition';

/** Changes the mailboxes of a change, or undoes it. Repeated after a crash, it goes on with those that have no outcome. */
export const changeMailboxesJob = defineJob({
  name: 'main.change-mailboxes',
  payload: z.object({ workspaceId: z.number().int(), changeId: z.number().int() }),
  attempts: 10,
});
