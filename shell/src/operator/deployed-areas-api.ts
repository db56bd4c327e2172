import { remotesContract } from '@skein/contracts/main/remotes.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const remotes = endpointsFrom(remotesContract);

const deployedAreasApi = api.injectEndpoints({
  endpoints: (build) => ({
    deployedRemotes: remotes.query(build, 'listRemotes', { provides: ['settings'] }),
    rollBackRemote: remotes.mutation(build, 'rollBackRemote', { invalidates: ['settings'] }),
    setCanary: remotes.mutation(build, 'setCanary', { invalidates: ['settings'] }),
    pinRemote: remotes.mutation(build, 'pinRemote', { invalidates: ['settings'] }),
    setRemoteOff: remotes.mutation(build, 'setRemoteOff', { invalidates: ['settings'] }),
  }),
});

export const {
  useDeployedRemotesQuery,
  useRollBackRemoteMutation,
  useSetCanaryMutation,
  usePinRemoteMutation,
  useSetRemoteOffMutation,
} = deployedAreasApi;
