export {
  copyRows,
  findListedValues,
  findOtherRows,
  insertFreshChunk,
  insertFreshLeads,
  openBatch,
  placeFreshLeads,
} from './fresh-leads.store';
export { addLeadCredits, findUncheckedDomains } from './import-batch.store';
export { insertMembers } from './write-leads.store';
export { countLeadsUpTo, findLeadIds, readLeads, type LeadListRecord } from './leads.store';
export { leadScope, partOf } from './lead-conditions.store';
export { changeLeadTags } from './tag-leads.store';
