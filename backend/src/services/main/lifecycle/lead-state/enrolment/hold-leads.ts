import type { HoldKind } from '#engine/enrolment/lead-state';
import type { SqlClient } from '#platform/db/database';
import { changeLeads, type LeadChange } from './enrolment.store';

/** A hold that a rule puts on leads. */
interface NewHold {
  kind: Exclude<HoldKind, 'RESTORED' | 'USER'>;
  /** Null lasts until a person ends it. */
  until: Date | null;
  detail?: unknown;
  at: Date;
}

/** Halts the sending to leads, unless a hold that says more is on them. @returns how many are held by it now */
export async function holdLeads(
  sql: SqlClient,
  ids: readonly number[],
  { kind, until, detail, at }: NewHold,
): Promise<number> {
  const { changed } = await changeLeads(sql, ids, {
    kind: 'HOLD',
    hold: kind,
    until: until?.getTime() ?? null,
    ...(detail !== undefined && { detail }),
    at: at.getTime(),
  });
  return changed.length;
}

/** Ends the hold that a reply of the company put on leads. */
export const releaseCompany = (sql: SqlClient, ids: readonly number[]): Promise<LeadChange> =>
  changeLeads(sql, ids, { kind: 'RELEASE', hold: 'COMPANY_REPLY' });
