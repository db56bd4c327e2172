import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { JournaledOptOut } from '#platform/journal/journal-lines';

interface AddedEntry {
  kind: string;
  value: string;
  client_scope: number;
  source: string;
}

/** Those that were not there, and their leads as unsubscribed where they asked for it. Nobody undoes any of them. */
export async function addEntries(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  entries: readonly JournaledOptOut[],
  at: Date,
): Promise<AddedEntry[]> {
  // What is there may be somebody's who could undo it.
  await sql.query(
    `
      update suppression s
      set stands_for_others = true
      from unnest($2::text[], $3::text[], $4::int[]) as g(kind, value, client_scope)
      where s.workspace_id = $1
        and s.kind = g.kind
        and s.value = g.value
        and s.client_scope = g.client_scope
        and not s.stands_for_others
    `,
    [
      workspaceId,
      entries.map((entry) => entry.kind),
      entries.map((entry) => entry.value),
      entries.map((entry) => entry.clientScope),
    ],
  );
  const { rows: added } = await sql.query<AddedEntry>(
    `
      insert into suppression (workspace_id, kind, value, client_scope, source, reason, created_at)
      select w.id, g.kind, g.value, g.client_scope, g.source, g.reason, $7
      from unnest($2::text[], $3::text[], $4::int[], $5::text[], $6::text[]) as g(kind, value, client_scope, source, reason)
      join workspace w on w.id = $1
      order by g.kind, g.value
      on conflict (workspace_id, kind, value, client_scope)
      do nothing
      returning kind, value, client_scope, source
    `,
    [
      workspaceId,
      entries.map((entry) => entry.kind),
      entries.map((entry) => entry.value),
      entries.map((entry) => entry.clientScope),
      entries.map((entry) => entry.source),
      entries.map((entry) => entry.reason),
      at,
    ],
  );
  const asked = added.filter((entry) => entry.source === 'unsubscribe' && entry.client_scope === 0);
  if (asked.length > 0)
    await sql.query(
      `
        update lead
        set is_unsubscribed = true, unsubscribed_at = coalesce(unsubscribed_at, $3), updated_at = now()
        where workspace_id = $1 and email = any($2)
      `,
      [workspaceId, asked.map((entry) => entry.value), at],
    );
  return added;
}

interface StoppedPlace {
  id: number;
  source: string;
}

/**
 * Open places of leads that entries match, a domain those below it too, locked in their order; a client's own list reaches that client's
 * campaigns alone.
 */
export async function findByEntries(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  entries: readonly AddedEntry[],
): Promise<StoppedPlace[]> {
  const { rows } = await sql.query<StoppedPlace>(
    `
      select e.id, g.source
      from unnest($2::text[], $3::text[], $4::int[], $5::text[]) as g(kind, value, client_scope, source)
      cross join lateral (
        select id
        from lead
        where workspace_id = $1 and email = g.value and g.kind = 'email'
        union all
        select leads_covered_by($1, array[g.value])
        where g.kind = 'domain'
      ) l
      join enrolment e on e.workspace_id = $1 and e.lead_id = l.id
      join campaign c on c.id = e.campaign_id
      where e.status in ('STARTED', 'INPROGRESS', 'PAUSED')
        and (g.client_scope = 0 or c.client_id = g.client_scope)
      order by e.id
      for update of e
    `,
    [
      workspaceId,
      entries.map((entry) => entry.kind),
      entries.map((entry) => entry.value),
      entries.map((entry) => entry.client_scope),
      entries.map((entry) => entry.source),
    ],
  );
  return rows;
}

/** Open places of leads that were unsubscribed from one campaign (`ID:ADDRESS`). */
export async function findByCampaigns(
  sql: SqlClient,
  workspaceId: WorkspaceId,
  entries: readonly JournaledOptOut[],
): Promise<StoppedPlace[]> {
  if (entries.length === 0) return [];
  const { rows } = await sql.query<StoppedPlace>(
    `
      select e.id, 'unsubscribe' as source
      from unnest($2::text[]) as g(value)
      join lead l on l.workspace_id = $1 and l.email = substr(g.value, strpos(g.value, ':') + 1)
      join enrolment e on e.workspace_id = $1
        and e.lead_id = l.id
        and e.campaign_id = split_part(g.value, ':', 1)::int
      where e.status in ('STARTED', 'INPROGRESS', 'PAUSED') and not e.is_unsubscribed
      order by e.id
      for update of e
    `,
    [workspaceId, entries.map((entry) => entry.value)],
  );
  return rows;
}
