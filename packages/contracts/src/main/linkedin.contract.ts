import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, idParam, instant, timeZone } from '../schemas';

/** What a LinkedIn step can do (docs/domain.md, Validation). */
export const linkedInStepTypes = [
  'INMAIL',
  'CONNECTION_REQUEST',
  'VISIT_PROFILE',
  'LIKE_RECENT_ACTIVITY',
  'MESSAGE',
] as const;
export const linkedInAccountStates = ['INVALID', 'SUCCESS', 'INPROGRESS'] as const;

export const linkedInAccountView = z.object({
  id: z.number().int(),
  name: z.string(),
  profile_url: z.string().nullable(),
  provider: z.string(),
  /** Nothing real happens: the sandbox stands in for LinkedIn. */
  is_sandbox: z.boolean(),
  state: z.enum(linkedInAccountStates),
  state_reason: z.string().nullable(),
  time_zone: z.string(),
  /** Of each action today, in the account's zone, and at most. */
  today: z.array(z.object({ action: z.enum(linkedInStepTypes), used: z.number().int(), cap: z.number().int() })),
  created_at: instant,
});
export type LinkedInAccountView = z.input<typeof linkedInAccountView>;

const read = { who: 'person', may: 'campaign.read' } as const;
const write = { who: 'person', may: 'mailbox.write' } as const;

export const linkedInContract = defineContract({
  service: 'main',
  tag: 'LinkedIn',
  endpoints: {
    listLinkedInAccounts: {
      method: 'GET',
      path: '/api/linkedin/accounts',
      access: read,
      summary: 'LinkedIn accounts with what each did today of its daily caps',
      response: z.object({
        /** Who acts on LinkedIn; null when nobody is set up. */ provider: z.string().nullable(),
        accounts: z.array(linkedInAccountView),
      }),
    },
    connectLinkedInAccount: {
      method: 'POST',
      path: '/api/linkedin/accounts',
      access: write,
      summary: 'Connect an account that the LinkedIn provider knows',
      body: z.object({
        name: z.string().trim().min(1, 'is required').max(200),
        profile_url: z.url().max(500).nullable().default(null),
        provider_account: z.string().trim().min(1, 'is required').max(200),
        time_zone: timeZone.default('Etc/GMT'),
      }),
      response: linkedInAccountView,
    },
    disconnectLinkedInAccount: {
      method: 'DELETE',
      path: '/api/linkedin/accounts/:linkedInAccountId',
      access: write,
      summary: 'Take a LinkedIn account out',
      params: z.object({ linkedInAccountId: idParam }),
      response: done,
    },
  },
});
