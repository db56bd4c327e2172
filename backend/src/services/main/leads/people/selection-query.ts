import type { LeadSelection } from '@skein/contracts/main/lead-actions.contract';
import type { LeadQuery } from './lead-conditions.store';

/** What a selection asks the store for. */
export const queryOf = (selection: LeadSelection): LeadQuery =>
  'lead_ids' in selection ? { ids: selection.lead_ids } : { ...selection.filter, excludedIds: selection.excluded_ids };
