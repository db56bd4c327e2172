import type { SqlClient } from '../../../../platform/db/database';

type Found = readonly { domain: string; provider: string }[];

/** Keeps the answers for every workspace: whose mail server a domain has is no secret of one of them. */
export async function rememberProviders(sql: SqlClient, found: Found, at: Date): Promise<void> {
  const sorted = [...found].sort((one, other) => (one.domain < other.domain ? -1 : 1));
  await sql.query(
    'INSERT INTO mail_domain (domain, provider, checked_at) SELECT g.domain, g.provider, $3 FROM unnest($1::text[], $2::text[]) AS g(domain, provider) ON CONFLICT (domain) DO UPDATE SET provider = excluded.provider, checked_at = excluded.checked_at',
    [sorted.map((one) => one.domain), sorted.map((one) => one.provider), at],
  );
}

/** Sets the provider of a workspace's leads of these domains, and of their enrolments that were sent nothing yet. */
export async function applyProviders(workspaceId: number, sql: SqlClient, found: Found): Promise<void> {
  if (found.length === 0) return;
  await sql.query(
    `WITH changed AS (UPDATE lead l SET provider = g.provider FROM unnest($2::text[], $3::text[]) AS g(domain, provider) WHERE l.workspace_id = $1 AND l.domain = g.domain AND l.provider <> g.provider RETURNING l.id, l.provider)
     UPDATE enrolment e SET provider = c.provider FROM changed c WHERE e.workspace_id = $1 AND e.lead_id = c.id AND e.provider <> c.provider`,
    [workspaceId, found.map((one) => one.domain), found.map((one) => one.provider)],
  );
}
