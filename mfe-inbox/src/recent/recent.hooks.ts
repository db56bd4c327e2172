import { useState } from 'react';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { inboxRecentContract, RecentChange } from '@skein/contracts/main/inbox-recent.contract';
import { attempt, readOf } from '@skein/mfe/requests';
import { useAppDispatch, type AppDispatch } from '@skein/mfe/store';
import { counted } from '@skein/ui/counted';
import { toasts } from '@skein/ui/toast-store';
import { recentApi, useRecentChangesQuery } from './recent-api';

type Undone = CallOutput<(typeof inboxRecentContract)['endpoints']['undoRecentChange']>;

/** What an undo did, where that is more or less than it was asked for; null when everything is as it was. */
export function outcomeOf({ restored, kept, reasons, leads_resumed: resumed, is_under_way }: Undone): string | null {
  if (is_under_way) return 'This runs in the background.';
  const because = reasons.map(({ reason, count }) => (count > 1 ? `${reason}: ${count}` : reason));
  const parts = [
    resumed > 0 ? `${counted(resumed, 'lead')} ${resumed === 1 ? 'continues' : 'continue'}.` : '',
    kept > 0 && restored > 0 ? `${kept} kept.` : '',
    because.length > 0 ? `${because.join('. ')}.` : '',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : null;
}

/**
 * Undoes what the server keeps of a change. Rejects with its problem, or with why everything was kept.
 * @returns whether it has said what it did: where that is more or less than it was asked for
 */
export async function undoChange(dispatch: AppDispatch, changeKey: string, title: string): Promise<boolean> {
  const undone = await dispatch(recentApi.endpoints.undoRecentChange.initiate({ params: { changeKey } })).unwrap();
  toasts.forgetUndo(changeKey);
  const text = outcomeOf(undone);
  if (undone.restored === 0 && !undone.is_under_way) throw new Error(text ?? `${title}: changed since.`);
  if (text === null) return false;
  toasts.show({
    key: 'undone',
    tone: 'info',
    title: `${undone.is_under_way ? 'Undoing' : 'Undone'}: ${title}`,
    text,
  });
  return true;
}

/** What was done within a day, and undoing one of it. */
export function useRecentChanges() {
  const read = readOf(useRecentChangesQuery({}, { refetchOnMountOrArgChange: true }));
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState<string | null>(null);
  return {
    changes: read.data?.changes,
    problem: read.problem,
    /** The key of what is being undone. */
    busy,
    undo: async ({ key }: Pick<RecentChange, 'key'>, title: string) => {
      setBusy(key);
      await attempt(undoChange(dispatch, key, title), 'Not undone');
      setBusy(null);
    },
  };
}
