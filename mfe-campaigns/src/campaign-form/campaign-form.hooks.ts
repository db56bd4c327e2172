import { useListFoldersQuery } from '../campaigns-list/api';
import { useFormCampaignQuery } from './api';

/** The campaign that the form is about, with its folder; null before the draft is made. */
export function useCampaignOfForm(campaignId: number | null) {
  const { data, error, refetch } = useFormCampaignQuery({ params: { campaignId: campaignId ?? 0 } }, { skip: campaignId === null });
  const campaign = campaignId === null ? null : data ?? null;
  const { data: folders } = useListFoldersQuery(undefined, { skip: !campaign || campaign.folder_id === null });
  const folder = campaign ? folders?.folders.find((entry) => entry.id === campaign.folder_id) ?? null : null;
  return { campaign, folder, error: campaignId === null ? undefined : error, refetch: () => { void refetch(); } };
}
