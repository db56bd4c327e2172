import { z } from 'zod';
import { planTypes } from '../constants';
import { defineContract } from '../endpoint';
import { done, empty, instant } from '../schemas';
import { billingIntervals, offerIds, packs } from './offers';

/** Where a subscription stands with whoever takes the payments. `none`: never had one, or it is over. */
export const billingStatuses = ['none', 'active', 'past_due', 'canceled'] as const;
export type BillingStatus = (typeof billingStatuses)[number];

const packCount = (kind: keyof typeof packs) =>
  z
    .number()
    .int()
    .refine((count) => count === 0 || packs[kind].some((each) => each.count === count), 'must be the size of a pack')
    .default(0);

export const planChoice = z.object({
  offer: z.enum(offerIds),
  interval: z.enum(billingIntervals),
  sequences: packCount('sequences'),
  senders: packCount('senders'),
});

const line = z.object({ name: z.string(), cents: z.number().int() });
const meter = z.object({ used: z.number().int(), included: z.number().int().nullable() });

export const billingView = z.object({
  /** Who takes the payments: `sandbox` is the stand-in; null where nobody does, and an operator gives plans. */
  provider: z.string().nullable(),
  plan_type: z.enum(planTypes),
  /** null while the plan is a trial, or was given by an operator. */
  choice: planChoice.nullable(),
  status: z.enum(billingStatuses),
  period_start: instant.nullable(),
  period_end: instant.nullable(),
  ends_at: instant.nullable(),
  cancel_at_period_end: z.boolean(),
  lines: z.array(line),
  /** null when no further invoice comes. */
  next_invoice_cents: z.number().int().nullable(),
  card: z.object({ brand: z.string(), last4: z.string(), expires: z.string() }).nullable(),
  /** A payment that failed: when, and until when everything still works. */
  failed: z.object({ at: instant, works_until: instant }).nullable(),
  discount_percent: z.number().int(),
  bonus_available: z.boolean(),
  usage: z.object({
    leads: meter,
    emails: meter,
    /** When the month began in which emails are counted. */
    emails_since: instant,
    senders: meter,
    sequences: meter,
    monitors: meter,
    clients: z.number().int(),
    linkedin_accounts: z.number().int(),
  }),
});
export type BillingView = z.output<typeof billingView>;

export const invoiceView = z.object({
  id: z.string(),
  number: z.string().nullable(),
  created_at: instant,
  description: z.string(),
  cents: z.number().int(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  pdf_url: z.string().nullable(),
});
export type InvoiceView = z.output<typeof invoiceView>;

const preview = z.object({
  lines: z.array(line),
  due_now_cents: z.number().int(),
  next_cents: z.number().int(),
  next_at: instant,
  /** What the workspace uses beyond the new limits. */
  shortfalls: z.array(z.string()),
});
export type ChangePreview = z.output<typeof preview>;

export const cancelReasons = ['price', 'fewer-campaigns', 'missing', 'other-tool', 'other', 'none'] as const;
export type CancelReason = (typeof cancelReasons)[number];

const pays = { who: 'person', may: 'billing.manage' } as const;

/** The subscription of a workspace: plans, payments, invoices and cancellation, for its owner. */
export const billingContract = defineContract({
  service: 'subscription',
  tag: 'Billing',
  endpoints: {
    readBilling: {
      method: 'GET',
      path: '/api/subscription/billing',
      access: pays,
      summary: 'Plan, payment and use of the workspace',
      response: billingView,
    },
    startCheckout: {
      method: 'POST',
      path: '/api/subscription/checkout',
      access: pays,
      summary: 'A page on which a plan is paid; nothing changes before that',
      body: planChoice,
      response: z.object({ checkout_url: z.string() }),
    },
    previewChange: {
      method: 'POST',
      path: '/api/subscription/change/preview',
      access: pays,
      summary: 'What another plan or pack costs now, to the cent, and from the next invoice on',
      body: planChoice,
      response: preview,
    },
    changePlan: {
      method: 'POST',
      path: '/api/subscription/change',
      access: pays,
      summary:
        'Change plan or packs and pay the difference; refused when the price is no longer the one that was shown',
      body: planChoice.extend({ due_now_cents: z.number().int() }),
      response: billingView,
    },
    cancelSubscription: {
      method: 'POST',
      path: '/api/subscription/cancel',
      access: pays,
      summary: 'End the subscription when the paid period is over',
      body: z.object({
        reason: z.enum(cancelReasons).default('none'),
        comment: z.string().trim().max(1_000).default(''),
      }),
      response: billingView,
    },
    resumeSubscription: {
      method: 'POST',
      path: '/api/subscription/resume',
      access: pays,
      summary: 'Withdraw a cancellation before the period is over',
      body: empty,
      response: billingView,
    },
    listInvoices: {
      method: 'GET',
      path: '/api/subscription/invoices',
      access: pays,
      summary: 'Invoices, the newest first',
      query: z.object({
        offset: z.coerce.number<number>().int().min(0).max(10_000).default(0),
        limit: z.coerce.number<number>().int().min(1).max(100).default(10),
      }),
      response: z.object({ invoices: z.array(invoiceView), total: z.number().int() }),
    },
    openPortal: {
      method: 'POST',
      path: '/api/subscription/portal-session',
      access: pays,
      summary: 'A page of the payment provider for card, address and tax number',
      body: empty,
      response: z.object({ url: z.string() }),
    },
    takeChurnBonus: {
      method: 'POST',
      path: '/api/subscription/churn-bonus',
      access: pays,
      summary: 'Stay for 20% off the next three invoices; once for each workspace',
      body: empty,
      response: billingView,
    },
    receiveBillingEvent: {
      method: 'POST',
      path: '/api/subscription/payment-events',
      access: { who: 'link' },
      summary: 'Events of the payment provider; their signature is the credential',
      rawBody: true,
      response: done,
    },
  },
});
