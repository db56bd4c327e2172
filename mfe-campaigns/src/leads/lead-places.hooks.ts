import { useLazyAllCampaignsForLeadsQuery, useLazyLeadListsQuery } from './api';

const searched = (text: string) => ({ query: { limit: 15, ...(text ? { search: text } : {}) } });

/** Campaigns and lists that leads can go to, found by what is typed. */
export function useLeadPlaces() {
  const [campaigns] = useLazyAllCampaignsForLeadsQuery();
  const [lists] = useLazyLeadListsQuery();
  return {
    findCampaigns: async (text: string) => (await campaigns(searched(text)).unwrap()).rows,
    findLists: async (text: string) => (await lists(searched(text)).unwrap()).rows,
  };
}
