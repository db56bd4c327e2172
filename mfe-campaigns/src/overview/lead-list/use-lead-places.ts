import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useAccess } from '@skein/mfe/access';
import { useSubsequences } from '../../subsequence/subsequence.hooks';
import { useCampaignMailboxes, useCategoryNames } from '../overview.hooks';

/** Where leads of a campaign can be put: categories, mailboxes that send for it, and subsequences that take leads. */
export function useLeadPlaces(campaign: CampaignView) {
  const isSubsequence = campaign.parent_campaign_id !== null;
  const mayWrite = useAccess().may('lead.write');
  const { categories, nameOf: categoryName } = useCategoryNames();
  const { data: mailboxes } = useCampaignMailboxes(campaign.id);
  const { data: subsequences } = useSubsequences(campaign.id, !isSubsequence && mayWrite);
  return {
    categories,
    categoryName,
    mailboxes: mailboxes?.mailboxes ?? [],
    targets: (subsequences?.rows ?? []).filter((row) => row.status !== 'STOPPED' && row.status !== 'ARCHIVED'),
  };
}
