export type { CampaignFigures } from './campaign-figures';
export { countCampaignsByStatus, findCampaigns, type CampaignFilter, type CampaignSort } from './campaigns.store';
