import { useCallback } from 'react';
import type { CampaignAction } from '@skein/contracts/main/campaign-views';
import { showProblem } from '@skein/mfe/toasts';
import { inParts } from '@skein/mfe/lists/selection-ids';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { useMoveCampaignsMutation, useSetCampaignStatusesMutation } from './api';
import { doneWord, inverseOf } from './campaign-actions';
import { bulkSize } from './use-selection-ids';

/** What was not done, campaign by campaign. */
export interface Refused {
  id: number;
  message: string;
}

type OnRefused = (title: string, refused: Refused[]) => void;

/** Changes of one or many campaigns that can be undone for ten seconds. */
export function useCampaignActions(onRefused: OnRefused) {
  return { changeStatus: useStatusChange(onRefused), moveTo: useMove() };
}

function useStatusChange(onRefused: OnRefused) {
  const [setStatuses] = useSetCampaignStatusesMutation();
  return useCallback(
    async (ids: number[], action: CampaignAction, name?: string): Promise<void> => {
      /** Part by part; what was done before a failure stays done. */
      const ask = async (of: number[], wanted: CampaignAction) => {
        const done: number[] = [];
        const refused: Refused[] = [];
        let failure: unknown = null;
        try {
          for (const part of inParts(of, bulkSize)) {
            const { results } = await setStatuses({ body: { campaign_ids: part, action: wanted } }).unwrap();
            for (const result of results) {
              if (result.ok) done.push(result.campaign_id);
              else refused.push({ id: result.campaign_id, message: result.message ?? 'was left as it is' });
            }
          }
        } catch (error) {
          failure = error;
        }
        return { done, refused, failure };
      };
      const tell = (
        of: number[],
        wanted: CampaignAction,
        { done, refused, failure }: Awaited<ReturnType<typeof ask>>,
      ) => {
        if (refused.length === 1 && of.length === 1)
          toasts.show({
            tone: 'danger',
            title: `${name ?? 'The campaign'} was not ${doneWord[wanted]}`,
            text: refused[0]?.message,
          });
        else if (refused.length > 0)
          onRefused(`${counted(refused.length, 'campaign')} not ${doneWord[wanted]}`, refused);
        if (failure !== null)
          showProblem(
            done.length > 0
              ? `${counted(of.length - done.length - refused.length, 'campaign')} not ${doneWord[wanted]}`
              : 'Nothing was changed',
            failure,
          );
      };
      const answer = await ask(ids, action);
      const { done, refused } = answer;
      const back = inverseOf[action];
      if (done.length > 0) {
        toasts.show({
          title:
            name && done.length === 1
              ? `${name} ${doneWord[action]}`
              : `${counted(done.length, 'campaign')} ${doneWord[action]}`,
          ...(refused.length > 0
            ? { text: `${counted(refused.length, 'campaign')} left as before.`, tone: 'warning' as const }
            : {}),
          ...(back ? { undo: { run: async () => tell(done, back, await ask(done, back)) } } : {}),
        });
      }
      tell(ids, action, answer);
    },
    [setStatuses, onRefused],
  );
}

/** `before` holds where each of them was, for the undo; campaigns of other pages are left out of it. */
function useMove() {
  const [move] = useMoveCampaignsMutation();
  return useCallback(
    async (
      ids: number[],
      folder: { id: number; name: string } | null,
      before: ReadonlyMap<number, number | null>,
    ): Promise<void> => {
      for (const part of inParts(ids, bulkSize))
        await move({ body: { campaign_ids: part, folder_id: folder?.id ?? null } }).unwrap();
      const known = ids.every((id) => before.has(id));
      toasts.show({
        title: `${counted(ids.length, 'campaign')} moved ${folder ? `to ${folder.name}` : 'out of folders'}`,
        ...(known
          ? {
              undo: {
                run: async () => {
                  for (const origin of new Set(before.values())) {
                    const back = ids.filter((id) => before.get(id) === origin);
                    for (const part of inParts(back, bulkSize))
                      await move({ body: { campaign_ids: part, folder_id: origin } }).unwrap();
                  }
                },
              },
            }
          : {}),
      });
    },
    [move],
  );
}
