export { makeTasks } from './reach-steps.store';
export { linkedInKind, readDetails, textsByHand, type StepDetail, type TextLead } from './by-hand-step.store';
export { claimLanes, nextSendAt } from './lane.store';
export { takeBack } from './take-back.store';
export { fireDueTrigger, nextTriggerAt, sendingChannel, type TriggerDeps } from './trigger.store';
