import { leadLine } from '../lead-rows/lead-line';
import type { LeadListRecord } from './leads.store';
import type { PreparedRow } from '../lead-rows/prepare-row';

/**
 * A lead that is stored, as a row of an import: it comes into a campaign by the same rules, and nothing of it changes,
 * whoever edits it in the meantime.
 */
export const storedRow = (lead: LeadListRecord, rowNumber: number): PreparedRow => ({
  rowNumber,
  email: lead.email,
  domain: lead.domain,
  line: leadLine(lead.email, lead.domain, '{}', lead),
  raw: null,
  isStored: true,
});
