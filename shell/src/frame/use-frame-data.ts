import { useEffect, useState } from 'react';
import { useCampaignTime } from '@skein/mfe/campaign-time';
import { listenLive } from '@skein/mfe/live';
import { expireSession } from '@skein/mfe/session';
import { createSignal, useSignal } from '@skein/mfe/signal';
import { progressReported } from '@skein/mfe/slices/get-started';
import { userChanged } from '@skein/mfe/slices/auth';
import { getStore, useAppDispatch, useAppSelector } from '@skein/mfe/store';
import { useGetStartedQuery, useMeQuery } from '@skein/mfe/system-api';
import { runtimeConfig, serviceUrl } from '../runtime-config';
import { renewToken } from '../session/connect-session';
import type { EntryCount } from './nav-entries';

const counts = createSignal<Record<string, EntryCount>>({});

/** True one second after the frame was drawn: what nobody waits for must not stand in the way of the page. */
function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), 1000);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}

/** Keeps the person, the plan and the first steps in the store as the server has them, and listens for changes. */
export function useFrameData(): { counts: Record<string, EntryCount>; isSandbox: boolean } {
  const dispatch = useAppDispatch();
  const progress = useAppSelector((state) => state.getstarted);
  const settled = useSettled();
  const me = useMeQuery(undefined, { skip: !settled });
  const started = useGetStartedQuery(undefined, { skip: !settled });
  const time = useCampaignTime();
  const numbers = useSignal(counts);

  const isKnown = started.data !== undefined || progress.total_steps_completed > 0;

  useEffect(() => {
    if (me.data) dispatch(userChanged(me.data));
  }, [me.data, dispatch]);
  useEffect(() => {
    if (started.data) dispatch(progressReported(started.data));
  }, [started.data, dispatch]);
  useEffect(
    () =>
      listenLive({
        url: `${serviceUrl('main')}/api/live`,
        token: () => getStore().getState().auth.token,
        renewToken,
        onSessionExpired: () => expireSession(''),
        dispatch,
      }),
    [dispatch],
  );
  useEffect(() => {
    if (!settled) return undefined;
    let stop: (() => void) | undefined;
    let gone = false;
    void import('./navigation-counts').then(({ followCounts }) => {
      if (!gone) stop = followCounts(getStore(), counts);
    });
    return () => {
      gone = true;
      stop?.();
    };
  }, [settled]);
  return {
    counts: { ...numbers, ...(isKnown ? { 'get-started': { text: `${progress.total_steps_completed} of 4` } } : {}) },
    isSandbox: time.known ? time.isSandbox : runtimeConfig().sandbox,
  };
}
