import { z } from 'zod';
import { defineJob } from '../../../../platform/jobs/job-definition';

/**
 * A mail of the product to whoever has this address; none is sent when nobody has it. The payload holds no link: the job
 * makes it, so that links never lie readable in the queue.
 */
export const mailToPerson = defineJob({
  name: 'main.mail-to-person',
  payload: z.object({ kind: z.enum(['verify', 'magic', 'reset', 'taken', 'password-changed']), email: z.string() }),
  attempts: 8,
});
