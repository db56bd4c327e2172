import { authContract } from '@skein/contracts/main/auth.contract';
import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { startContract } from '@skein/contracts/main/start.contract';
import { api, endpointsFrom } from './api';

const identity = endpointsFrom(authContract);
const sandbox = endpointsFrom(sandboxContract);
const frame = endpointsFrom(startContract);

/** What every area and the frame may ask: the person, their first steps, campaign time. */
export const systemApi = api.injectEndpoints({
  endpoints: (build) => ({
    start: frame.query(build, 'start', {
      provides: ['profile', 'plan', 'get-started', 'counts', 'thread', 'mailbox', 'notification'],
    }),
    me: identity.query(build, 'me', { provides: ['profile', 'plan'] }),
    getStarted: identity.query(build, 'getStarted', { provides: ['get-started'] }),
    saveOnboarding: identity.mutation(build, 'onboarding', { invalidates: ['profile'] }),
    changePreferences: identity.mutation(build, 'changePreferences', { invalidates: ['profile'] }),
    time: sandbox.query(build, 'time', { provides: ['sandbox-time'] }),
    setTimeScale: sandbox.mutation(build, 'setScale', { invalidates: ['sandbox-time'] }),
  }),
});

export const {
  useStartQuery,
  useMeQuery,
  useLazyMeQuery,
  useGetStartedQuery,
  useSaveOnboardingMutation,
  useChangePreferencesMutation,
  useTimeQuery,
  useSetTimeScaleMutation,
} = systemApi;
