import { randomBytes } from 'node:crypto';
import type { CheckoutView } from './checkout-page';
import type { PlanCheckout } from './plan-prices';

/** A checkout as the stand-in keeps it. */
export interface Session extends CheckoutView {
  id: string;
  status: 'open' | 'complete' | 'expired';
  metadata: Record<string, string>;
  subscription: string | null;
  expiresAt: number;
  refundedCents?: number;
  plan?: PlanCheckout | null;
}

/** A subscription of a pack, as the stand-in keeps it. */
export interface Subscription {
  amountCents: number;
  metadata: Record<string, string>;
  anchor: string;
  periods: number;
  isOver: boolean;
}

export const intentOf = (session: Session): string => `pi_${session.id}`;
export const nameOf = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;
/** A refusal in Stripe's shape. */
export const failed = (code: string | null, message: string, param: string | null = null) => ({
  error: { type: 'invalid_request_error', code, message, param },
});
