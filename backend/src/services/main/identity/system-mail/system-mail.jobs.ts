import { z } from 'zod';
import { defineJob } from '#platform/jobs/job-definition';

/**
 * A mail of the product to whoever has this address; none is sent when nobody has it. The payload holds no link: the job
 * makes it, so that links never lie readable in the queue.
 */
export const mailToPerson = defineJob({
  name: 'main.mail-to-person',
  payload: z.object({
    kind: z.enum([
      'verify',
      'magic',
      'reset',
      'welcome',
      'taken',
      'password-changed',
      'password-removed',
      'otp',
      'two-factor-on',
      'two-factor-off',
      'client-taken',
      'client-login',
      'guessed',
      'workspace-deletion',
      'address-changed',
    ]),
    email: z.string(),
    /** for `address-changed`: the address that it was before, which is told */
    to: z.string().optional(),
    /** for `client-taken` and `client-login`: the address of who made the client */
    by: z.string().optional(),
    /** for `otp`: whether the password that came with the request was right; without it no code is made */
    isProved: z.boolean().optional(),
    /** the host name at which it was asked for: decides how the mail looks, never where its link leads */
    host: z.string().nullish(),
  }),
  attempts: 8,
});
