import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { api, endpointsFrom } from '@skein/mfe/api';

const campaigns = endpointsFrom(campaignsContract);
const mailboxes = endpointsFrom(mailboxesContract);

/** What the first steps ask for. */
export const stepsApi = api.injectEndpoints({
  endpoints: (build) => ({
    draftToLaunch: campaigns.query(build, 'listCampaigns', { provides: ['campaign'] }),
    mailboxToWarm: mailboxes.query(build, 'list', { provides: ['mailbox', 'warmup'] }),
  }),
});
