import type { Database, SqlClient } from '#platform/db/database';
import { holdRestoredLeads, releaseRestoredLeads } from './enrolment/hold-leads.store';
import { countHeld, lockHeld, lockRestored, type HeldCampaign, type HeldFilter } from './hold-restored.store';
import { wakeFor } from './wake-campaign.store';

type Db = Pick<Database, 'systemSql'>;

/** Leads of one transaction. */
const toHold = 2_000;
const toRelease = 1_000;

/**
 * Holds leads of which a restored database does not know enough, until a person decides: whoever was emailed, because
 * they may have opted out since, and whoever a mailbox may have emailed since whose Sent folder proves nothing. What
 * they waited for until now is kept beside the hold. A hold without an end stays: a person ends it anyway.
 * @param proven mailboxes whose Sent folder proves what did not leave
 * @returns how many are held
 */
export async function holdRestored(db: Db, proven: readonly number[]): Promise<number> {
  let held = 0;
  for (let after: number | null = 0; after !== null;) {
    const from: number = after;
    const step = await db.systemSql(async (sql) => {
      const rows = await lockRestored(sql, { proven, after: from, most: toHold });
      const ids = rows.filter((row) => row.is_held).map((row) => row.id);
      await holdRestoredLeads(sql, ids);
      return { held: ids.length, last: rows.at(-1)?.id ?? null };
    });
    held += step.held;
    after = step.last;
  }
  return held;
}

/** Held leads by campaign. */
export const heldByCampaign = (db: Db): Promise<HeldCampaign[]> => db.systemSql((sql) => countHeld(sql, {}));

/** Held leads that continue, and when (campaign time). */
interface LeadsToRelease {
  filter: HeldFilter;
  at: Date;
}

/**
 * Lets held leads wait for what they waited for before.
 * @param note writes down in each transaction how many leads it releases
 * @returns how many were released
 */
export async function releaseHeld(
  db: Db,
  { filter, at }: LeadsToRelease,
  note: (sql: SqlClient, leads: number) => Promise<void> = async () => undefined,
): Promise<number> {
  let released = 0;
  for (let count = toRelease; count === toRelease; released += count)
    count = await db.systemSql(async (sql) => {
      const leads = await releaseSome(sql, filter, at);
      if (leads > 0) await note(sql, leads);
      return leads;
    });
  return released;
}

async function releaseSome(sql: SqlClient, filter: HeldFilter, at: Date): Promise<number> {
  const rows = await releaseRestoredLeads(sql, await lockHeld(sql, filter, toRelease), at);
  const dueAt = new Map<number, Date>();
  for (const row of rows) {
    const due = row.due_at !== null && row.due_at > at ? row.due_at : at;
    const known = dueAt.get(row.campaign_id);
    dueAt.set(row.campaign_id, known && known < due ? known : due);
  }
  for (const [campaignId, due] of [...dueAt].sort(([one], [other]) => one - other))
    await wakeFor(sql, campaignId, due, at);
  return rows.length;
}
