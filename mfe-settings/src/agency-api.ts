import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { clientsContract } from '@skein/contracts/main/clients.contract';
import { noticesContract } from '@skein/contracts/main/notices.contract';
import { signedUploadsContract } from '@skein/contracts/main/signed-uploads.contract';
import { whitelabelContract } from '@skein/contracts/main/whitelabel.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const whitelabel = endpointsFrom(whitelabelContract);
const clients = endpointsFrom(clientsContract);
const notices = endpointsFrom(noticesContract);
const uploads = endpointsFrom(signedUploadsContract);
const campaigns = endpointsFrom(campaignsContract);
const categories = endpointsFrom(categoriesContract);

/** What the pages of an agency, its clients and a person's warnings ask and change. */
export const agencyApi = api.injectEndpoints({
  endpoints: (build) => ({
    readWhitelabel: whitelabel.query(build, 'read', { provides: ['settings'] }),
    changeWhitelabel: whitelabel.mutation(build, 'change', { invalidates: ['settings'] }),
    dropBrandImage: whitelabel.mutation(build, 'dropImage', { invalidates: ['settings'] }),
    verifyWhitelabel: whitelabel.mutation(build, 'verify', { invalidates: ['settings'] }),
    publishSandboxRecords: whitelabel.mutation(build, 'publishInSandbox'),
    listClients: clients.query(build, 'listClients', { provides: ['client'] }),
    readClient: clients.query(build, 'readClient', { provides: ['client'] }),
    createClient: clients.mutation(build, 'createClient', { invalidates: ['client', 'campaign'] }),
    changeClient: clients.mutation(build, 'changeClient', { invalidates: ['client'] }),
    setClientStatus: clients.mutation(build, 'setStatus', { invalidates: ['client'] }),
    setClientCampaigns: clients.mutation(build, 'setCampaigns', { invalidates: ['client', 'campaign'] }),
    mailClientPassword: clients.mutation(build, 'mailPasswordLink'),
    findClientCampaigns: campaigns.query(build, 'listCampaigns', { provides: ['campaign'] }),
    listHideableCategories: categories.query(build, 'listCategories', { provides: ['category'] }),
    readNoticeChoices: notices.query(build, 'readChoices', { provides: ['settings'] }),
    saveNoticeChoices: notices.mutation(build, 'saveChoices', { invalidates: ['settings', 'notification'] }),
    signProfilePicture: uploads.query(build, 'profilePicture'),
    keepProfilePicture: uploads.mutation(build, 'useProfilePicture', { invalidates: ['profile'] }),
    dropProfilePicture: uploads.mutation(build, 'dropProfilePicture', { invalidates: ['profile'] }),
  }),
});
