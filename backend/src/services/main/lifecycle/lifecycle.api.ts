// The state of a campaign and of each lead in it: what starts, stops, pauses, wakes and ends them, and the events that tell it.
export { beginResponse, endOver, releaseResponse, restMailbox } from './bounces/bounce-responses';
export { heldNewLeads, newLeadsByHold } from './bounces/held-new-leads';
export type { StoredResponse } from './bounces/bounce-response.store';
export { nextTriggerOf, openHoursPerWeek, scheduleOf } from './campaign-state/campaign-schedule';
export { deletionRefusal, isFinalAction, nextStatus, systemPauseTexts } from './campaign-state/campaign-status';
export { changeCampaign } from './campaign-state/change-campaign';
export { createDraft } from './campaign-state/create-draft';
export { noteEdit } from './campaign-state/note-edit';
export { holdDueCampaign, readSequence, readSteps } from './campaign-state/sending-campaign';
export type { CampaignRow, StepRow } from './campaign-state/sending-campaign.store';
export { wakeCampaign } from './campaign-state/wake-campaign';
export { holdSelected } from './enrolled-leads/hold-selected';
export { countLeadPages, eachLead, readLeadPage, type LeadsToRead } from './enrolled-leads/lead-pages';
export type { LeadPageRecord } from './enrolled-leads/lead-pages.store';
export {
  countLeads,
  countSelectedLeads,
  getCampaignLead,
  listCampaignLeads,
  readSelectedLeads,
  requireCampaignLead,
} from './enrolled-leads/list-campaign-leads';
export { idsOf, isOpen, keep } from './enrolled-leads/locked-leads';
export { matchingLeads } from './enrolled-leads/matching-leads';
export { appendEvents } from './events/append-events';
export { respondToBounces, sendReportedAgain } from './events/bounces.jobs';
export { sumEventDays } from './events/sum-event-days';
export { queueWebhookNotice, type WebhookNotice } from './events/queue-webhooks';
export { webhookChannel } from './events/webhook-channel';
export { loadLeadSchedules } from './lead-zone/load-lead-schedules';
export { loadLeadZones } from './lead-zone/lead-zone';
export type { LockedLead } from './lead-state/change-leads.store';
export { holdReturnedLead } from './lead-state/hold-returned-lead';
export { detachMail } from './lead-state/detach-mail';
export { addEmailStatus } from './lead-state/email-status';
export { cancelOfCampaign, cancelOfLeads, cancelOfMailboxes } from './lead-state/enrolment/cancel-emails';
export { endLeads, pauseLeads, stopEnrolment } from './lead-state/enrolment/end-leads';
export { holdLeads } from './lead-state/enrolment/hold-leads';
export { placeImported } from './lead-state/enrolment/place-imported';
export { resumeEnrolment } from './lead-state/enrolment/resume-leads';
export {
  emailFound,
  emailRefused,
  emailReleased,
  emailsReserved,
  noteWaiting,
  undoEmail,
  waitManually,
} from './outcomes/sending-outcomes';
export { afterSending, lockSentLeads, placeBehindRemoved } from './lead-state/enrolment/sent-leads';
export { releaseEndedLeads } from './lead-state/restore-lead';
export type { LeadBefore } from './lead-state/restore-lead.store';
export { giveMailbox, spreadOver } from './lead-state/give-mailbox';
export { holdCampaignsOf, holdLeadsOf } from './lead-state/hold-people';
export { heldByCampaign, holdRestored, releaseHeld } from './lead-state/hold-restored';
export type { HeldFilter } from './lead-state/hold-restored.store';
export { lookAgain, lookAgainAtPeople } from './lead-state/look-again';
export { liftBlock } from './lead-state/lift-block';
export { firstNotHad, holdSequence } from './lead-state/next-step';
export { passStep } from './lead-state/pass-step';
export { pushLead, type PushResult } from './lead-state/push-lead';
export { nextPushAt, pushWaiting } from './lead-state/push-waiting';
export { deletePlaces, holdEverywhere, removePlaces } from './lead-state/remove-leads';
export { restoreOptOuts } from './lead-state/restore-opt-outs';
export { addEntries, blockAddress } from './lead-state/shared-entries';
export { settlePlaces, stopContact, unsubscribePlaces } from './lead-state/stop-contact';
export { stopMatching } from './lead-state/stop-matching';
export { suppressLeads } from './lead-state/suppress-leads';
export { undoPush, undoPushesOfCategory } from './lead-state/undo-push';
export { findUnreachable } from './lead-state/unreachable';
export { ignoreReply } from './outcomes/ignore-reply';
export { learnAlias } from './outcomes/learn-alias';
export { recordUnsubscribe } from './outcomes/record-unsubscribe';
export { recordVisits } from './outcomes/record-visits';
export { recordOldBounce } from './outcomes/record-bounce';
export { recordInbound } from './outcomes/record-inbound';
export { recordLinkedInReply } from './outcomes/record-linkedin-reply';
export { recordSorted } from './outcomes/record-sorted';
export { doNotContact, markDoNotContact, setCategory } from './outcomes/set-category';
export { sortReply } from './outcomes/sort-reply.jobs';
export { undoDoNotContact } from './outcomes/undo-do-not-contact';
export { moveLeads } from './sequence-moves/move-leads';
export { rescheduleLeads } from './sequence-moves/reschedule-leads';
export { resumeSelected } from './sequence-moves/resume-selected';
