import { useListFoldersQuery } from '../campaigns-list/api';
import { useFormCampaignQuery } from './api';

/** The campaign that the form is about, with its folder, and the parent of a subsequence; null before the draft is made. */
export function useCampaignOfForm(campaignId: number | null, parentId: number | null) {
  const parent = useFormCampaignQuery({ params: { campaignId: parentId ?? 0 } }, { skip: parentId === null });
  const { data, error, refetch } = useFormCampaignQuery(
    { params: { campaignId: campaignId ?? 0 } },
    { skip: campaignId === null },
  );
  const campaign = campaignId === null ? null : (data ?? null);
  const { data: folders } = useListFoldersQuery(undefined, { skip: !campaign || campaign.folder_id === null });
  const folder = campaign ? (folders?.folders.find((entry) => entry.id === campaign.folder_id) ?? null) : null;
  const problem = parent.error ?? (campaignId === null ? undefined : error);
  return {
    campaign,
    parent: parentId === null ? null : (parent.data ?? null),
    folder,
    error: problem,
    refetch: () => {
      if (parentId !== null) void parent.refetch();
      if (campaignId !== null) void refetch();
    },
  };
}
