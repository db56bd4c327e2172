export { findCampaignMailboxes } from './campaign-mailboxes.store';
