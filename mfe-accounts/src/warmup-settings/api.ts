import { warmupPolicyContract } from '@skein/contracts/warmup/warmup-policy.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const policy = endpointsFrom(warmupPolicyContract);

/** What the page of warmup settings asks and changes. */
const warmupSettingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getWarmupPolicy: policy.query(build, 'getPolicy', { provides: ['warmup'] }),
    updateWarmupPolicy: policy.mutation(build, 'updatePolicy', { invalidates: ['warmup', 'campaign'] }),
  }),
});

export const { useGetWarmupPolicyQuery, useUpdateWarmupPolicyMutation } = warmupSettingsApi;
