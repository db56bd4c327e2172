// Campaigns as people set them up: sequence, schedule, mailboxes, review, subsequences, edits.
export { sealContext } from './ai-writing/ai-key';
export {
  categoriseLeads,
  changeLeadMailbox,
  pauseLeads,
  removeLeads,
  unsubscribeLeads,
} from './campaign-leads/change-leads';
export { resumeLeads } from './campaign-leads/resume-leads';
export { createPlacementActions } from './placement-actions/placement-actions';
export { completeManualStep } from './campaign-leads/complete-manual-step';
export {
  addCampaignMailboxes,
  listCampaignMailboxes,
  removeCampaignMailboxes,
} from './campaign-mailboxes/choose-mailboxes';
export { toSettings } from './campaign-views/campaign-view';
export { newestCampaigns } from './campaign-views/newest-campaigns';
export { createCampaign } from './setup/create-campaign';
export { deleteCampaign } from './setup/delete-campaign';
export { duplicateCampaign } from './setup/duplicate-campaign';
export { saveSchedule } from './setup/save-schedule';
export { setStatus } from './setup/set-status';
export { updateSettings } from './setup/update-settings';
export { getSequence } from './sequences/get-sequence';
export { saveSequence } from './sequences/save-sequence';
export { sendTest } from './sequences/send-test';
export { createSubsequence } from './subsequences/subsequences';
export { pushInside, pushLeads, requireTaking, undoInside, undoPushes, whyNotPushed } from './subsequences/push-leads';

export { explainLead } from './review/explain';
export { renderStep } from './sequences/preview-step';
