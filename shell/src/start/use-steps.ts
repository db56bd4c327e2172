import { useAccess } from '@skein/mfe/access';
import { readProblem } from '@skein/mfe/requests';
import { useGetStartedQuery } from '@skein/mfe/system-api';
import { stepsApi } from './steps-api';

/** How far the first steps are. */
export function useSteps() {
  const asked = useGetStartedQuery();
  return { progress: asked.data, problem: readProblem(asked) };
}

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
