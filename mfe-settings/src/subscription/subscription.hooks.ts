import { useState } from 'react';
import type { BillingView, CancelReason, ChangePreview } from '@skein/contracts/subscription/billing.contract';
import type { Choice } from '@skein/contracts/subscription/offers';
import { problemOf } from '@skein/mfe/problem';
import { readProblem } from '@skein/mfe/requests';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import {
  useBillingQuery,
  useCancelSubscriptionMutation,
  useChangePlanMutation,
  useClaimChurnBonusMutation,
  useInvoicesQuery,
  useNewPortalSessionMutation,
  usePreviewChangeMutation,
  useReferralsQuery,
  useResumeSubscriptionMutation,
  useStartCheckoutMutation,
} from '../billing-api';

/** The person's referral code, and what came of it. */
export function useReferrals() {
  const asked = useReferralsQuery();
  return { referrals: asked.data, problem: readProblem(asked) };
}

/** Plan, payment and use. */
export function useBilling(): { billing: BillingView | undefined; problem: string | null; retry: () => void } {
  const { data, error, refetch } = useBillingQuery();
  return { billing: data, problem: error ? problemOf(error).message : null, retry: () => void refetch() };
}

export function useInvoices(offset: number, limit: number) {
  const { data, error, isFetching, refetch } = useInvoicesQuery({ query: { offset, limit } });
  return {
    invoices: data?.invoices ?? [],
    total: data?.total ?? 0,
    isFetching,
    problem: error ? problemOf(error).message : null,
    retry: () => void refetch(),
  };
}

/** Leaves for a page of the payment provider. */
const leaveFor = (url: string) => window.location.assign(url);

/** The page of the provider where card, address and tax number stand. */
export function usePortal() {
  const [open, { isLoading }] = useNewPortalSessionMutation();
  const go = () =>
    void open({ body: {} })
      .unwrap()
      .then(
        ({ url }) => leaveFor(url),
        (error: unknown) => showProblem('The payment page did not open', error),
      );
  return { go, isLoading };
}

/** What is chosen and what it costs; a first plan is paid at the provider, a change here. */
export function usePlanChange(billing: BillingView) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [preview, setPreview] = useState<ChangePreview | null>(null);
  const [ask, asking] = usePreviewChangeMutation();
  const [checkout, paying] = useStartCheckoutMutation();
  const [change, changing] = useChangePlanMutation();
  const choose = (next: Choice) => {
    setChoice(next);
    setPreview(null);
    if (!billing.choice) return;
    void ask({ body: next })
      .unwrap()
      .then(setPreview, (error: unknown) => {
        setChoice(null);
        showProblem('The price could not be loaded', error);
      });
  };
  const confirm = () => {
    if (!choice) return;
    if (!billing.choice)
      void checkout({ body: choice })
        .unwrap()
        .then(
          ({ checkout_url: url }) => leaveFor(url),
          (error: unknown) => showProblem('The payment page did not open', error),
        );
    else if (preview)
      void change({ body: { ...choice, due_now_cents: preview.due_now_cents } })
        .unwrap()
        .then(
          () => {
            setChoice(null);
            toasts.show({ title: 'Your plan is changed' });
          },
          (error: unknown) => showProblem('The plan stays as it is', error),
        );
  };
  return {
    choice,
    preview,
    choose,
    confirm,
    cancel: () => setChoice(null),
    isPricing: asking.isLoading,
    isPaying: paying.isLoading || changing.isLoading,
  };
}

/** Cancelling, taking it back, and staying for the offer. */
export function useCancellation() {
  const [cancel, cancelling] = useCancelSubscriptionMutation();
  const [resume, resuming] = useResumeSubscriptionMutation();
  const [stay, staying] = useClaimChurnBonusMutation();
  const run = async (work: Promise<unknown>, done: string, failed: string): Promise<boolean> => {
    try {
      await work;
      toasts.show({ title: done });
      return true;
    } catch (error) {
      showProblem(failed, error);
      return false;
    }
  };
  return {
    isBusy: cancelling.isLoading || resuming.isLoading || staying.isLoading,
    cancel: (reason: CancelReason, comment: string) =>
      run(cancel({ body: { reason, comment } }).unwrap(), 'Your subscription is cancelled', 'It is not cancelled'),
    resume: () =>
      run(resume({ body: {} }).unwrap(), 'Your subscription continues', 'The cancellation could not be withdrawn'),
    stay: () => run(stay({ body: {} }).unwrap(), '20% off your next three invoices', 'The offer could not be taken'),
  };
}
