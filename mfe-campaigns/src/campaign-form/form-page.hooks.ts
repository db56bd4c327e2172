import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useAppDispatch } from '@skein/mfe/store';
import { useCallback } from 'react';
import type { CampaignSettingsInput } from '@skein/contracts/main/campaign-setting-list';
import { campaignFormApi, useFormCategoriesQuery, useFormUpdateCampaignMutation } from './api';

/** Categories of replies. */
export const useReplyCategories = () => useFormCategoriesQuery().data?.categories ?? [];

/** Puts a campaign that a change answered where the page reads it. */
export function useKeepCampaign(): (campaign: CampaignView) => void {
  const dispatch = useAppDispatch();
  return useCallback(
    (campaign: CampaignView) => {
      void dispatch(
        campaignFormApi.util.upsertQueryData('formCampaign', { params: { campaignId: campaign.id } }, campaign),
      );
    },
    [dispatch],
  );
}

/** Saves some settings and puts the answer where the page reads it. */
export function useSaveSettings(): (campaignId: number, patch: CampaignSettingsInput) => Promise<CampaignView> {
  const keep = useKeepCampaign();
  const [update] = useFormUpdateCampaignMutation();
  return useCallback(
    async (campaignId: number, patch: CampaignSettingsInput) => {
      const answer = await update({ params: { campaignId }, body: patch }).unwrap();
      keep(answer);
      return answer;
    },
    [keep, update],
  );
}
