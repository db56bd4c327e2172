import { trackingDomainsContract } from '@skein/contracts/main/tracking-domains.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const domains = endpointsFrom(trackingDomainsContract);

/** Host names for the links in emails. */
const trackingDomainsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTrackingDomains: domains.query(build, 'listTrackingDomains', { provides: ['mailbox'] }),
    checkTrackingDomain: domains.mutation(build, 'checkTrackingDomain', { invalidates: ['mailbox'] }),
    publishTrackingDomain: domains.mutation(build, 'publishTrackingDomain', { invalidates: ['mailbox'] }),
  }),
});

export const { useListTrackingDomainsQuery, useCheckTrackingDomainMutation, usePublishTrackingDomainMutation } =
  trackingDomainsApi;
