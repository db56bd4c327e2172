import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { KeptTemplate } from '../bulk/record-action';

export interface TemplateRecord {
  id: number;
  user_id: UserId;
  author: string;
  name: string;
  html: string;
  attachments: { storage_key: string; name: string; content_type: string; size: number }[];
  is_shared: boolean;
  used_count: number;
  last_used_at: Date | null;
}

const columns = `t.id, t.user_id, coalesce(u.name, u.email) as author, t.name, t.html, t.attachments, t.is_shared,
  t.used_count, t.last_used_at`;

/** Whose templates somebody sees: `ownOnly` for the people of an agency's client. */
export interface Reader {
  userId: UserId;
  ownOnly: boolean;
}

/** The most used first. @param id one of them only */
export async function findTemplates(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  reader: Reader,
  id: number | null = null,
): Promise<TemplateRecord[]> {
  const { rows } = await sql.query<TemplateRecord>(
    `
      select ${columns}
      from reply_template t
      join app_user u on u.workspace_id = t.workspace_id and u.id = t.user_id
      where t.workspace_id = $1
        and (t.user_id = $2 or (t.is_shared and not $3))
        and ($4::int is null or t.id = $4)
      order by t.used_count desc, lower(t.name), t.id
      limit 500
    `,
    [workspaceId, reader.userId, reader.ownOnly, id],
  );
  return rows;
}

export async function countTemplates(workspaceId: WorkspaceId, sql: SqlClient, userId: UserId): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    'select count(*)::int as count from reply_template where workspace_id = $1 and user_id = $2',
    [workspaceId, userId],
  );
  return rows[0]?.count ?? 0;
}

type Content = Pick<TemplateRecord, 'name' | 'html' | 'attachments' | 'is_shared'>;

export async function insertTemplate(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  userId: UserId,
  content: Content,
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `
      insert into reply_template (workspace_id, user_id, name, html, attachments, is_shared)
      values ($1, $2, $3, $4, $5, $6)
      returning id
    `,
    [workspaceId, userId, content.name, content.html, JSON.stringify(content.attachments), content.is_shared],
  );
  return rows[0]?.id as number;
}

export async function writeTemplate(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
  content: Content,
): Promise<void> {
  await sql.query(
    `
      update reply_template
      set name = $3, html = $4, attachments = $5, is_shared = $6, updated_at = now()
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, id, content.name, content.html, JSON.stringify(content.attachments), content.is_shared],
  );
}

/** @returns what it was; null when it is gone already */
export async function removeTemplate(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
): Promise<KeptTemplate | null> {
  const { rows } = await sql.query<
    Omit<KeptTemplate, 'last_used_at' | 'created_at'> & { last_used_at: Date | null; created_at: Date }
  >(
    `
      delete from reply_template
      where workspace_id = $1 and id = $2
      returning id, user_id, name, html, attachments, is_shared, used_count, last_used_at, created_at
    `,
    [workspaceId, id],
  );
  const [row] = rows;
  return row
    ? {
        ...row,
        last_used_at: row.last_used_at?.toISOString() ?? null,
        created_at: row.created_at.toISOString(),
      }
    : null;
}

/** Puts a template back as it was, unless its author has left. @returns whether it is there again */
export async function restoreTemplate(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  template: KeptTemplate,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      insert into reply_template (
        workspace_id, id, user_id, name, html, attachments, is_shared, used_count, last_used_at, created_at
      )
      select $1, $2, u.id, $4, $5, $6, $7, $8, $9, $10
      from app_user u
      where u.workspace_id = $1 and u.id = $3
      on conflict (id)
      do nothing
    `,
    [
      ...[workspaceId, template.id, template.user_id, template.name, template.html],
      ...[JSON.stringify(template.attachments), template.is_shared, template.used_count],
      ...[template.last_used_at, template.created_at],
    ],
  );
  return rowCount === 1;
}

export async function countUse(workspaceId: WorkspaceId, sql: SqlClient, id: number, at: Date): Promise<void> {
  await sql.query(
    `
      update reply_template
      set used_count = used_count + 1, last_used_at = $3
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, id, at],
  );
}
