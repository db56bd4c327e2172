import { useAppSelector } from '@skein/mfe/store';

/** The name of a campaign that a list on this device has shown: its title is there before the campaign itself is. */
export function useKnownName(campaignId: number | null): string | undefined {
  return useAppSelector((state) => {
    for (const query of Object.values(state.api?.queries ?? {})) {
      if (query?.endpointName !== 'listCampaigns') continue;
      const rows = (query.data as { rows?: { id: number; name: string }[] } | undefined)?.rows;
      const name = rows?.find((row) => row.id === campaignId)?.name;
      if (name !== undefined) return name;
    }
    return undefined;
  });
}
