export { appendEvents } from './append-events.store';
export { fireReplyTriggers } from './fire-triggers.store';
export { withdrawEvents } from './withdraw-events.store';
