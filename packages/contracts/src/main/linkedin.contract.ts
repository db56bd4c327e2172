import { z } from 'zod';
import { defineContract } from '../endpoint';
import { idOf } from '../ids';
import { done, idParam, instant, pageOf, pageQuery, timeZone } from '../schemas';

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
  /** The client whose campaigns it acts for; null: for all. */
  client_id: z.number().int().nullable().default(null),
  /** Where its owner signs in while it is INPROGRESS; the page is open for an hour. */
  connect_url: z.string().nullable().default(null),
  /** Of each action today, in the account's zone, and at most. */
  today: z.array(z.object({ action: z.enum(linkedInStepTypes), used: z.number().int(), cap: z.number().int() })),
  created_at: instant,
});
export type LinkedInAccountView = z.input<typeof linkedInAccountView>;

export const linkedInRequestView = z.object({
  id: z.string(),
  lead_id: z.number().int(),
  lead_name: z.string(),
  email: z.string(),
  account_name: z.string().nullable(),
  campaign_id: z.number().int(),
  campaign_name: z.string(),
  connection: z.enum(['PENDING', 'ACCEPTED', 'SKIPPED_AND_EMAIL_MESSAGE_SENT']),
  requested_at: instant.nullable(),
  /** When a pending one is passed over. */ give_up_at: instant.nullable(),
  settled_at: instant.nullable(),
});
export type LinkedInRequestView = z.input<typeof linkedInRequestView>;

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
      summary: 'Add a LinkedIn account; its owner signs in at connect_url',
      body: z.object({
        name: z.string().trim().min(1, 'is required').max(200),
        profile_url: z.url().max(500).nullable().default(null),
        /** Nobody connects an account by naming it: this is taken from callers of earlier versions and passed over. */
        provider_account: z.string().trim().min(1, 'is required').max(200).optional(),
        client_id: idOf('client').nullable().default(null),
        time_zone: timeZone.default('Etc/GMT'),
      }),
      response: linkedInAccountView,
    },
    reconnectLinkedInAccount: {
      method: 'POST',
      path: '/api/linkedin/accounts/:linkedInAccountId/reconnect',
      access: write,
      summary: 'Begin the sign-in at the provider again',
      params: z.object({ linkedInAccountId: idParam }),
      body: z.object({}),
      response: linkedInAccountView,
    },
    finishLinkedInSignIn: {
      method: 'POST',
      path: '/api/linkedin/sign-ins/:token',
      access: { who: 'link' },
      summary: 'What the LinkedIn provider reports of a sign-in; the address is the credential',
      params: z.object({ token: z.string().min(1).max(300) }),
      rawBody: true,
      response: done,
    },
    reportLinkedInMessage: {
      method: 'POST',
      path: '/api/linkedin/messages/:token',
      access: { who: 'link' },
      summary: 'The LinkedIn provider reports a new message; the address is the credential',
      params: z.object({ token: z.string().min(1).max(300) }),
      rawBody: true,
      response: done,
    },
    listLinkedInRequests: {
      method: 'GET',
      path: '/api/linkedin/requests',
      access: read,
      summary: 'Connection requests, the newest first',
      query: pageQuery(25).extend({
        connection: z.enum(['PENDING', 'ACCEPTED', 'SKIPPED_AND_EMAIL_MESSAGE_SENT']).optional(),
      }),
      response: pageOf(linkedInRequestView),
    },
    withdrawLinkedInRequest: {
      method: 'POST',
      path: '/api/linkedin/requests/:linkedInRequestId/withdraw',
      access: write,
      summary: 'Withdraw a pending request; its lead continues with the next step',
      params: z.object({ linkedInRequestId: z.string().regex(/^\d{1,18}$/) }),
      body: z.object({}),
      response: done,
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
