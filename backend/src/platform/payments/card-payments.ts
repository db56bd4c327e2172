import type { WorkspaceId } from '@skein/contracts/ids';

/** A pack that somebody buys. */
export interface CheckoutRequest {
  /** Makes asking twice for the same checkout safe. */
  key: string;
  workspaceId: WorkspaceId;
  orderId: number;
  /** Whose order it is, so that its events find their way back; packs of credits name none. */
  purpose?: string;
  title: string;
  amountCents: number;
  isMonthly: boolean;
  email: string | null;
  /** Where the buyer comes back to. */
  successUrl: string;
  cancelUrl: string;
}
interface Checkout {
  id: string;
  url: string;
}

/** What an event of the payment service says; null for those that are about something else. */
export interface PaymentNews {
  /** Id of the event: the service may deliver it several times. */
  eventId: string;
  /** PAID: one period of an order; ENDED: a subscription that does not renew any more; EXPIRED: a checkout that nobody can pay any more. */
  kind: 'PAID' | 'ENDED' | 'EXPIRED';
  workspaceId: WorkspaceId;
  orderId: number;
  /** As it was named at the checkout; null for packs of credits. */
  purpose: string | null;
  /** What was paid for, once: the first period's checkout, or the invoice of a later one; or the checkout that expired. */
  period: { of: 'checkout' | 'invoice'; id: string } | null;
  amountCents: number | null;
  subscriptionId: string | null;
}

/** Why the payment service did not do it, in words for people. */
export class PaymentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PaymentError';
  }
}

/** Who takes money by card: the pages where cards are typed are the service's own, and its signed events say what was paid. */
export interface CardPayments {
  readonly name: string;
  /** @throws PaymentError */
  createCheckout(request: CheckoutRequest): Promise<Checkout>;
  /** Makes a checkout one that can no longer be paid; one that is over, paid or not, is no error. @throws PaymentError */
  expireCheckout(checkoutId: string): Promise<void>;
  /** Ends a subscription at once; ending one that is over is no error. @throws PaymentError */
  endSubscription(subscriptionId: string): Promise<void>;
  /**
   * Pays back a part of what was paid at a checkout; of a subscription, of its first period.
   * @param request `key` makes asking twice safe
   * @throws PaymentError
   */
  refund(request: { key: string; checkoutId: string; amountCents: number }): Promise<void>;
  /** Changes what a subscription costs from its next period on. @throws PaymentError */
  changeSubscription(subscriptionId: string, amountCents: number): Promise<void>;
  /** Reads an event. @throws PaymentError when its signature does not hold */
  readEvent(body: string, signature: string, now: number): PaymentNews | null;
}
