import type { Edit } from './edit.types';
import { useFormEditEffectQuery } from './api';

/** What an edit would do, counted anew each time it is asked. */
export function useEditEffect(campaignId: number, edit: Edit) {
  const {
    currentData: effect,
    error,
    isFetching,
    refetch,
  } = useFormEditEffectQuery({ params: { campaignId }, body: edit }, { refetchOnMountOrArgChange: true });
  return { effect, error, isFetching, refetch };
}
