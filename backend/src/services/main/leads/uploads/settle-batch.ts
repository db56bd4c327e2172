import type { WorkspaceId } from '@skein/contracts/ids';
import type { UploadOutcome } from '@skein/contracts/main/upload-outcomes';
import type { SqlClient } from '#platform/db/database';
import {
  copyRows,
  findListedValues,
  findOtherRows,
  insertFreshLeads,
  placeFreshLeads,
} from '../people/fresh-leads.store';
import { addLeadCredits, findUncheckedDomains } from '../people/import-batch.store';
import { creditsLeft, importBatch, type ImportTarget, type RowOutcome } from '../people/import-batch';
import type { RowBatch } from './row-batch';

export interface SettledBatch {
  counts: Partial<Record<UploadOutcome, number>>;
  /** Rows that did not become new leads, and those that did after a closer look. */
  others: RowOutcome[];
  created: RowOutcome[];
  enrolled: number;
  uncheckedDomains: string[];
  /** Whether at least half of the rows became new leads: then the next batch is likely to be so too. */
  isMostlyNew: boolean;
}

/** A batch of rows and where its leads go. */
interface BatchToSettle {
  target: ImportTarget & { listId: number | null; uploadId: number };
  batch: RowBatch;
  isMostlyNew: boolean;
}

/**
 * Gives each row of a batch its one outcome, in the caller's transaction and by the rules of `importBatch`. Rows whose
 * address is new and on no list, nearly all of most files, become leads inside the database and are not looked at one
 * by one here; what is left goes through `importBatch`.
 * @param isMostlyNew whether new leads are to be expected; when most are known, all rows are looked at one by one at once
 */
export async function settleBatch(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { target, batch, isMostlyNew }: BatchToSettle,
): Promise<SettledBatch> {
  const outcomes: RowOutcome[] = batch.rejected.map((row) => ({
    rowNumber: row.rowNumber,
    email: row.email,
    outcome: row.outcome,
    reason: row.reason,
    leadId: null,
    enrolmentId: null,
    raw: row.raw,
  }));
  let [fresh, enrolled, newLeads] = [0, 0, 0];
  let firstRows: Map<number, number> | null = null;
  if (isMostlyNew && batch.prepared > 0) {
    await copyRows(sql, batch.lines());
    const listed = await findListedValues(workspaceId, sql, target.clientScope, target.hashOf);
    const credits = await creditsLeft(workspaceId, sql, target);
    if (Math.min(credits.plan, credits.client) >= batch.prepared) {
      fresh = newLeads = await insertFreshLeads(workspaceId, sql, listed, target);
      enrolled = await placeFreshLeads(workspaceId, sql, target);
      await addLeadCredits(workspaceId, sql, fresh);
      firstRows = fresh < batch.prepared ? await findOtherRows(sql) : null;
    }
  }
  const uncheckedDomains =
    batch.domains.length === 0 ? [] : await findUncheckedDomains(sql, [...new Set(batch.domains)], target.realNow);
  if (fresh < batch.prepared) {
    const rows = batch
      .select((rowNumber) => firstRows?.has(rowNumber) ?? true)
      .filter((row) => {
        const first = firstRows?.get(row.rowNumber) ?? row.rowNumber;
        if (first < row.rowNumber)
          outcomes.push({
            rowNumber: row.rowNumber,
            email: row.email,
            outcome: 'DUPLICATE_IN_FILE',
            reason: `The same address as row ${first + (target.rowsAbove ?? 0)}`,
            leadId: null,
            enrolmentId: null,
            raw: row.raw,
          });
        return first === row.rowNumber;
      });
    const looked = await importBatch(workspaceId, sql, target, rows);
    outcomes.push(...looked.outcomes);
    enrolled += looked.enrolled;
    newLeads += looked.newLeads;
    uncheckedDomains.push(...looked.uncheckedDomains);
  }
  const counts: SettledBatch['counts'] = {};
  if (fresh > 0) counts.IMPORTED_NEW = fresh;
  for (const { outcome } of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const isCreated = (row: RowOutcome) => row.outcome === 'IMPORTED_NEW';
  return {
    counts,
    others: outcomes.filter((row) => !isCreated(row)),
    created: outcomes.filter(isCreated),
    enrolled,
    uncheckedDomains,
    isMostlyNew: newLeads * 2 >= batch.prepared,
  };
}
