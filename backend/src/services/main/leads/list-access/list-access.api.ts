export {
  addListScope,
  countLeads,
  findMembersOf,
  tagsOfList,
  uncountedLeads,
  type LeadListRecord,
} from './list-access.store';
