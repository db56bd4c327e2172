import { z } from 'zod';
import { defineContract } from '../endpoint';
import { instant } from '../schemas';

/** Workspaces that signed up with this one's referral code. */
export const referralsView = z.object({
  /** SW- and ten capital letters or digits; the same for good. */
  code: z.string(),
  /** The sign-up page with the code filled in. */
  link: z.string(),
  /** Days by which the code lengthens a trial. */
  trial_days: z.number().int(),
  /** Verification credits for each referred workspace that pays. */
  credits_each: z.number().int(),
  credits: z.number().int(),
  total: z.number().int(),
  paid: z.number().int(),
  /** The newest 100. Names are not shown: whose they are is their own business. */
  referred: z.array(z.object({ signed_up_at: instant, paid_at: instant.nullable(), credits: z.number().int() })),
});
export type ReferralsView = z.output<typeof referralsView>;

export const referralsContract = defineContract({
  service: 'main',
  tag: 'Workspace',
  endpoints: {
    readReferrals: {
      method: 'GET',
      path: '/api/referrals',
      access: { who: 'person', may: 'billing.manage' },
      summary: 'The referral code of this workspace, and what came of it',
      response: referralsView,
    },
  },
});
