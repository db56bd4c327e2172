import type { WorkspaceId } from '@skein/contracts/ids';
import type { PriceLine } from '@skein/contracts/subscription/offers';

/** What a workspace subscribes to: lines that renew together. */
export interface SubscriptionOrder {
  workspaceId: WorkspaceId;
  /** What was chosen, for our own reading back: short texts. */
  choice: Record<string, string>;
  lines: readonly PriceLine[];
  interval: 'month' | 'year';
}

/** A subscription as the payment service knows it now. Cents, and instants. */
export interface ProviderSubscription {
  id: string;
  customerId: string;
  workspaceId: WorkspaceId;
  choice: Record<string, string>;
  /** What is paid for, and how many of it. */
  lines: { product: string; quantity: number }[];
  status: 'active' | 'past_due' | 'canceled';
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
  card: { brand: string; last4: string; expires: string } | null;
}

export interface ProviderInvoice {
  id: string;
  number: string | null;
  createdAt: Date;
  description: string;
  cents: number;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  pdfUrl: string | null;
}

/** Plans paid by card. What the service says of a subscription is always read anew: events only say that something changed. */
export interface Subscriptions {
  readonly name: string;
  /** @param discountPercent off the first invoice, 0 for none @throws PaymentError */
  createCheckout(
    order: SubscriptionOrder,
    options: {
      key: string;
      customerId: string | null;
      email: string;
      discountPercent: number;
      successUrl: string;
      cancelUrl: string;
    },
  ): Promise<string>;
  /** What a change costs: now, prorated to the second, and from the next invoice on. @throws PaymentError */
  previewChange(
    subscriptionId: string,
    order: SubscriptionOrder,
    at: Date,
  ): Promise<{ lines: { name: string; cents: number }[]; dueNowCents: number; nextAt: Date }>;
  /** Charges the difference and changes the subscription, or neither. @throws PaymentError */
  change(subscriptionId: string, order: SubscriptionOrder, options: { key: string; at: Date }): Promise<void>;
  /**
   * Counts what is paid for each anew; what it comes to until then is prorated, on the next invoice. Leaves a cancellation as it is.
   * @throws PaymentError
   */
  setFees(subscriptionId: string, order: SubscriptionOrder, options: { key: string }): Promise<void>;
  setCancelAtPeriodEnd(subscriptionId: string, value: boolean): Promise<void>;
  /** Percent off the next invoices. Asking twice gives one. @throws PaymentError */
  discount(subscriptionId: string, given: { key: string; percent: number; months: number }): Promise<void>;
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** null when there is no such subscription. @throws PaymentError */
  readSubscription(subscriptionId: string): Promise<ProviderSubscription | null>;
  /** The newest 100. @throws PaymentError */
  listInvoices(customerId: string): Promise<ProviderInvoice[]>;
  /** Which subscription an event is about; null for events about something else. @throws PaymentError when its signature does not hold */
  readEvent(body: string, signature: string, now: number): { eventId: string; subscriptionId: string } | null;
}
