import { monitorSizes } from '@skein/contracts/ed-subscription/ed-subscription.contract';
import { edSubscriptionChoiceChanged } from '@skein/mfe/slices/ed-subscription';
import { useAppDispatch, useAppSelector } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import {
  useEdSubscriptionQuery,
  useEndEdSubscriptionMutation,
  useKeepEdSubscriptionMutation,
  useRequestEdSubscriptionMutation,
  useWithdrawEdRequestMutation,
} from '../billing-api';

/** The deliverability subscription, what can be done with it, and the size that was looked at last. */
export function useDeliverability() {
  const { data, error, refetch } = useEdSubscriptionQuery();
  const [ask, asking] = useRequestEdSubscriptionMutation();
  const [withdraw, withdrawing] = useWithdrawEdRequestMutation();
  const [end, ending] = useEndEdSubscriptionMutation();
  const [keep, keeping] = useKeepEdSubscriptionMutation();
  const dispatch = useAppDispatch();
  const kept = Number(useAppSelector((state) => state.edsubscription.lastSeenPlan));
  const size = monitorSizes.find((each) => each === kept) ?? monitorSizes[0];
  const told = (title: string) => (problem: unknown) => showProblem(title, problem);
  return {
    subscription: data ?? null,
    problem: error && !data ? (error.message ?? 'The server did not answer.') : null,
    retry: () => void refetch(),
    isBusy: asking.isLoading || withdrawing.isLoading || ending.isLoading || keeping.isLoading,
    size,
    choose: (monitors: number) => void dispatch(edSubscriptionChoiceChanged({ lastSeenPlan: String(monitors) })),
    request: () =>
      void ask({ body: { monitors: size } })
        .unwrap()
        .catch(told('The request was not sent')),
    withdraw: () => void withdraw().unwrap().catch(told('The request was not withdrawn')),
    setEnding: (isEnding: boolean) =>
      void (isEnding ? end({ body: {} }) : keep({ body: {} })).unwrap().catch(told('The subscription was not changed')),
  };
}
