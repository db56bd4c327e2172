import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

type Found = readonly { domain: string; provider: string }[];

/** Keeps the answers for every workspace: whose mail server a domain has is no secret of one of them. */
export async function rememberProviders(sql: SqlClient, found: Found, at: Date): Promise<void> {
  const sorted = [...found].sort((one, other) => (one.domain < other.domain ? -1 : 1));
  await sql.query(
    `
      insert into mail_domain (domain, provider, checked_at)
      select g.domain, g.provider, $3
      from unnest($1::text[], $2::text[]) as g(domain, provider)
      on conflict (domain)
      do update set provider = excluded.provider, checked_at = excluded.checked_at
    `,
    [sorted.map((one) => one.domain), sorted.map((one) => one.provider), at],
  );
}

/** Sets the provider of a workspace's leads of these domains, and of their enrolments that were sent nothing yet. */
export async function applyProviders(workspaceId: WorkspaceId, sql: SqlClient, found: Found): Promise<void> {
  if (found.length === 0) return;
  await sql.query(
    `
      with changed as (
        update lead l
        set provider = g.provider
        from unnest($2::text[], $3::text[]) as g(domain, provider)
        where l.workspace_id = $1 and l.domain = g.domain and l.provider <> g.provider
        returning l.id, l.provider
      )
      update enrolment e
      set provider = c.provider
      from changed c
      where e.workspace_id = $1 and e.lead_id = c.id and e.provider <> c.provider
    `,
    [workspaceId, found.map((one) => one.domain), found.map((one) => one.provider)],
  );
}
