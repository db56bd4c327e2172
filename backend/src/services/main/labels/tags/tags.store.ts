import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/**
 * Whether a tag (`t`) stands on something of the client's own (a placeholder; null: everybody else, who sees all): the
 * others may be named after whom it must not know.
 */
const isSeenBy = (client: string) => `
  (
    ${client}::int is null
      or exists (
        select
        from campaign_tag x
        join campaign c on c.id = x.campaign_id and c.workspace_id = x.workspace_id
        where x.workspace_id = t.workspace_id and x.tag_id = t.id and c.client_id = ${client}
      )
      or exists (
        select
        from mailbox_tag x
        join mailbox m on m.id = x.mailbox_id and m.workspace_id = x.workspace_id
        where x.workspace_id = t.workspace_id and x.tag_id = t.id and m.client_id = ${client}
      )
      or exists (
        select
        from lead_tag x
        join enrolment e on e.lead_id = x.lead_id and e.workspace_id = x.workspace_id
        join campaign c on c.id = e.campaign_id and c.workspace_id = e.workspace_id
        where x.workspace_id = t.workspace_id and x.tag_id = t.id and c.client_id = ${client}
      )
      or exists (
        select
        from lead_list_tag x
        join lead_list l on l.id = x.list_id and l.workspace_id = x.workspace_id
        where x.workspace_id = t.workspace_id and x.tag_id = t.id and l.client_id = ${client}
      )
  )
`;

/** Those of these tags that a client sees; null: everybody else, who sees all. */
export async function findSeenTags(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  ids: readonly number[],
  clientId: ClientId | null,
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `select t.id from tag t where t.workspace_id = $1 and t.id = any($3) and ${isSeenBy('$2')} order by t.id`,
    [workspaceId, clientId, ids],
  );
  return rows.map((row) => row.id);
}

export interface TagRow {
  id: number;
  name: string;
  color: string;
  campaign_count: number;
}

export async function findTags(workspaceId: WorkspaceId, sql: SqlClient, clientId: ClientId | null): Promise<TagRow[]> {
  return (
    await sql.query<TagRow>(
      `
        select t.id, t.name, t.color,
          (
            select count(*)::int
            from campaign_tag ct
            join campaign c on c.id = ct.campaign_id and c.workspace_id = ct.workspace_id
            where ct.tag_id = t.id and ($2::int is null or c.client_id = $2)
          ) as campaign_count
        from tag t
        where t.workspace_id = $1 and ${isSeenBy('$2')}
        order by lower(t.name)
      `,
      [workspaceId, clientId],
    )
  ).rows;
}

/** Inserts a tag, or changes the one with this id; null when it does not exist. A name that another tag has raises 23505. */
export async function writeTag(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  tag: { id?: number; name: string; color: string },
): Promise<Omit<TagRow, 'campaign_count'> | null> {
  const { rows } = tag.id
    ? await sql.query<TagRow>(
        'update tag set name = $3, color = $4 where workspace_id = $1 and id = $2 returning id, name, color',
        [workspaceId, tag.id, tag.name, tag.color],
      )
    : await sql.query<TagRow>(
        'insert into tag (workspace_id, name, color) values ($1, $2, $3) returning id, name, color',
        [workspaceId, tag.name, tag.color],
      );
  return rows[0] ?? null;
}

export async function removeTag(workspaceId: WorkspaceId, sql: SqlClient, tagId: number): Promise<boolean> {
  return (await sql.query('delete from tag where workspace_id = $1 and id = $2', [workspaceId, tagId])).rowCount === 1;
}
