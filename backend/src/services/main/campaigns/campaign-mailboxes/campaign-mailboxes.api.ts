export { findCampaignMailboxes, type CampaignMailboxRow } from './campaign-mailboxes.store';
