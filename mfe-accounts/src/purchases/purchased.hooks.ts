import { useState } from 'react';
import type { CallInput } from '@skein/contracts/endpoint';
import type { purchasesContract } from '@skein/contracts/smart-senders/purchases.contract';
import type { OrderView } from '@skein/contracts/smart-senders/purchase-views';
import { problemOf } from '@skein/mfe/problem';
import { attempt, readProblem, type ReadProblem } from '@skein/mfe/requests';
import {
  useCancelMailboxMutation,
  useCancelOrderMutation,
  useChangeDomainMutation,
  useCheckDomainMutation,
  useGetOrderQuery,
  useListOrdersQuery,
  useListPurchasedDomainsQuery,
  useListPurchasedMailboxesQuery,
  usePayOrderMutation,
  usePublishDomainMutation,
  usePurchaseSummaryQuery,
  useRefundDomainMutation,
  useRefundMailboxMutation,
  useRenewDomainMutation,
  useRetryDomainMutation,
  useRetryMailboxMutation,
} from './api';

type Calls = (typeof purchasesContract)['endpoints'];
type Query<Name extends keyof Calls> = NonNullable<CallInput<Calls[Name]>['query']>;

interface AskedPage<Row> {
  data?: { rows: Row[]; next_cursor: string | null } | undefined;
  isFetching: boolean;
  error?: { message?: string | undefined } | undefined;
  refetch: () => unknown;
}
/** A page of a list; the one before stays in sight while it is read. */
const pageOf = <Row>(
  asked: AskedPage<Row>,
): { rows: Row[]; next: string | null; isLoading: boolean; problem: ReadProblem | null } => ({
  rows: asked.data?.rows ?? [],
  next: asked.data?.next_cursor ?? null,
  isLoading: asked.isFetching && !asked.data,
  problem: readProblem(asked),
});

/** What was bought, in figures. */
export const usePurchaseSummary = () => usePurchaseSummaryQuery(undefined, { pollingInterval: 30_000 }).data;

export const usePurchasedMailboxes = (query: Query<'listPurchasedMailboxes'>) =>
  pageOf(useListPurchasedMailboxesQuery({ query }));

export const usePurchasedDomains = (query: Query<'listPurchasedDomains'>) =>
  pageOf(useListPurchasedDomainsQuery({ query }));

/** The first page of orders, as the list of them reads it. */
const firstOrders = { limit: 25 };

export const useOrders = (query: Query<'listOrders'>) =>
  pageOf(useListOrdersQuery({ query }, { pollingInterval: 30_000 }));

/** Whether a tab of purchases has anything, as far as it is known. */
export function useHasPurchases(tab: 'emails' | 'domains' | 'orders'): boolean {
  const summary = usePurchaseSummary();
  const orders = useListOrdersQuery({ query: firstOrders }, { skip: tab !== 'orders' }).data;
  if (tab === 'orders') return (orders?.rows.length ?? 0) > 0;
  return ((tab === 'emails' ? summary?.mailboxes : summary?.domains) ?? 0) > 0;
}

/** The order of an address, read again while it is looked at. `isGone`: it does not exist. */
export function useOrder(id: number) {
  const isKnown = Number.isInteger(id) && id > 0;
  const asked = useGetOrderQuery(
    { params: { purchaseOrderId: id } },
    { skip: !isKnown, pollingInterval: 10_000, skipPollingIfUnfocused: true },
  );
  return {
    order: asked.data,
    isKnown,
    isGone: !isKnown || (asked.error !== undefined && problemOf(asked.error).status === 404),
    problem: readProblem(asked),
  };
}

/** Pays an order at the checkout, or cancels what is unpaid. Failures are shown. */
export function useOrderPayment(purchaseOrderId: number) {
  const [pay, { isLoading: isPaying }] = usePayOrderMutation();
  const [cancel, { isLoading: isCancelling }] = useCancelOrderMutation();
  const [isLeaving, setLeaving] = useState(false);
  const input = { params: { purchaseOrderId }, body: {} };
  return {
    isPaying: isPaying || isLeaving,
    isCancelling,
    pay: async () => {
      const opened = await attempt(pay(input).unwrap(), 'The checkout could not be opened');
      if (!opened?.value.pay_url) return;
      setLeaving(true);
      window.location.assign(opened.value.pay_url);
    },
    cancel: () => attempt(cancel(input).unwrap(), 'Nothing was cancelled'),
  };
}

/** Ends a bought mailbox with the month, or renews it after all. A refusal is shown. */
export function useCancelPurchased() {
  const [cancel] = useCancelMailboxMutation();
  return (purchasedMailboxId: number, is_cancelled: boolean) =>
    attempt(cancel({ params: { purchasedMailboxId }, body: { is_cancelled } }).unwrap(), 'Nothing was changed');
}

/** What can be done with a bought domain. Failures are shown. */
export function usePurchasedDomain(purchasedDomainId: number) {
  const [check, { isLoading: isChecking }] = useCheckDomainMutation();
  const [publish, { isLoading: isPublishing }] = usePublishDomainMutation();
  const [change, { isLoading: isChanging }] = useChangeDomainMutation();
  const [renew, { isLoading: isRenewing }] = useRenewDomainMutation();
  const params = { purchasedDomainId };
  return {
    isChecking,
    isPublishing,
    isChanging,
    isRenewing,
    check: () => attempt(check({ params, body: {} }).unwrap(), 'The records were not looked up'),
    publish: () => attempt(publish({ params, body: {} }).unwrap(), 'The records were not published'),
    setRenewal: (auto_renew: boolean) =>
      attempt(change({ params, body: { auto_renew } }).unwrap(), 'The renewal was not changed'),
    forwardTo: (forwards_to: string) =>
      attempt(change({ params, body: { forwards_to } }).unwrap(), 'The forwarding was not changed'),
    /** Answers the order of the renewal. */
    renew: async () =>
      (await attempt(renew({ params, body: {} }).unwrap(), 'The renewal was not ordered'))?.value ?? null,
  };
}

/** A domain of an order that failed: with another name, or refunded. Both reject with the server's problem. */
export function useMendDomain({ id, name: ordered }: OrderView['domain_items'][number]) {
  const [retry, { isLoading: isRetrying }] = useRetryDomainMutation();
  const [refund, { isLoading: isRefunding }] = useRefundDomainMutation();
  const params = { purchasedDomainId: id };
  return {
    isBusy: isRetrying || isRefunding,
    retry: (name: string) => retry({ params, body: name === ordered ? {} : { name } }).unwrap(),
    refund: () => refund({ params, body: {} }).unwrap(),
  };
}

/** A mailbox of an order that failed: with another name, or refunded. Both reject with the server's problem. */
export function useMendMailbox({ id, local_part: ordered }: OrderView['mailbox_items'][number]) {
  const [retry, { isLoading: isRetrying }] = useRetryMailboxMutation();
  const [refund, { isLoading: isRefunding }] = useRefundMailboxMutation();
  const params = { purchasedMailboxId: id };
  return {
    isBusy: isRetrying || isRefunding,
    retry: (local_part: string) => retry({ params, body: local_part === ordered ? {} : { local_part } }).unwrap(),
    refund: () => refund({ params, body: {} }).unwrap(),
  };
}
