import { z } from 'zod';
import { defineJob } from '#platform/jobs/job-definition';

/** The two mails of a change of address. The payload holds no link: the job makes them, so that links never lie readable in the queue. */
export const mailAddressChangeJob = defineJob({
  name: 'main.mail-address-change',
  payload: z.object({ workspaceId: z.number().int(), userId: z.number().int() }),
  attempts: 8,
});
