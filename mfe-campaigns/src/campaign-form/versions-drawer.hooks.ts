import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useFormVersionsQuery, useFormRestoreVersionMutation } from './api';

/** What was saved of the campaign before, and how it is restored. */
export function useVersions(campaign: CampaignView) {
  const { data, error, refetch } = useFormVersionsQuery(
    { params: { campaignId: campaign.id } },
    { refetchOnMountOrArgChange: true },
  );
  const [restore] = useFormRestoreVersionMutation();
  return { data, error, refetch, restore };
}
