export {
  copyRows,
  findListedValues,
  findOtherRows,
  insertFreshChunk,
  insertFreshLeads,
  openBatch,
  placeFreshLeads,
} from './fresh-leads.store';
export { addLeadCredits, findUncheckedDomains, insertMembers } from './import-batch.store';
export { countLeadsUpTo, findLeadIds, leadScope, partOf, readLeads, type LeadListRecord } from './leads.store';
export { changeLeadTags } from './tag-leads.store';
