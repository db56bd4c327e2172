import { useState } from 'react';
import { showProblem } from '@skein/mfe/toasts';
import { counted } from '@skein/ui/counted';
import { toasts } from '@skein/ui/toast-store';
import { useFleetQuery, useFleetRestMutation } from './api';

/** How long a mailbox that is close to burning out rests. */
export const restDays = 7;

/** The fleet, and rest for some of it. */
export function useFleet() {
  const { data, error, isFetching, refetch } = useFleetQuery({});
  const [restMany] = useFleetRestMutation();
  const [resting, setResting] = useState<readonly number[]>([]);
  const rest = async (ids: readonly number[], days: number) => {
    setResting(ids);
    try {
      const { changed } = await restMany({ body: { mailbox_ids: [...ids], days } }).unwrap();
      const what = counted(changed.length, 'mailbox', 'mailboxes');
      toasts.show(
        days === 0
          ? { title: `Rest ended for ${what}` }
          : {
              title: `${what} ${changed.length === 1 ? 'rests' : 'rest'} for ${days} days`,
              text: 'Campaigns do not use a resting mailbox; reserved emails are taken back and warmup goes on.',
              undo: {
                run: async () => {
                  await restMany({ body: { mailbox_ids: changed, days: 0 } }).unwrap();
                },
              },
            },
      );
    } catch (error_) {
      showProblem('Nothing was changed', error_);
    } finally {
      setResting([]);
    }
  };
  return { fleet: data, problem: error?.message ?? null, isFetching, refetch, rest, resting };
}
