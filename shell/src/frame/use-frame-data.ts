import { useEffect, useMemo } from 'react';
import { timeComesWithStart, useCampaignTime } from '@skein/mfe/campaign-time';
import { listenLive } from '@skein/mfe/live';
import { expireSession } from '@skein/mfe/session';
import { progressReported } from '@skein/mfe/slices/get-started';
import { userChanged } from '@skein/mfe/slices/auth';
import { getStore, useAppDispatch, useAppSelector } from '@skein/mfe/store';
import { systemApi, useStartQuery } from '@skein/mfe/system-api';
import { runtimeConfig, serviceUrl } from '../runtime-config';
import { renewToken } from '../session/connect-session';
import type { EntryCount } from './nav-entries';
import { navigationCounts } from './navigation-counts';

// Before any area asks for the time: the frame's first answer brings it.
timeComesWithStart.set(true);

/** Keeps the person, the plan and the first steps in the store as the server has them, and listens for changes. */
export function useFrameData(): { counts: Record<string, EntryCount>; isSandbox: boolean } {
  const dispatch = useAppDispatch();
  const progress = useAppSelector((state) => state.getstarted);
  const { data: start, isError } = useStartQuery();
  const time = useCampaignTime();

  const isKnown = start !== undefined || progress.total_steps_completed > 0;

  useEffect(() => {
    if (start) {
      dispatch(userChanged(start));
      dispatch(progressReported(start.get_started));
      const isTold = systemApi.endpoints.time.select()(getStore().getState()).data !== undefined;
      if (!isTold)
        void dispatch(systemApi.util.upsertQueryEntries([{ endpointName: 'time', arg: undefined, value: start.time }]));
    }
    if (start ?? isError) timeComesWithStart.set(false);
  }, [start, isError, dispatch]);
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
  const numbers = useMemo(() => (start ? navigationCounts(start) : {}), [start]);
  return {
    counts: { ...numbers, ...(isKnown ? { 'get-started': { text: `${progress.total_steps_completed} of 4` } } : {}) },
    isSandbox: time.known ? time.isSandbox : runtimeConfig().sandbox,
  };
}
