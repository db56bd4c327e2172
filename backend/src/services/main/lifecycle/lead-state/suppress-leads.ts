import type { ClientId, LeadId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { insertAddresses } from './shared-entries.store';
import { addEntries } from './shared-entries';
import { findAddressesOf, writeUnsubscribed } from './suppress-leads.store';

/** What the block list says of leads, and who put them there. */
interface LeadsEntry {
  source: 'unsubscribe' | 'category';
  reason: string;
  userId: UserId | null;
  clientId: ClientId | null;
  at: Date;
}

/**
 * Marks leads as unsubscribed from everything and puts their addresses on the list; for a client of the agency on the
 * client's own list only.
 */
export async function suppressLeads(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  leadIds: readonly LeadId[],
  { source, reason, userId, clientId, at }: LeadsEntry,
): Promise<void> {
  if (source === 'unsubscribe' && clientId === null) await writeUnsubscribed(workspaceId, sql, leadIds, at);
  const emails = await findAddressesOf(workspaceId, sql, leadIds);
  const entry = { source, clientScope: clientId ?? 0, by: userId };
  await addEntries(
    workspaceId,
    sql,
    { ...entry, entries: emails.map((value) => ({ kind: 'email', value })) },
    (missing) =>
      insertAddresses(
        workspaceId,
        sql,
        missing.map(({ value }) => value),
        { ...entry, reason, at },
      ),
  );
}
