import { useEffect, useRef, useState } from 'react';
import { useAppSelector } from '@skein/mfe/store';
import { inboxApi } from '../api';
import { neighboursOf } from './use-prefetch';

/** A conversation that is drawn: the one that is shown, or one that waits out of sight. */
export interface Drawn {
  id: number;
  /** Another one after each visit: what comes back is drawn anew, with nothing left of the visit before. */
  key: string;
}

/** Milliseconds: after a press the conversation is painted first, then its neighbours are drawn. */
const settled = 120;

/**
 * The conversation that is shown, and those that j and k lead to as soon as they are fetched: a press then only shows
 * what is drawn already.
 */
export function useDrawnAhead(ids: readonly number[], shown: number | null): readonly Drawn[] {
  const wanted = shown === null ? [] : neighboursOf(ids, shown);
  const fetched = useAppSelector((state) =>
    wanted
      .filter((enrolmentId) => {
        const arg = { params: { enrolmentId } };
        return (
          inboxApi.endpoints.inboxThread.select(arg)(state as never).isSuccess &&
          inboxApi.endpoints.inboxPanel.select(arg)(state as never).isSuccess
        );
      })
      .join(','),
  );
  const [kept, setKept] = useState<readonly Drawn[]>([]);
  const drawn =
    shown === null || kept.some(({ id }) => id === shown) ? kept : [...kept, { id: shown, key: String(shown) }];
  const latest = useRef(drawn);
  latest.current = drawn;
  const visited = useRef(new Set<string>());
  const made = useRef(0);
  useEffect(() => {
    const open = latest.current.find(({ id }) => id === shown);
    if (open) visited.current.add(open.key);
    const timer = setTimeout(() => {
      const ahead = fetched === '' ? [] : fetched.split(',').map(Number);
      const waiting = latest.current.filter(({ key }) => !visited.current.has(key));
      visited.current = new Set(open ? [open.key] : []);
      setKept([
        ...(open ? [open] : []),
        ...ahead
          .filter((id) => id !== shown)
          .map((id) => waiting.find((other) => other.id === id) ?? { id, key: `${id}-${(made.current += 1)}` }),
      ]);
    }, settled);
    return () => clearTimeout(timer);
  }, [shown, fetched]);
  return drawn;
}
