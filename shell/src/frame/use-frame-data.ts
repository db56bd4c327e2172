import { useEffect } from 'react';
import { useCampaignTime } from '@skein/mfe/campaign-time';
import { listenLive } from '@skein/mfe/live';
import { progressReported } from '@skein/mfe/slices/get-started';
import { userChanged } from '@skein/mfe/slices/auth';
import { getStore, useAppDispatch, useAppSelector } from '@skein/mfe/store';
import { useGetStartedQuery, useMeQuery } from '@skein/mfe/system-api';
import { runtimeConfig, serviceUrl } from '../runtime-config';
import { renewToken } from '../session/connect-session';

/** Keeps the person, the plan and the first steps in the store as the server has them, and listens for changes. */
export function useFrameData(): { counts: Record<string, string | undefined>; isSandbox: boolean } {
  const dispatch = useAppDispatch();
  const progress = useAppSelector((state) => state.getstarted);
  const me = useMeQuery();
  const started = useGetStartedQuery();
  const time = useCampaignTime();

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
        dispatch,
      }),
    [dispatch],
  );
  return {
    counts: { 'get-started': `${progress.total_steps_completed} of 4` },
    isSandbox: time.known ? time.isSandbox : runtimeConfig().sandbox,
  };
}
