import { attempt, readProblem } from '@skein/mfe/requests';
import { toasts } from '@skein/ui/toast-store';
import { useRemoveUntrackedRuleMutation, useUntrackedRulesQuery } from '../api';

/** Addresses that associations have taught, found by what is typed; each can be forgotten. */
export function useLearnedAddresses(search: string) {
  const asked = useUntrackedRulesQuery({ query: { limit: 50, ...(search === '' ? {} : { search }) } });
  const [remove] = useRemoveUntrackedRuleMutation();
  return {
    rows: asked.data?.rows,
    problem: readProblem(asked),
    forget: async (ruleId: number, email: string): Promise<void> => {
      if (await attempt(remove({ params: { ruleId } }).unwrap(), 'Not forgotten'))
        toasts.show({ title: `${email} is forgotten`, text: 'Its next email is untracked again.' });
    },
  };
}
