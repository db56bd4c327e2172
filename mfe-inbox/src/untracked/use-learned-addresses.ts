import { readProblem } from '@skein/mfe/requests';
import { useAppDispatch } from '@skein/mfe/store';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { useRemoveUntrackedRuleMutation, useUntrackedRulesQuery } from '../api';
import { undoOf } from '../recent/undo-kept';

/** Addresses that associations have taught, found by what is typed; each can be forgotten. */
export function useLearnedAddresses(search: string) {
  const asked = useUntrackedRulesQuery({ query: { limit: 50, ...(search === '' ? {} : { search }) } });
  const dispatch = useAppDispatch();
  const [remove] = useRemoveUntrackedRuleMutation();
  return {
    rows: asked.data?.rows,
    problem: readProblem(asked),
    forget: async (ruleId: number, email: string): Promise<void> => {
      try {
        const { change_key: key } = await remove({ params: { ruleId } }).unwrap();
        const title = `${email} is forgotten`;
        toasts.show({
          title,
          text: 'Its next email is untracked again.',
          ...(key === null ? {} : { undo: undoOf(dispatch, key, title) }),
        });
      } catch (failure) {
        showProblem('Not forgotten', failure);
      }
    },
  };
}
