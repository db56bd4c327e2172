import { feeOf, type BillingInterval, type FeeKind } from '@skein/contracts/subscription/offers';
import type { BillingView } from '@skein/contracts/subscription/billing.contract';
import { useAccess } from '@skein/mfe/access';
import { speaksOfPlans } from '@skein/mfe/plans';
import { useSessionPlan, useSessionUser } from '@skein/mfe/session';
import { useBillingQuery } from './billing-api';
import { money } from './subscription/money';

/** What one more costs each interval, with what that is a month. */
export const feeText = (kind: FeeKind, interval: BillingInterval): string =>
  interval === 'month'
    ? `${money(feeOf(kind, 'month'))} a month`
    : `${money(feeOf(kind, 'year'))} a year (${money(feeOf(kind, 'month'))} a month)`;

/** What the reader may know of a fee: its price, that there is one, or nothing where none is charged. */
export type Fee = { text: string | null; isCharged: boolean };

/** A fee that is looked up: undefined while that lasts, and where it failed. */
interface FeeLookup {
  fee: Fee | null | undefined;
  error: unknown;
  retry: () => void;
}

/**
 * The fee of a client or a LinkedIn account. Null where no plans are sold, for clients of the agency, where the plan is
 * given by an operator, and while a cancelled subscription runs out: then nothing is added to it.
 */
export function useFee(kind: FeeKind): FeeLookup {
  const plan = useSessionPlan();
  const user = useSessionUser();
  const mayRead = useAccess().may('billing.manage');
  const isHidden = !speaksOfPlans(plan) || (user?.isClient ?? true);
  const { data: billing, error, isFetching, refetch } = useBillingQuery(undefined, { skip: isHidden || !mayRead });
  const known = (fee: Fee | null): FeeLookup => ({ fee, error: undefined, retry: () => {} });
  if (isHidden) return known(null);
  if (!mayRead) return known(plan?.subscription_detail.is_sub ? { text: null, isCharged: true } : null);
  if (billing) return known(feeIn(billing, kind));
  return { fee: undefined, error: isFetching ? undefined : error, retry: () => void refetch() };
}

function feeIn(billing: BillingView, kind: FeeKind): Fee | null {
  if (!billing.provider || billing.cancel_at_period_end) return null;
  // A plan that an operator gave has no invoices; a trial pays once a plan is chosen.
  if (!billing.choice) return billing.plan_type === 'trial' ? { text: feeText(kind, 'month'), isCharged: false } : null;
  return { text: feeText(kind, billing.choice.interval), isCharged: true };
}

/** The sentence about a fee, before it is caused. */
export function feeSentence({ text, isCharged }: Fee): string {
  if (text === null) return 'Adds a fee to your subscription.';
  return isCharged ? `${text}, charged with your plan from today.` : `${text}, charged once you choose a plan.`;
}
