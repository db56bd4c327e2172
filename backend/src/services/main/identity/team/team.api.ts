export { deleteMember, stopStrayWebhooks, writeMember } from './team.store';
