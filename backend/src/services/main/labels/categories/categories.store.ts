import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface CategoryRecord {
  id: number;
  name: string;
  sentiment: 'positive' | 'neutral' | 'negative';
  description: string;
  hue: string | null;
  shape: string | null;
  created_at: Date;
}

export async function findCustomCategories(workspaceId: WorkspaceId, sql: SqlClient): Promise<CategoryRecord[]> {
  return (
    await sql.query<CategoryRecord>(
      'select id, name, sentiment, description, hue, shape, created_at from lead_category where workspace_id = $1 order by id',
      [workspaceId],
    )
  ).rows;
}

/** Whether the workspace has made this category. */
export async function hasCustomCategory(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  categoryId: number,
): Promise<boolean> {
  return (
    (await sql.query('select from lead_category where workspace_id = $1 and id = $2', [workspaceId, categoryId]))
      .rowCount === 1
  );
}

export async function insertCategory(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  category: { name: string; sentiment: string; description: string; hue: string | null; shape: string | null },
): Promise<CategoryRecord> {
  const { rows } = await sql.query<CategoryRecord>(
    `
      insert into lead_category (workspace_id, name, sentiment, hue, shape, description)
      values ($1, $2, $3, $4, $5, $6)
      returning id, name, sentiment, description, hue, shape, created_at
    `,
    [workspaceId, category.name, category.sentiment, category.hue, category.shape, category.description],
  );
  return rows[0] as CategoryRecord;
}

export async function writeCategoryRow(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  categoryId: number,
  change: { name?: string; sentiment?: string; description?: string; hue?: string | null; shape?: string | null },
): Promise<CategoryRecord | null> {
  const { rows } = await sql.query<CategoryRecord>(
    `
      update lead_category
      set name = coalesce($3, name), sentiment = coalesce($4, sentiment),
        hue = case when $5 then $6 else hue end, shape = case when $7 then $8 else shape end,
        description = coalesce($9, description)
      where workspace_id = $1 and id = $2
      returning id, name, sentiment, description, hue, shape, created_at
    `,
    [
      workspaceId,
      categoryId,
      change.name ?? null,
      change.sentiment ?? null,
      change.hue !== undefined,
      change.hue ?? null,
      change.shape !== undefined,
      change.shape ?? null,
      change.description ?? null,
    ],
  );
  return rows[0] ?? null;
}

/** Its leads then have none. */
export async function removeCategory(workspaceId: WorkspaceId, sql: SqlClient, categoryId: number): Promise<boolean> {
  await sql.query(
    'update enrolment set category_id = null, category_by = null where workspace_id = $1 and category_id = $2',
    [workspaceId, categoryId],
  );
  return (
    (await sql.query('delete from lead_category where workspace_id = $1 and id = $2', [workspaceId, categoryId]))
      .rowCount === 1
  );
}
