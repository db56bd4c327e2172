import type { LeadSelection } from '@skein/contracts/main/lead-actions.contract';
import type { HeldRun } from '#platform/bulk-runs/bulk-run';
import type { MainDeps } from '#main/deps';
import { scopeOf, type Who } from '#access/access.api';
import { findLeadIds, readLeads, type LeadListRecord } from '../people/leads.store';
import { queryOf } from '../people/selection-query';
import { exportPage, writeLeadsFile, type ExportedLeads } from './write-leads-file';

const columns: ExportedLeads<LeadListRecord>['columns'] = {
  lead_esp: (row) => row.provider,
  is_unsubscribed: (row) => String(row.is_unsubscribed),
  is_bounced: (row) => String(row.is_bounced),
  tags: (row) => row.tags.map((tag) => tag.name).join('; '),
  campaigns: (row) => row.campaigns.map((campaign) => campaign.name).join('; '),
  created_at: (row) => row.created_at.toISOString(),
};

/** Leads of the workspace as a file, with their tags and campaigns. */
export function exportLeads(
  deps: Pick<MainDeps, 'db' | 'files'>,
  who: Who,
  selection: LeadSelection,
  commit: HeldRun['commit'],
): Promise<string> {
  const filter = queryOf(selection);
  const leads: ExportedLeads<LeadListRecord> = {
    async read(sql, place) {
      const ids = await findLeadIds(who.workspaceId, sql, scopeOf(who), {
        filter,
        page: { after: place === null ? null : { id: place, email: null }, limit: exportPage },
      });
      return { ids, rows: await readLeads(who.workspaceId, sql, scopeOf(who), ids) };
    },
    lead: (row) => row,
    columns,
  };
  return writeLeadsFile(deps, who, leads, commit);
}
