import type { BillingView } from '@skein/contracts/subscription/billing.contract';

const day = 86_400_000;
/** An instant so many days from now. */
export const at = (days: number): string => new Date(Date.now() + days * day).toISOString();

const meter = (used: number, included: number | null) => ({ used, included });
/** A monthly Pro plan with two clients, paid by card. */
export const billing = (more: Partial<BillingView> = {}): BillingView => ({
  provider: 'sandbox',
  plan_type: 'pro',
  choice: { offer: 'pro', interval: 'month', sequences: 0, senders: 0 },
  status: 'active',
  period_start: at(-10),
  period_end: at(20),
  ends_at: at(20),
  cancel_at_period_end: false,
  lines: [
    { name: 'Pro', cents: 9_400 },
    { name: '2 × client', cents: 5_800 },
  ],
  next_invoice_cents: 15_200,
  card: { brand: 'visa', last4: '4242', expires: '12/44' },
  failed: null,
  discount_percent: 0,
  bonus_available: true,
  usage: {
    leads: meter(1_200, 30_000),
    emails: meter(100_000, 150_000),
    emails_since: at(-10),
    senders: meter(12, null),
    sequences: meter(7, null),
    monitors: meter(3, 20),
    clients: 2,
    linkedin_accounts: 0,
  },
  ...more,
});
