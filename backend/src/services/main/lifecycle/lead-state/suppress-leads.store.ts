import type { SqlClient } from '#platform/db/database';
import { addEntries } from './shared-entries.store';

/** Which of these leads must not be mailed: resuming them would change nothing. */
export async function findSuppressedLeads(
  workspaceId: number,
  sql: SqlClient,
  leadIds: readonly number[],
  clientScope: number,
): Promise<Set<number>> {
  const { rows } = await sql.query<{ id: number }>(
    `
      select l.id
      from lead l
      where l.workspace_id = $1
        and l.id = any($2)
        and (
          l.is_unsubscribed
            or l.is_bounced
            or exists (
              select
              from suppression s
              where s.workspace_id = $1
                and s.client_scope in (0, $3)
                and ((s.kind = 'email' and s.value = l.email) or (s.kind = 'domain' and s.value = l.domain))
            )
        )
    `,
    [workspaceId, leadIds, clientScope],
  );
  return new Set(rows.map((row) => row.id));
}

/** Marks leads as unsubscribed from everything and puts their addresses on the list; for a client of the agency on the client's own list only. */
export async function suppressLeads(
  workspaceId: number,
  sql: SqlClient,
  leadIds: readonly number[],
  entry: { source: 'unsubscribe' | 'category'; reason: string; userId: number; clientId: number | null; at: Date },
): Promise<void> {
  if (entry.source === 'unsubscribe' && entry.clientId === null)
    await sql.query(
      `
        update lead
        set is_unsubscribed = true, unsubscribed_at = coalesce(unsubscribed_at, $3), updated_at = $3
        where workspace_id = $1 and id = any($2)
      `,
      [workspaceId, leadIds, entry.at],
    );
  const { rows } = await sql.query<{ kind: string; value: string }>(
    `select distinct 'email' as kind, email as value from lead where workspace_id = $1 and id = any($2) order by email`,
    [workspaceId, leadIds],
  );
  const clientScope = entry.clientId ?? 0;
  await addEntries(
    workspaceId,
    sql,
    { entries: rows, clientScope, source: entry.source, by: entry.userId },
    async (missing) =>
      (
        await sql.query<{ kind: string; value: string }>(
          `
            insert into suppression (
              workspace_id, kind, value, source, reason, created_by, created_at, client_scope
            )
            select $1, 'email', g.value, $3, $4, $5, $6, $7
            from unnest($2::text[]) as g(value)
            on conflict
            do nothing
            returning kind, value
          `,
          [
            workspaceId,
            missing.map(({ value }) => value),
            entry.source,
            entry.reason,
            entry.userId,
            entry.at,
            clientScope,
          ],
        )
      ).rows,
  );
}
