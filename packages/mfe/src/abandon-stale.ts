import { useEffect, useRef } from 'react';
import { api } from './api';
import { useAppDispatch } from './store';

/**
 * Ends the request of a list whose search or filter has changed before its answer came: the server's answer to what
 * nobody looks at any more would stand in the way of the one that is wanted. Used behind the query's own hook, with its
 * endpoint and arguments; a request that another reader waits for goes on.
 */
export function useAbandonStale(endpoint: string, args: unknown): void {
  const dispatch = useAppDispatch();
  const wanted = useRef(args);
  const key = JSON.stringify(args);
  useEffect(() => {
    const left = wanted.current;
    wanted.current = JSON.parse(key) as unknown;
    if (JSON.stringify(left) === key) return;
    const running = dispatch(api.util.getRunningQueryThunk(endpoint as never, left as never)) as
      | { queryCacheKey: string; abort: () => void; then: (done: () => void) => void }
      | undefined;
    if (!running) return;
    const { queryCacheKey } = running;
    const isRead = () =>
      (
        dispatch(api.internalActions.internal_getRTKQSubscriptions()) as unknown as {
          getSubscriptionCount: (of: string) => number;
        }
      ).getSubscriptionCount(queryCacheKey) > 0;
    if (isRead()) return;
    running.abort();
    // What is left of it would be shown as a failure to whoever types the same again.
    running.then(() => {
      if (!isRead()) dispatch(api.internalActions.removeQueryResult({ queryCacheKey: queryCacheKey as never }));
    });
  }, [endpoint, key, dispatch]);
}
