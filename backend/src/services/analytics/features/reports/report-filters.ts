import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import { reportFilters, type ReportFilter, type ReportView } from '@skein/contracts/analytics/reports.contract';
import type { SqlClient } from '#platform/db/database';
import type { Range, Scope } from '../figures/selection';
import type { OverallFilter } from '../overall/read-overall';
import { findFilterNames } from './filter-names.store';

type Narrowed = { address: string; client_id: ClientId | null };

/** The id that an address narrows to; undefined for what is missing or malformed, which narrows nothing. */
function idIn(query: URLSearchParams, filter: ReportFilter): number | undefined {
  const text = query.get(filter) ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** What a report is narrowed to. A report of a client shows that client alone, whatever its address says. */
function filtersOf({ address, client_id }: Narrowed): { filter: ReportFilter; id: number }[] {
  const query = new URLSearchParams(address);
  return reportFilters.flatMap((filter) => {
    const id = filter === 'client' && client_id !== null ? undefined : idIn(query, filter);
    return id === undefined ? [] : [{ filter, id }];
  });
}

/** The filters of a report as its figures take them. */
export function selectionOf({
  address,
  client_id,
}: Narrowed): OverallFilter & Pick<Range, 'axis' | 'include_out_of_office'> {
  const query = new URLSearchParams(address);
  const ids = (filter: ReportFilter) => {
    const id = idIn(query, filter);
    return id === undefined ? undefined : [id];
  };
  return {
    client_ids: client_id === null ? ids('client') : [client_id],
    campaign_ids: ids('campaign'),
    mailbox_ids: ids('mailbox'),
    tag_ids: ids('tag'),
    axis: query.get('by') === 'sent' ? 'sent' : 'event',
    include_out_of_office: query.get('ooo') === 'counted',
  };
}

/** What a report is narrowed to, by name. */
export type NameFilters = (report: Narrowed) => ReportView['narrowed_to'];

/** Reads the names of all that these reports are narrowed to, as far as the scope may be told of them. */
export async function nameFilters(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  scope: Scope,
  reports: readonly Narrowed[],
): Promise<NameFilters> {
  const filters = reports.flatMap(filtersOf);
  const names = new Map<ReportFilter, Map<number, string>>();
  for (const filter of reportFilters) {
    const ids = [...new Set(filters.flatMap((one) => (one.filter === filter ? [one.id] : [])))];
    names.set(filter, await findFilterNames(workspaceId, sql, scope, { filter, ids }));
  }
  return (report) => filtersOf(report).map(({ filter, id }) => ({ filter, name: names.get(filter)?.get(id) ?? null }));
}
