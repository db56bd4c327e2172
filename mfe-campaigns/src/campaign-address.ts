import type { CampaignView } from '@skein/contracts/main/campaign-views';

/** What decides where a campaign's pages stand: a subsequence stands under its parent (docs/permissions.md). */
export type CampaignPlace = Pick<CampaignView, 'id' | 'parent_campaign_id'>;

/** The overview of a campaign or subsequence; `query` with its question mark left out. */
export function overviewAddress({ id, parent_campaign_id: parent }: CampaignPlace, tab: string, query = ''): string {
  return `${parent === null ? `/app/email-campaign/${id}` : `/app/campaign/${parent}/subsequence/${id}`}/overview/${tab}${query ? `?${query}` : ''}`;
}

/** The form of a campaign or subsequence, open at a tab; `more` adds what a jump wants to show. */
export function editAddress(
  { id, parent_campaign_id: parent }: CampaignPlace,
  tab: string,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ id: String(id), tab, ...more }).toString();
  return `${parent === null ? '/app/email-campaign/new-campaign' : `/app/campaign/${parent}/new-subsequence`}?${query}`;
}

/** The same without `/app`: what the router of this area navigates to. */
export const inArea = (address: string): string => address.replace(/^\/app/, '');
