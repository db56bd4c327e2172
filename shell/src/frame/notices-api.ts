import { noticesContract } from '@skein/contracts/main/notices.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const notices = endpointsFrom(noticesContract);

/** What the menu of notifications asks and changes. */
export const noticesApi = api.injectEndpoints({
  endpoints: (build) => ({
    frameNotices: notices.query(build, 'listNotices', { provides: ['notification'] }),
    frameMarkRead: notices.mutation(build, 'markRead', { invalidates: ['notification'] }),
  }),
});
