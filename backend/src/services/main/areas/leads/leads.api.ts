// Leads outside of campaigns: lists, imports, block list, verification, tasks, actions on many.
export { readBlockEntry } from './block-list/block-entry';
export { addBlockEntries, listBlockEntries, removeBlockEntry } from './block-list/manage-block-list';
export { startAction } from './lead-actions/start-action';
export { createList, deleteList, getList, listLists, setTags, updateList } from './lead-lists/manage-lists';
export { addLeads, type AddLeads } from './leads/add-leads';
export { findLead } from './leads/leads.store';
export { listLeads } from './leads/list-leads';
export { deleteLead, getLead, listNotes, requireLead, unsubscribeLead, updateLead } from './leads/manage-lead';
export { changeLeadTags, findTagMapping } from './leads/tag-leads.store';
export { tagLead } from './leads/tag-leads';
export type { LeadListRecord } from './list-access/list-access.store';
export { requireList } from './list-access/require-list';
export { listLeadTasks } from './tasks/lead-tasks';
export { detachUploads } from './uploads/uploads.store';
export { sealContext } from './verification/choose-provider';
