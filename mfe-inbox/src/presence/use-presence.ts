import { useEffect, useState } from 'react';
import type { CallOutput } from '@skein/contracts/endpoint';
import { presenceEvery, type presenceContract } from '@skein/contracts/main/presence.contract';
import { useInboxPresenceMutation } from '../api';

export type Colleague = CallOutput<(typeof presenceContract)['endpoints']['tellPresence']>['others'][number];

/** Tells that this person reads or writes here while the page is in sight, and who else does. */
export function usePresence(enrolmentId: number, doing: 'READING' | 'WRITING'): Colleague[] {
  const [tell] = useInboxPresenceMutation();
  const [others, setOthers] = useState<{ enrolmentId: number; list: Colleague[] }>({ enrolmentId, list: [] });
  useEffect(() => {
    let isOver = false;
    const say = () => {
      if (document.visibilityState !== 'visible') return;
      tell({ params: { enrolmentId }, body: { doing } })
        .unwrap()
        .then(
          (answer) => {
            if (!isOver) setOthers({ enrolmentId, list: answer.others });
          },
          // Who else is here is a help; without it the server still asks before a second answer leaves.
          () => undefined,
        );
    };
    say();
    const timer = setInterval(say, presenceEvery * 1000);
    document.addEventListener('visibilitychange', say);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', say);
    };
  }, [enrolmentId, doing, tell]);
  useEffect(
    () => () => {
      void tell({ params: { enrolmentId }, body: { doing: 'GONE' } });
    },
    [enrolmentId, tell],
  );
  return others.enrolmentId === enrolmentId ? others.list : [];
}
