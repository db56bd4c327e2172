export { readCampaign, readSteps } from './sending-campaign.store';
