import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { useAccess } from '@skein/mfe/access';
import { api, endpointsFrom } from '@skein/mfe/api';

const campaigns = endpointsFrom(campaignsContract);
const mailboxes = endpointsFrom(mailboxesContract);

const stepsApi = api.injectEndpoints({
  endpoints: (build) => ({
    draftToLaunch: campaigns.query(build, 'listCampaigns', { provides: ['campaign'] }),
    mailboxToWarm: mailboxes.query(build, 'list', { provides: ['mailbox', 'warmup'] }),
  }),
});

/** Where each first step is done: the form itself, the warmup of a mailbox without it, the review of the newest draft. */
export function useStepAddresses() {
  const access = useAccess();
  const drafts = stepsApi.useDraftToLaunchQuery(
    { query: { status: ['DRAFTED'], limit: 1 } },
    { skip: !access.may('campaign.read') },
  );
  const cold = stepsApi.useMailboxToWarmQuery(
    { query: { warmup: 'off', limit: 1 } },
    { skip: !access.may('mailbox.read') },
  );
  const draft = drafts.data?.rows[0];
  const mailbox = cold.data?.rows[0];
  return {
    added_first_email_account: '/app/email-accounts/creation-page/gmail?back=%2Fapp%2Fget-started',
    enabled_warmup_optimisation: mailbox ? `/app/email-account/${mailbox.id}/warmup` : '/app/email-accounts',
    created_first_campaign: '/app/email-campaign/new-campaign',
    launched_first_campaign: draft
      ? `/app/email-campaign/new-campaign?id=${draft.id}&tab=final-review`
      : '/app/email-campaign/new-campaign',
  };
}
