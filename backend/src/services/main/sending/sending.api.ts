// How e-mails leave: triggers, mailbox by mailbox, and LinkedIn steps. Its rules are engine/sending.
export {
  nextSendingAt,
  runDueSending,
  startSendingWorker,
  type SendingWorkerDeps,
} from './sending-worker/sending-worker';
export { sendingDeps } from './sending-worker/sending.deps';
export { markLost, settleDoubts } from './delivery/settle-doubt';
export { compareVariants, evidenceOf } from './delivery/compare-variants';
export { sentToday } from './delivery/sent-today';
export { loadPlanInput, loadSimulationInput } from './delivery/plan-input';
export { exampleFields, leadFields, type LeadColumns } from './delivery/missing-fields';
export { createPlacementMail } from './delivery/placement-mail';
export { holdWhatIsUnknown, learnWhatLeft, type Learned } from './delivery/learn-what-left';
export { getSingle, initiateSingle, SendingRefused, type SingleEmail } from './delivery/initiate-single';
export { readAnswers } from './linkedin/read-answers';
export { sendAnswer, type LinkedInAnswer } from './linkedin/send-answer';
export { eachUnconfirmed, settleUnconfirmed } from './delivery/settle-unconfirmed';
