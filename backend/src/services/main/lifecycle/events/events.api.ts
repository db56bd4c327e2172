export { fireReplyTriggers } from './fire-triggers.store';
