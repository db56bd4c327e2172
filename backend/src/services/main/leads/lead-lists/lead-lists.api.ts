export { removeMembers } from './lead-lists.store';
