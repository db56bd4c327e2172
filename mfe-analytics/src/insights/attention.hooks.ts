import type { AttentionItem, AttentionKind } from '@skein/contracts/analytics/insights.contract';
import { showProblem } from '@skein/mfe/toasts';
import { dayOfInstant } from '@skein/ui/instant';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import {
  useAnalyticsInsightAttentionQuery,
  useAnalyticsSnoozeAttentionMutation,
  useAnalyticsWakeAttentionMutation,
} from '../api';
import type { Insights } from './insights.hooks';

/** What needs attention, of some kinds or all, and how it is snoozed. */
export function useAttention(insights: Insights, kinds?: readonly AttentionKind[]) {
  const { data, currentData, error, isFetching, refetch } = useAnalyticsInsightAttentionQuery({
    query: { ...insights.range, ...insights.filter },
  });
  const [putSnooze] = useAnalyticsSnoozeAttentionMutation();
  const [deleteSnooze] = useAnalyticsWakeAttentionMutation();
  const { timeZone } = useUi();
  const ofKinds = (items: readonly AttentionItem[] = []) => items.filter(({ kind }) => !kinds || kinds.includes(kind));
  const wake = async ({ key }: AttentionItem) => {
    try {
      await deleteSnooze({ query: { key } }).unwrap();
    } catch (problem) {
      showProblem('The item is still snoozed', problem);
    }
  };
  const snooze = async (item: AttentionItem, days: number) => {
    const body = { key: item.key, count: item.count, for_days: days, time_zone: timeZone };
    try {
      const { snoozed_until: until } = await putSnooze({ body }).unwrap();
      toasts.show({
        title: `${item.subject} is snoozed until ${dayOfInstant(until, timeZone, 'weekday')}`,
        text: 'It comes back earlier if more needs attention.',
        undo: { run: () => wake(item) },
      });
    } catch (problem) {
      showProblem('The item was not snoozed', problem);
    }
  };
  return {
    items: ofKinds(data?.items),
    snoozed: ofKinds(data?.snoozed),
    isLoading: isFetching && !currentData,
    isRead: data !== undefined,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
    timeZone,
    snooze: (item: AttentionItem, days: number) => void snooze(item, days),
    wake: (item: AttentionItem) => void wake(item),
  };
}

export type Attention = ReturnType<typeof useAttention>;
