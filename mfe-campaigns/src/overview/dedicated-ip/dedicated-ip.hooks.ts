import { useAccess } from '@skein/mfe/access';
import { problemOf } from '@skein/mfe/problem';
import { useDedicatedIpCampaignQuery, useDedicatedIpMapMutation, useDedicatedIpUnmapMutation } from './api';

/** The servers that a campaign sends through, and how that changes. */
export function useDedicatedIp(campaignId: number) {
  const asked = useDedicatedIpCampaignQuery({ params: { campaignId } }, { pollingInterval: 15_000 });
  const [map, mapping] = useDedicatedIpMapMutation();
  const [unmap] = useDedicatedIpUnmapMutation();
  const access = useAccess();
  const group = asked.data?.group ?? null;
  return {
    data: asked.data ?? null,
    problem: asked.error ? { message: problemOf(asked.error).message, onRetry: () => void asked.refetch() } : null,
    mayWrite: access.may('server.write'),
    mayOrder: access.may('server.order') && access.refusal({ feature: 'smart-server-owner' }) === null,
    isMapping: mapping.isLoading,
    map: (serverGroupId: number) => map({ params: { serverGroupId }, body: { campaign_ids: [campaignId] } }).unwrap(),
    unmap: async () => {
      if (group) await unmap({ params: { serverGroupId: group.id, campaignId } }).unwrap();
    },
  };
}
