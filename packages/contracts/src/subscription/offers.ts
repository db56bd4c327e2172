import type { PlanType } from '../constants';
import { planIncludes, planTable, sends } from '../plan-limits';

/** What a workspace can subscribe to. `pro-unlimited` is the newer Pro with unlimited sequences. */
export const offerIds = ['base', 'popular', 'pro', 'growth', 'pro-unlimited', 'expert', 'maintenance'] as const;
export type OfferId = (typeof offerIds)[number];
export const billingIntervals = ['month', 'year'] as const;
export type BillingInterval = (typeof billingIntervals)[number];

/** A plan that can be bought. Prices in cents; null limits are unlimited. */
export interface Offer {
  id: OfferId;
  name: string;
  /** What the workspace becomes. */
  planType: PlanType;
  monthlyCents: number;
  /** What a month costs when a year is paid at once. */
  monthlyCentsByYear: number;
  leads: number;
  emails: number;
  sequences: number | null;
  senders: number | null;
  monitors: number | null;
}

const offer = (id: OfferId, name: string, planType: PlanType, [monthly, byYear]: [number, number]): Offer => {
  const { leads, emails, sequences, senders, monitors } = planTable[id];
  return {
    id,
    name,
    planType,
    monthlyCents: Math.round(monthly * 100),
    monthlyCentsByYear: Math.round(byYear * 100),
    leads,
    emails,
    sequences,
    senders,
    monitors,
  };
};

/** Prices of docs/domain.md, Plans and prices, in the order in which they are shown. */
export const offers: readonly Offer[] = [
  offer('base', /* text */ 'Base', 'base', [39, 33]),
  offer('popular', /* text */ 'Popular', 'popular', [79, 65]),
  offer('pro', /* text */ 'Pro', 'pro', [94, 78]),
  offer('growth', /* text */ 'Growth', 'growth', [49, 33]),
  offer('pro-unlimited', /* text */ 'Pro Unlimited', 'pro', [174, 49]),
  offer('expert', /* text */ 'Expert', 'expert', [599, 60]),
  offer('maintenance', /* text */ 'Maintenance', 'maintenance', [8.95, 8.95]),
];
export const offerOf = (id: OfferId): Offer => offers.find((each) => each.id === id) as Offer;
/** Whether packs add to a plan: not where it has no limit, nor where nothing is added to it. */
export const takesPacks = (offer: Offer, kind: PackKind): boolean => (offer[kind] ?? 0) > 0;

/** Packs on top of a plan: how many, and what they cost a month in cents. */
export const packs = {
  sequences: [
    { count: 60, cents: 7_800 },
    { count: 120, cents: 13_800 },
    { count: 250, cents: 28_400 },
  ],
  senders: [
    { count: 20, cents: 5_000 },
    { count: 100, cents: 11_000 },
    { count: 400, cents: 30_000 },
    { count: 800, cents: 49_900 },
  ],
} as const;
export type PackKind = keyof typeof packs;

/** Monthly, for each client with a login and each LinkedIn account, in cents. */
export const fees = { clientCents: 2_900, linkedInCents: 5_900 } as const;
export type FeeKind = 'client' | 'linkedin';

const productOfFee = (kind: FeeKind): string => `skein_${kind}`;
/** What fees are called at the payment service. */
export const feeProducts: readonly string[] = (['client', 'linkedin'] as const).map(productOfFee);

const monthsOf = (interval: BillingInterval): number => (interval === 'year' ? 12 : 1);
/** What one more costs each interval, in cents. */
export const feeOf = (kind: FeeKind, interval: BillingInterval): number =>
  (kind === 'client' ? fees.clientCents : fees.linkedInCents) * monthsOf(interval);

/** Keeping the workspace while nothing is sent, for what the price list calls maintenance (docs/domain.md, Plans and prices). */
export const maintenanceChoice: Choice = { offer: 'maintenance', interval: 'month', sequences: 0, senders: 0 };

/** A declined payment leaves everything working for so many days while the provider tries again (docs/decisions/20-yearly-prices.md). */
export const dunningDays = 7;

/** Percent off the first invoice from this day of the trial on, by the plan before it. What a year costs less: `monthlyCentsByYear`. */
export const firstInvoiceDiscountFromDay = 13;
const firstInvoiceDiscount: Partial<Record<PlanType, number>> = { trial: 20, base: 15, popular: 15 };
/** Percent off for somebody who stays instead of cancelling, once, for so many invoices. */
export const churnBonus = { percent: 20, months: 3 } as const;

/**
 * Percent off the first invoice of a new plan (docs/domain.md): from the 13th day on.
 * @param begun when the workspace's trial began, in milliseconds; null when it never had one
 */
export function firstInvoiceDiscountPercent(planType: PlanType, begun: number | null, now: number): number {
  if (begun === null || now - begun < (firstInvoiceDiscountFromDay - 1) * 86_400_000) return 0;
  return firstInvoiceDiscount[planType] ?? 0;
}

/** What somebody chose: an offer, how it is paid, and packs by their count (0: none). */
export interface Choice {
  offer: OfferId;
  interval: BillingInterval;
  sequences: number;
  senders: number;
}

/** One line of an invoice. `cents` are for the whole interval. */
export interface PriceLine {
  product: string;
  name: string;
  /** Of all of them together. */
  cents: number;
  quantity?: number;
}

/** What is paid for each, beside the plan: active clients and LinkedIn accounts. */
export interface FeeCounts {
  clients: number;
  linkedIn: number;
}

/** The name of a line with how many there are. */
export const lineName = ({ name, quantity }: Pick<PriceLine, 'name' | 'quantity'>): string =>
  quantity === undefined ? name : `${quantity} × ${name}`;

/** What a choice costs each interval: the plan, and its packs and fees, which follow its interval. */
export function priceLines(
  { offer: id, interval, sequences, senders }: Choice,
  { clients, linkedIn }: FeeCounts = { clients: 0, linkedIn: 0 },
): PriceLine[] {
  const { name, monthlyCents, monthlyCentsByYear, ...holds } = offerOf(id);
  const months = monthsOf(interval);
  const pack = (kind: PackKind, count: number, title: string): PriceLine[] => {
    const found = holds[kind] === 0 ? undefined : packs[kind].find((each) => each.count === count);
    return found ? [{ product: `skein_${kind}_${count}`, name: `${count} ${title}`, cents: found.cents * months }] : [];
  };
  // What a plan does not include costs nothing in it.
  const fee = (kind: FeeKind, quantity: number, title: string): PriceLine[] =>
    quantity > 0 && planIncludes(id, kind === 'client' ? 'client-views' : 'linkedin')
      ? [{ product: productOfFee(kind), name: title, cents: feeOf(kind, interval) * quantity, quantity }]
      : [];
  return [
    { product: `skein_${id}`, name, cents: (interval === 'year' ? monthlyCentsByYear : monthlyCents) * months },
    ...pack('sequences', sequences, 'more sequences'),
    ...pack('senders', senders, 'more sender accounts'),
    ...fee('client', clients, 'client'),
    ...fee('linkedin', linkedIn, 'LinkedIn account'),
  ];
}
export const totalOf = (lines: readonly { cents: number }[]): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0);

/** What a workspace uses of what plans limit. */
export interface Usage {
  leads: number;
  emails: number;
  senders: number;
  sequences: number;
  monitors: number;
  clients: number;
  linkedIn: number;
}

/** Why a choice does not hold what a workspace uses, one sentence each; empty when it fits. */
export function shortfalls(choice: Choice, usage: Usage): string[] {
  const { leads, emails, sequences, senders, monitors } = offerOf(choice.offer);
  const isKept = !sends(choice.offer);
  const over = (used: number, limit: number | null, what: string) =>
    limit !== null && used > limit
      ? [`${limit.toLocaleString('en-US')} ${what}, and you use ${used.toLocaleString('en-US')}`]
      : [];
  return [
    ...(isKept
      ? ['Campaigns stop, and no leads or sender accounts can be added']
      : [
          ...over(usage.leads, leads, /* text */ 'leads'),
          ...over(usage.emails, emails, /* text */ 'emails a month'),
          ...over(usage.senders, senders === null ? null : senders + choice.senders, /* text */ 'sender accounts'),
        ]),
    ...over(usage.sequences, sequences === null ? null : sequences + choice.sequences, 'sequences'),
    ...over(usage.monitors, monitors, 'active monitors'),
    ...(usage.clients > 0 && !planIncludes(choice.offer, 'client-views')
      ? [`No client views: ${usage.clients} ${usage.clients === 1 ? 'client loses' : 'clients lose'} access`]
      : []),
    ...(usage.linkedIn > 0 && !planIncludes(choice.offer, 'linkedin')
      ? [`No LinkedIn: ${usage.linkedIn} ${usage.linkedIn === 1 ? 'account stops' : 'accounts stop'}`]
      : []),
  ];
}
