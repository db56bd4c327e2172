import { searchContract } from '@skein/contracts/main/search.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const records = endpointsFrom(searchContract);

/** What the palette asks for. */
export const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchRecords: records.query(build, 'searchRecords', {
      provides: ['campaign', 'lead', 'mailbox', 'thread'],
      keepFor: 30,
    }),
  }),
});
