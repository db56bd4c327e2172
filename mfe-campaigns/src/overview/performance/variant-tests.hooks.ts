import { useState } from 'react';
import { readOf } from '@skein/mfe/requests';
import { showProblem } from '@skein/mfe/toasts';
import { useOverviewSetWinnerMutation, useOverviewVariantTestsQuery } from '../api';

/** How the variants of each step compare. */
export const useVariantTests = (campaignId: number) => readOf(useOverviewVariantTestsQuery({ params: { campaignId } }));

/** Names the winning variant of a step, or none. `choose` answers whether it was done; a refusal is shown. */
export function useChooseWinner(campaignId: number, stepId: number) {
  const [setWinner] = useOverviewSetWinnerMutation();
  const [isChoosing, setChoosing] = useState(false);
  return {
    isChoosing,
    choose: async (variant_id: number | null): Promise<boolean> => {
      setChoosing(true);
      try {
        await setWinner({ params: { campaignId, stepId }, body: { variant_id } }).unwrap();
        return true;
      } catch (problem) {
        showProblem('Nothing was changed', problem);
        return false;
      } finally {
        setChoosing(false);
      }
    },
  };
}
