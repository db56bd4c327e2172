import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { csvLine as line } from '@skein/contracts/csv-cell';
import type { HeldRun } from '#platform/bulk-runs/bulk-run';
import type { SqlClient } from '#platform/db/database';
import type { MainDeps } from '#main/deps';
import { scopeOf, type Who } from '#access/access.api';
import { findLeadIds, readLeads, type LeadListRecord } from '../people/leads.store';
import { standardFieldNames } from '../lead-rows/lead-line';
import { queryOf } from '../people/selection-query';
import type { ActionRecord } from './lead-actions.store';

const page = 2_000;
/** 2 GB: more than ten million leads. */
const largest = 2 * 1024 * 1024 * 1024;
const cell = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/**
 * Writes leads as CSV with a column for each custom field that any of them has, so that the file can be imported again.
 * The fields are gathered in a first pass over the same selection. Values that a spreadsheet would run are disarmed.
 * Each page is counted by `commit`, in the transaction that read it.
 */
export async function exportRows(
  deps: Pick<MainDeps, 'db' | 'files'>,
  who: Who,
  action: ActionRecord,
  commit: HeldRun['commit'],
): Promise<string> {
  const filter = queryOf(action.selection);
  const read = async (sql: SqlClient, place: number | null) => {
    const ids = await findLeadIds(who.workspaceId, sql, scopeOf(who), {
      filter,
      page: { after: place === null ? null : { id: place, email: null }, limit: page },
    });
    return { ids, rows: await readLeads(who.workspaceId, sql, scopeOf(who), ids) };
  };
  const pages = async function* (withProgress: boolean): AsyncGenerator<LeadListRecord[]> {
    for (let place: number | null = null; ;) {
      const from: number | null = place;
      let found: Awaited<ReturnType<typeof read>> = { ids: [], rows: [] };
      if (withProgress)
        await commit(async (sql) => {
          found = await read(sql, from);
          return { done: found.ids.length, counts: { CHANGED: found.ids.length } };
        });
      else found = await deps.db.tenantSql(who.workspaceId, (sql) => read(sql, from));
      if (found.rows.length > 0) yield found.rows;
      // By the ids: a lead that was deleted between the two looks is no end of the file.
      if (found.ids.length < page) return;
      place = found.ids.at(-1) as number;
    }
  };
  const custom = new Set<string>();
  for await (const rows of pages(false))
    for (const row of rows)
      for (const name of Object.keys(row.custom_fields)) if (custom.size < 1_000) custom.add(name);
  const names = [...custom].sort();
  const header = [
    'email',
    ...standardFieldNames,
    ...names,
    'lead_esp',
    'is_unsubscribed',
    'is_bounced',
    'tags',
    'campaigns',
    'created_at',
  ];
  const content = async function* () {
    // The mark makes spreadsheets read UTF-8.
    yield `\ufeff${line(header)}`;
    for await (const rows of pages(true)) {
      yield rows
        .map((row) =>
          line([
            row.email,
            ...standardFieldNames.map((name) => row[name] ?? ''),
            ...names.map((name) => cell(row.custom_fields[name])),
            row.provider,
            String(row.is_unsubscribed),
            String(row.is_bounced),
            row.tags.map((tag) => tag.name).join('; '),
            row.campaigns.map((campaign) => campaign.name).join('; '),
            row.created_at.toISOString(),
          ]),
        )
        .join('');
    }
  };
  const key = `exports/${who.workspaceId}/${randomUUID()}.csv`;
  await deps.files.put(key, Readable.from(content()), { type: 'text/csv', maximum: largest });
  return key;
}
