import type { WorkspaceId } from '@skein/contracts/ids';
import type { EnrolmentReason } from '@skein/contracts/constants';
import type { Database, SqlClient } from '#platform/db/database';
import type { JournaledOptOut } from '#platform/journal/journal-lines';
import { endLeads } from './enrolment/end-leads';
import { addEntries, findByEntries, findByCampaigns } from './restore-opt-outs.store';

/** Entries of one transaction. */
const batch = 500;

/** How a lead ends that an entry of this source stopped. */
const endings: Record<string, { reason: EnrolmentReason; isUnsubscribed?: true }> = {
  unsubscribe: { reason: 'UNSUBSCRIBED', isUnsubscribed: true },
  category: { reason: 'DO_NOT_CONTACT' },
};

const blocked = { reason: 'SUPPRESSED' } as const;

/**
 * Puts opt-outs and blocks back that a restored database does not know, and stops the leads that they are about. An
 * entry that was taken off after the backup is left as it is: what a person released they may release again.
 * @returns how many were missing
 */
export async function restoreOptOuts(db: Database, optOuts: readonly JournaledOptOut[], at: Date): Promise<number> {
  const byWorkspace = new Map<number, JournaledOptOut[]>();
  for (const entry of optOuts)
    if (entry.change === 'ADDED')
      byWorkspace.set(entry.workspaceId, [...(byWorkspace.get(entry.workspaceId) ?? []), entry]);
  let missing = 0;
  for (const [workspaceId, entries] of byWorkspace)
    for (let from = 0; from < entries.length; from += batch)
      missing += await db.systemSql((sql) => restoreBatch(sql, workspaceId, entries.slice(from, from + batch), at));
  return missing;
}

async function restoreBatch(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  entries: readonly JournaledOptOut[],
  at: Date,
): Promise<number> {
  const ofCampaigns = entries.filter((entry) => entry.kind === 'campaign');
  const added = await addEntries(
    sql,
    workspaceId,
    entries.filter((entry) => entry.kind !== 'campaign'),
    at,
  );
  const byEntries = await findByEntries(sql, workspaceId, added);
  const known = new Set(byEntries.map((place) => place.id));
  const alone = (await findByCampaigns(sql, workspaceId, ofCampaigns)).filter((place) => !known.has(place.id));
  const places = [...byEntries, ...alone];
  // Who unsubscribed is remembered as that, although something else blocks the same person.
  const sources = [...new Set(places.map((place) => place.source))].sort(
    (one, other) => Number(other === 'unsubscribe') - Number(one === 'unsubscribe'),
  );
  for (const source of sources) {
    const ids = places.filter((place) => place.source === source).map((place) => place.id);
    const ending = endings[source] ?? blocked;
    await endLeads(sql, ids, { ...ending, at });
  }
  return added.length + alone.length;
}
