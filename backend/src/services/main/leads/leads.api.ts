// Leads outside of campaigns: lists, imports, block list, verification, tasks, actions on many.
export { readBlockEntry } from './block-list/block-entry';
export { isOnAnyBlockList, isOnBlockList } from './people/is-on-block-list';
export { addBlockEntries, listBlockEntries, removeBlockEntry, undoBlockEntries } from './block-list/block-list';
export { startAction } from './lead-actions/start-action';
export { createList, deleteList, getList, listLists, setTags, updateList } from './lead-lists/lead-lists';
export { addLeads, type AddLeads } from './people/add-leads';
export { providerOfDomain } from './people/detect-providers';
export { listLeads, searchLeads } from './people/list-leads';
export { deleteLead, getLead, listNotes, requireLead, unsubscribeLead, updateLead } from './people/lead';
export { tagLead, untagLead } from './people/tag-leads';
export type { LeadListRecord } from './list-access/list-access.store';
export { requireList } from './list-access/require-list';
export { listLeadTasks } from './tasks/lead-tasks';
export { detachUploads } from './uploads/detach-uploads';
export { sealContext } from './verification/choose-provider';
export { grantCredits } from './verification/grant-credits';
export { getVerification, listAddresses } from './verification/start-verification';
export { verifyAddresses } from './verification/verify-addresses';
