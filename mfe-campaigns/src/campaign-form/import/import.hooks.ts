import type { TabProps } from '../form-page';
import { useFormUploadsQuery } from '../api';

/** What was imported into the campaign, newest first. */
export function useUploadsOf(campaign: TabProps['campaign']) {
  const {
    data: uploads,
    error,
    isLoading,
    refetch,
  } = useFormUploadsQuery({ query: { campaign_id: campaign.id, limit: 20 } });
  return { uploads, error, isLoading, refetch };
}
