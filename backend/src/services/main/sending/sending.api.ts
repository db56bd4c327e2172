// How e-mails leave: triggers, mailbox by mailbox, and LinkedIn steps. Its rules are engine/sending.
export {
  nextSendingAt,
  runDueSending,
  startSendingWorker,
  type SendingWorkerDeps,
} from './sending-worker/sending-worker';
export { sendingDeps } from './sending-worker/sending.deps';
export { cancelReserved } from './delivery/change-status.store';
export { compareVariants, evidenceOf } from './delivery/choose-winner.store';
export { campaignSnapshot } from './delivery/load-campaign.store';
export { lockMailboxes, mailboxSnapshots } from './delivery/load-mailboxes.store';
export { countLaterToday, loadEnrolments, loadRows, type LoadedCounts } from './delivery/load-rows.store';
export { exampleFields, leadFields, type LeadColumns } from './delivery/missing-fields';
export { createPlacementMail } from './delivery/placement-mail';
export { holdWhatIsUnknown, learnWhatLeft, type Learned } from './delivery/learn-what-left';
export { getSingle, initiateSingle, SendingRefused, type SingleEmail } from './delivery/initiate-single';
export { findUnconfirmed, settleAsSent, settleAsUnsent } from './delivery/unconfirmed.store';
