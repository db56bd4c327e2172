// How e-mails leave: triggers, mailbox by mailbox, and LinkedIn steps. Its rules are engine/sending.
export {
  nextSendingAt,
  runDueSending,
  startSendingWorker,
  type SendingWorkerDeps,
} from './sending-worker/sending-worker';
export { sendingDeps } from './sending-worker/sending.deps';
export { cancelReserved } from './sending/change-status.store';
export { compareVariants, evidenceOf } from './sending/choose-winner.store';
export { campaignSnapshot } from './sending/load-campaign.store';
export { lockMailboxes, mailboxSnapshots } from './sending/load-mailboxes.store';
export { countLaterToday, loadEnrolments, loadRows, type LoadedCounts } from './sending/load-rows.store';
export { leadFields, type LeadColumns } from './sending/missing-fields';
export { holdWhatIsUnknown, learnWhatLeft, type Learned } from './sending/learn-what-left';
export { getSingle, initiateSingle, SendingRefused, type SingleEmail } from './sending/initiate-single';
export { findUnconfirmed, settleAsSent, settleAsUnsent } from './sending/unconfirmed.store';
