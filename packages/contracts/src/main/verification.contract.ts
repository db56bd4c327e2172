import { z } from 'zod';
import { runFields } from '../bulk-run';
import { defineContract } from '../endpoint';
import { done, idParam, instant, pageOf, pageQuery, wordList } from '../schemas';
import { campaignLeadSelection, leadSelection } from './lead-actions.contract';
import { verificationProviders, verificationReasons, verificationResults } from './verification-results';

/** Packs of credits (docs/domain.md, Lists and limits), prices in US cents: each month, or once. */
export const creditPacks = [
  { credits: 6_000, monthly_cents: 1_500, one_time_cents: 1_650 },
  { credits: 12_000, monthly_cents: 3_000, one_time_cents: 3_300 },
  { credits: 24_000, monthly_cents: 5_900, one_time_cents: 6_490 },
  { credits: 48_000, monthly_cents: 11_400, one_time_cents: 12_700 },
  { credits: 96_000, monthly_cents: 22_000, one_time_cents: 24_200 },
  { credits: 192_000, monthly_cents: 41_700, one_time_cents: 45_800 },
  { credits: 480_000, monthly_cents: 100_000, one_time_cents: 110_000 },
  { credits: 960_000, monthly_cents: 184_600, one_time_cents: 203_060 },
] as const;

/** Leads by name or by filter, or as the lead list of a campaign has them chosen. */
export const verificationSelection = z.union([leadSelection, campaignLeadSelection]);
export type VerificationSelection = z.output<typeof verificationSelection>;

export const verificationStatuses = ['IN_PROGRESS', 'COMPLETED'] as const;
/**
 * HELD: set aside when a run begins; RETURNED: what the run did not need; REFERRAL: for a workspace that was referred and has paid;
 * GRANT: given by an operator.
 */
export const ledgerKinds = ['PURCHASE', 'HELD', 'RETURNED', 'REFERRAL', 'GRANT'] as const;
export const orderBillings = ['ONE_TIME', 'MONTHLY'] as const;
export const orderStatuses = ['PENDING', 'PAID', 'CANCELLED'] as const;

export const creditOrder = z.object({
  id: z.number().int(),
  credits: z.number().int(),
  billing: z.enum(orderBillings),
  amount_cents: z.number().int(),
  status: z.enum(orderStatuses),
  /** Cancelled because its checkout ended unpaid: after a day, or with a payment that failed in the end. Nothing was charged. */
  is_expired: z.boolean().default(false),
  /** Who takes the money. `sandbox` moves none. */
  provider: z.string(),
  /** Where the card is typed, while it is not paid. */ checkout_url: z.string().nullable(),
  renews_at: instant.nullable(),
  created_at: instant,
  paid_at: instant.nullable(),
  cancelled_at: instant.nullable(),
});
export type CreditOrder = z.output<typeof creditOrder>;

export const verificationView = z.object({
  ...runFields,
  id: z.number().int(),
  name: z.string(),
  status: z.enum(verificationStatuses),
  charged: z.number().int(),
  /** Who verifies. A run of another service than ours costs no credits. */
  provider: z.enum(verificationProviders),
  counts: z.partialRecord(z.enum(verificationResults), z.number().int()),
  /** Whether addresses that turn out invalid are put on the block list. */
  blocks_invalid: z.boolean(),
  /** When it was stopped, or broke off. */
  stopped_at: instant.nullable(),
});
export type VerificationView = z.output<typeof verificationView>;

export const verifiedAddress = z.object({
  lead_id: z.number().int(),
  email: z.string(),
  result: z.enum(verificationResults).nullable(),
  reason: z.enum(verificationReasons).nullable(),
  detail: z.string().nullable(),
  is_charged: z.boolean(),
  checked_at: instant.nullable(),
});

/** The verification provider of the workspace; `is_sandbox`: a local stand-in answers in the place of the service. */
const providerState = z.object({
  provider: z.enum(verificationProviders),
  last_four: z.string().nullable(),
  is_sandbox: z.boolean(),
  sandbox_key: z.string().nullable(),
});

const read = { who: 'person', may: 'lead.read' } as const;
const write = { who: 'person', may: 'lead.write' } as const;
const pays = { who: 'person', may: 'billing.manage' } as const;
const verificationId = z.object({ verificationId: idParam });
const orderId = z.object({ orderId: idParam });

/**
 * Verifying addresses of leads. One address costs one credit; what stays unknown, is no address at all, or was verified
 * within thirty days costs none. Where a service verifies that the workspace has a key of, that service is paid and no
 * credit moves. Topic `job` tells of progress. Clients of an agency have no part in it.
 */
export const verificationContract = defineContract({
  service: 'main',
  tag: 'Verification',
  endpoints: {
    verificationCredits: {
      method: 'GET',
      path: '/api/verification/credits',
      access: read,
      summary: 'Credits that are left, packs, and what renews each month',
      response: z.object({
        balance: z.number().int(),
        packs: z.array(
          z.object({ credits: z.number().int(), monthly_cents: z.number().int(), one_time_cents: z.number().int() }),
        ),
        seller: z.string().nullable(),
        is_sandbox: z.boolean(),
        renewals: z.array(creditOrder),
      }),
    },
    verificationLedger: {
      method: 'GET',
      path: '/api/verification/ledger',
      access: read,
      summary: 'Every movement of credits, newest first',
      query: pageQuery(25),
      response: pageOf(
        z.object({
          id: z.number().int(),
          kind: z.enum(ledgerKinds),
          credits: z.number().int(),
          balance_after: z.number().int(),
          verification: z.object({ id: z.number().int(), name: z.string() }).nullable(),
          order_id: z.number().int().nullable(),
          created_by_name: z.string().nullable(),
          created_at: instant,
        }),
      ),
    },
    readVerificationProvider: {
      method: 'GET',
      path: '/api/verification/provider',
      access: read,
      summary: 'The verification provider of the workspace',
      response: providerState,
    },
    setVerificationProvider: {
      method: 'PUT',
      path: '/api/verification/provider',
      access: { who: 'session', may: 'settings.write' },
      summary: 'Choose the verification provider; a key is tested first, sealed, and never shown again',
      body: z.object({
        provider: z.enum(verificationProviders),
        api_key: z
          .string()
          .trim()
          .min(1, 'is required')
          .max(200)
          .regex(/^[\x21-\x7e]+$/, 'can’t contain spaces or accented characters')
          .optional(),
      }),
      response: providerState.extend({
        /** Verifications that its account has left, where it tells. */ credits_left: z.number().nullable(),
      }),
    },
    orderCredits: {
      method: 'POST',
      path: '/api/verification/orders',
      access: pays,
      summary: 'Order a pack; it counts once it is paid at its checkout',
      body: z.object({
        credits: z
          .number()
          .int()
          .refine((credits) => creditPacks.some((pack) => pack.credits === credits), 'must be one of the packs'),
        billing: z.enum(orderBillings),
      }),
      response: creditOrder,
    },
    getCreditOrder: {
      method: 'GET',
      path: '/api/verification/orders/:orderId',
      access: pays,
      summary: 'One order',
      params: orderId,
      response: creditOrder,
    },
    receivePaymentEvent: {
      method: 'POST',
      path: '/api/verification/payment-events',
      access: { who: 'link' },
      summary: 'Events of the card payments; their signature is the credential, and each counts once',
      rawBody: true,
      response: done,
    },
    cancelCreditOrder: {
      method: 'POST',
      path: '/api/verification/orders/:orderId/cancel',
      access: pays,
      summary: 'Cancel an order that is not paid, or end a monthly one; credits stay',
      params: orderId,
      body: z.object({}),
      response: creditOrder,
    },
    quoteVerification: {
      method: 'POST',
      path: '/api/verification/quote',
      access: read,
      summary: 'What verifying these leads would take',
      body: z.object({ selection: verificationSelection, is_anew: z.boolean().default(false) }),
      response: z.object({
        leads: z.number().int(),
        known: z.number().int(),
        waiting: z.number().int(),
        needed: z.number().int(),
        balance: z.number().int(),
        missing: z.number().int(),
        provider: z.enum(verificationProviders),
      }),
    },
    startVerification: {
      method: 'POST',
      path: '/api/verifications',
      access: write,
      summary:
        'Verify the addresses of these leads; the credits are set aside at once, and what is not needed comes back',
      body: z.object({
        selection: verificationSelection,
        name: z.string().trim().min(1).max(200).optional(),
        blocks_invalid: z.boolean().default(true),
        is_anew: z.boolean().default(false),
      }),
      response: verificationView,
    },
    listVerifications: {
      method: 'GET',
      path: '/api/verifications',
      access: read,
      summary: 'Runs, newest first',
      query: pageQuery(25),
      response: pageOf(verificationView),
    },
    getVerification: {
      method: 'GET',
      path: '/api/verifications/:verificationId',
      access: read,
      summary: 'Progress and results of a run',
      params: verificationId,
      response: verificationView,
    },
    listVerifiedAddresses: {
      method: 'GET',
      path: '/api/verifications/:verificationId/addresses',
      access: read,
      summary: 'What came of each address',
      params: verificationId,
      query: z
        .object({
          results: wordList.pipe(z.array(z.enum([...verificationResults, 'WAITING']))).optional(),
          search: z.string().trim().toLowerCase().max(200).optional(),
        })
        .extend(pageQuery(50).shape),
      response: pageOf(verifiedAddress),
    },
    stopVerification: {
      method: 'POST',
      path: '/api/verifications/:verificationId/stop',
      access: write,
      summary: 'Stop a run; what is done stays, the other credits come back',
      params: verificationId,
      body: z.object({}),
      response: verificationView,
    },
    blockInvalid: {
      method: 'POST',
      path: '/api/verifications/:verificationId/invalid',
      access: write,
      summary: 'Whether the invalid addresses of a run are emailed',
      params: verificationId,
      body: z.object({ is_blocked: z.boolean() }),
      response: verificationView,
    },
  },
});
