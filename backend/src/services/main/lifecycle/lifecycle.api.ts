// The state of a campaign and of each lead in it: what starts, stops, pauses, wakes and ends them, and the events that tell it.
export { findEdits, insertEdit } from './campaign-state/campaign-edits.store';
export {
  endOver,
  findActiveResponses,
  insertResponse,
  releaseResponse,
  restMailbox,
  type StoredResponse,
} from './bounces/bounce-response.store';
export { nextTriggerOf, openHoursPerWeek, scheduleOf } from './campaign-state/campaign-schedule';
export { changeCampaign, giveSubsequences, insertCampaign } from './campaign-state/campaign-state.store';
export { deletionRefusal, isFinalAction, nextStatus, systemPauseTexts } from './campaign-state/campaign-status';
export {
  readCampaign,
  readSteps,
  sendingColumns,
  type CampaignRow,
  type StepRow,
} from './campaign-state/sending-campaign.store';
export { wakeCampaign } from './campaign-state/wake-campaign';
export {
  countCampaignLeads,
  countTabs,
  findCampaignLead,
  findCampaignLeads,
  findLeadSteps,
  searchCampaignLeads,
  type CampaignLeadRecord,
  type LeadStepRecord,
} from './enrolled-leads/campaign-leads.store';
export { filterConditions, findMatchingIds, type ScopedLeadFilter } from './enrolled-leads/lead-filter.store';
export { appendEvents } from './events/append-events.store';
export { respondToBounces, sendReportedAgain } from './events/bounces.jobs';
export { queueWebhookNotice, webhookChannel, type WebhookNotice } from './events/queue-webhooks.store';
export { withdrawEvents } from './events/withdraw-events.store';
export { countOpenLeads } from './lead-counts/open-leads.store';
export { loadLeadSchedules } from './lead-zone/lead-schedule';
export { loadLeadZones } from './lead-zone/lead-zone';
export {
  cancelReservedFor,
  deleteEnrolments,
  deleteOpenStepTasks,
  findBusy,
  lockEnrolmentsOfLead,
  lockLeads,
  lockOpenEnrolments,
  markUnsubscribed,
  writeCategory,
  type LockedLead,
} from './lead-state/change-leads.store';
export { giveBack, leadBefore, type LeadBefore } from './lead-state/give-back.store';
export { isCampaignMailbox } from './lead-state/campaign-members.store';
export { addEntries, blockAddress } from './lead-state/shared-entries.store';
export { endCompanyPauses, holdWhereCompanyReplied } from './lead-state/company-hold.store';
export { findSuppressedLeads, suppressLeads } from './lead-state/suppress-leads.store';
export { countLeaving, detachMail } from './lead-state/detach-mail.store';
export { emailStatusSql } from './lead-state/email-status.store';
export { mustNotBeReached } from './lead-state/must-not-be-reached.store';
export { firstNotHad, hasHad, holdSequence } from './lead-state/next-step.store';
export { passStep } from './lead-state/pass-step.store';
export { pushLead, type PushResult } from './lead-state/push-lead.store';
export { undoPush, undoPushesOfCategory } from './lead-state/undo-push.store';
export { nextPushAt, pushWaiting } from './lead-state/push-waiting.store';
export { endLeads, pauseLeads, stopEnrolment } from './lead-state/enrolment/end-leads.store';
export { holdLeads } from './lead-state/enrolment/hold-leads.store';
export {
  placeBehindRemoved,
  placeImported,
  pointLeads,
  pointNewLeads,
  renumberPassed,
  renumberWaiting,
  uncountEmail,
  type Part,
} from './lead-state/enrolment/places.store';
export {
  considerAgain,
  forgetEmail,
  liftBlock,
  refuseLead,
  releaseLead,
  unparkLeads,
  unparkPeople,
  waitAtStep,
  writeMailbox,
  writeReasonsOfLeads,
} from './lead-state/enrolment/queues.store';
export {
  cancelReservedWhere,
  markFound,
  markInFlight,
  takeBackReserved,
} from './lead-state/enrolment/reservations.store';
export {
  findInSubsequence,
  resumeEnrolment,
  resumeLeads,
  type Resumed,
} from './lead-state/enrolment/resume-leads.store';
export { afterSending, lockSentLeads } from './lead-state/enrolment/sent-leads.store';
export { holdCampaignsOf, holdLeadsOf, wakeFor } from './lead-state/wake-campaign.store';
export { ignoreReply } from './outcomes/ignore-reply.store';
export { learnAlias } from './outcomes/learn-alias.store';
export { recordUnsubscribe, recordVisits } from './outcomes/mail-activity.store';
export { recordOldBounce } from './outcomes/record-bounce.store';
export { recordInbound } from './outcomes/record-inbound.store';
export { recordSorted } from './outcomes/record-sorted.store';
export { doNotContact, setCategory } from './outcomes/set-category.store';
export { findBlockIds, undoDoNotContact } from './outcomes/undo-do-not-contact.store';
export { sortReply } from './outcomes/sort-reply.jobs';
export { countHeld, holdRestored, releaseHeld, type HeldFilter } from './lead-state/hold-restored.store';
export { restoreOptOuts } from './lead-state/restore-opt-outs.store';
