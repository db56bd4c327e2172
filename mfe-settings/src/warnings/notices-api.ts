import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { noticesContract } from '@skein/contracts/main/notices.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const notices = endpointsFrom(noticesContract);

/** What the page of notifications asks and changes. */
export const noticesApi = api.injectEndpoints({
  endpoints: (build) => ({
    noticeSettings: notices.query(build, 'readSettings', { provides: ['settings'] }),
    saveNoticeSettings: notices.mutation(build, 'saveSettings', { invalidates: ['settings', 'notification'] }),
    connectNoticeSlack: notices.mutation(build, 'connectSlack', { invalidates: ['settings'] }),
    disconnectNoticeSlack: notices.mutation(build, 'disconnectSlack', { invalidates: ['settings'] }),
    setNoticeWebhook: notices.mutation(build, 'setWebhook', { invalidates: ['settings'] }),
    removeNoticeWebhook: notices.mutation(build, 'removeWebhook', { invalidates: ['settings'] }),
    subscribePush: notices.mutation(build, 'subscribePush', { invalidates: ['settings'] }),
    unsubscribePush: notices.mutation(build, 'unsubscribePush', { invalidates: ['settings'] }),
    testNotice: notices.mutation(build, 'sendTest'),
    noticeCategories: endpointsFrom(categoriesContract).query(build, 'listCategories', { provides: ['category'] }),
    noticeClients: endpointsFrom(clientsContract).query(build, 'listClients', { provides: ['client'] }),
  }),
});
