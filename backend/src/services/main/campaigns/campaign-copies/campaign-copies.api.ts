export { copyCampaign, copyMailboxes, copySequence, copyUnfinishedLeads, subsequenceIds } from './copy-campaign.store';
