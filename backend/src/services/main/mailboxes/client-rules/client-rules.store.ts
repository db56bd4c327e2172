import type { ClientId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { ClientRuleCondition } from '@skein/contracts/main/mailbox-client-rules.contract';
import type { SqlClient } from '#platform/db/database';

export interface ClientRuleRow {
  id: number;
  domain: string | null;
  tag: { id: number; name: string } | null;
  client: { id: number; name: string };
  mailboxes: number;
  created_at: Date;
}

/** Whether a mailbox (`m`) is meant by a domain or a tag. */
const matches = (domain: string, tagId: string) => `
  (
    split_part(m.from_email, '@', 2) = ${domain}
    or exists (
      select
      from mailbox_tag x
      where x.workspace_id = m.workspace_id and x.mailbox_id = m.id and x.tag_id = ${tagId}
    )
  )
`;

/** Rules in the order in which they apply; one of them where `ruleId` is given. */
export async function findRules(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  ruleId: number | null = null,
): Promise<ClientRuleRow[]> {
  return (
    await sql.query<ClientRuleRow>(
      `
        select r.id, r.domain, case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end as tag,
          json_build_object('id', c.id, 'name', c.name) as client, r.created_at,
          (
            select count(*)::int
            from mailbox m
            where m.workspace_id = r.workspace_id
              and m.client_id = r.client_id
              and m.deleted_at is null
              and ${matches('r.domain', 'r.tag_id')}
          ) as mailboxes
        from mailbox_client_rule r
        join agency_client c on c.workspace_id = r.workspace_id and c.id = r.client_id
        left join tag t on t.workspace_id = r.workspace_id and t.id = r.tag_id
        where r.workspace_id = $1 and ($2::int is null or r.id = $2)
        order by r.tag_id is null, r.id
        limit 500
      `,
      [workspaceId, ruleId],
    )
  ).rows;
}

export async function countRules(workspaceId: WorkspaceId, sql: SqlClient): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    'select count(*)::int as count from mailbox_client_rule where workspace_id = $1',
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}

/** Writes a rule; a domain or tag that has one raises 23505. Its label is the domain, or the tag's name. */
export async function insertRule(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  rule: { condition: ClientRuleCondition; clientId: ClientId; userId: UserId; at: Date },
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into mailbox_client_rule (workspace_id, domain, tag_id, client_id, label, created_by, created_at)
      select $1, $2, $3, $4, coalesce($2, 'Tag ' || t.name), $5, $6
      from (select) as one
      left join tag t on t.workspace_id = $1 and t.id = $3
      returning id
    `,
    [workspaceId, rule.condition.domain ?? null, rule.condition.tag_id ?? null, rule.clientId, rule.userId, rule.at],
  );
  return (rows[0] as { id: number }).id;
}

export async function removeRule(workspaceId: WorkspaceId, sql: SqlClient, ruleId: number): Promise<boolean> {
  const { rowCount } = await sql.query('delete from mailbox_client_rule where workspace_id = $1 and id = $2', [
    workspaceId,
    ruleId,
  ]);
  return rowCount === 1;
}

/** Connected mailboxes that match, by whose they are. */
export async function countMatching(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  rule: { condition: ClientRuleCondition; clientId: ClientId },
): Promise<{ without_client: number; of_this_client: number; of_others: number; examples: string[] }> {
  const { rows } = await sql.query<{
    without_client: number;
    of_this_client: number;
    of_others: number;
    examples: string[] | null;
  }>(
    `
      select count(*) filter (where m.client_id is null)::int as without_client,
        count(*) filter (where m.client_id = $4)::int as of_this_client,
        count(*) filter (where m.client_id <> $4)::int as of_others,
        (array_agg(m.from_email order by m.from_email) filter (where m.client_id is null))[1:5] as examples
      from mailbox m
      where m.workspace_id = $1 and m.deleted_at is null and ${matches('$2', '$3::int')}
    `,
    [workspaceId, rule.condition.domain ?? null, rule.condition.tag_id ?? null, rule.clientId],
  );
  const found = rows[0] as (typeof rows)[number];
  return { ...found, examples: found.examples ?? [] };
}
