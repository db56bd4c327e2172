import { useEffect, useRef, useState } from 'react';
import type { CallOutput } from '@skein/contracts/endpoint';
import { presenceEvery, type presenceContract } from '@skein/contracts/main/presence.contract';
import { useInboxPresenceMutation } from '../api';

export type Colleague = CallOutput<(typeof presenceContract)['endpoints']['tellPresence']>['others'][number];

/** Milliseconds. */
const settled = 300;

/** Tells that this person reads or writes here while the page is in sight, and who else does. */
export function usePresence(enrolmentId: number, doing: 'READING' | 'WRITING'): Colleague[] {
  const [tell] = useInboxPresenceMutation();
  const told = useRef(false);
  const [others, setOthers] = useState<{ enrolmentId: number; list: Colleague[] }>({ enrolmentId, list: [] });
  useEffect(() => {
    let isOver = false;
    const say = () => {
      if (document.visibilityState !== 'visible') return;
      told.current = true;
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
    // Who runs through the list with j reads none of it; a person who writes is known at once.
    const first = setTimeout(say, doing === 'WRITING' ? 0 : settled);
    const timer = setInterval(say, presenceEvery * 1000);
    document.addEventListener('visibilitychange', say);
    return () => {
      isOver = true;
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', say);
    };
  }, [enrolmentId, doing, tell]);
  useEffect(
    () => () => {
      if (told.current) void tell({ params: { enrolmentId }, body: { doing: 'GONE' } });
      told.current = false;
    },
    [enrolmentId, tell],
  );
  return others.enrolmentId === enrolmentId ? others.list : [];
}
