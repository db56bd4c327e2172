export type { CampaignFigures } from './campaign-figures.store';
export { countCampaignsByStatus, findCampaigns, type CampaignFilter, type CampaignSort } from './campaigns.store';
