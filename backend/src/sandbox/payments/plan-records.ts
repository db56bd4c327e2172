import type { SqlClient } from '#platform/db/database';
import type { JobQueue } from '#platform/jobs/job-queue';
import type { PlanItem } from './plan-prices';
import type { SandboxStripeStore } from './sandbox-stripe.store';
import { declinesLater, type TypedCard } from './test-cards';

/** What the stand-in of Stripe Billing keeps: customers with their card, plans, invoices. */

export interface Card {
  brand: string;
  last4: string;
  month: number;
  year: number;
  /** It was taken, and every charge after the first is declined. */
  failsLater: boolean;
}
export interface Customer {
  id: string;
  email: string;
  card: Card | null;
  subscription: string | null;
}
export interface Plan {
  kind: 'plan';
  id: string;
  customer: string;
  status: 'active' | 'past_due' | 'canceled';
  items: PlanItem[];
  interval: 'month' | 'year';
  metadata: Record<string, string>;
  anchor: number;
  periods: number;
  start: number;
  end: number;
  cancelAtPeriodEnd: boolean;
  endedAt: number | null;
  discount: { percent: number; invoices: number } | null;
  failures: number;
  /** Prorations that wait for the next invoice. */
  pending?: Invoice['lines'];
}
export interface Invoice {
  id: string;
  number: string;
  created: number;
  total: number;
  status: 'open' | 'paid';
  lines: { description: string; amount: number }[];
}

export interface SandboxBillingOptions {
  store: SandboxStripeStore;
  jobs: JobQueue;
  now: () => number;
  publicUrl: string;
  announce: (sql: SqlClient, type: string, object: object) => Promise<unknown>;
}

export const inSeconds = (at: number): number => Math.floor(at / 1000);
export const sumOf = (lines: readonly { amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);
const brandOf = (number: string): string =>
  ({ '3': 'amex', '4': 'visa', '5': 'mastercard' })[number[0] ?? ''] ?? 'unknown';

/** What is kept of a card that was typed. */
export function cardOf(typed: TypedCard): Card {
  const number = typed.number.replace(/\D/g, '');
  const [, month = '12', year = '34'] = /^(\d{1,2})\/?(?:20)?(\d{2})$/.exec(typed.expiry.replace(/\s+/g, '')) ?? [];
  return {
    brand: brandOf(number),
    last4: number.slice(-4),
    month: Number(month),
    year: 2000 + Number(year),
    failsLater: declinesLater(number),
  };
}
