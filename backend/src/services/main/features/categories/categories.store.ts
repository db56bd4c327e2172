import { fixedCategories, systemCategories } from '@skein/contracts/constants';
import type { SqlClient } from '../../../../platform/db/database';

export interface CategoryRecord {
  id: number;
  name: string;
  sentiment: 'positive' | 'neutral' | 'negative';
  hue: string | null;
  shape: string | null;
  created_at: Date;
}

export async function findCustomCategories(workspaceId: number, sql: SqlClient): Promise<CategoryRecord[]> {
  return (
    await sql.query<CategoryRecord>(
      'SELECT id, name, sentiment, hue, shape, created_at FROM lead_category WHERE workspace_id = $1 ORDER BY id',
      [workspaceId],
    )
  ).rows;
}

/** Fixed and system categories belong to everybody; a custom one to its workspace. */
export async function isKnownCategory(workspaceId: number, sql: SqlClient, categoryId: number): Promise<boolean> {
  if ([...fixedCategories, ...systemCategories].some((category) => category.id === categoryId)) return true;
  return (
    (await sql.query('SELECT FROM lead_category WHERE workspace_id = $1 AND id = $2', [workspaceId, categoryId]))
      .rowCount === 1
  );
}

export async function insertCategory(
  workspaceId: number,
  sql: SqlClient,
  category: { name: string; sentiment: string; hue: string | null; shape: string | null },
): Promise<CategoryRecord> {
  const { rows } = await sql.query<CategoryRecord>(
    'INSERT INTO lead_category (workspace_id, name, sentiment, hue, shape) VALUES ($1, $2, $3, $4, $5) RETURNING id, name, sentiment, hue, shape, created_at',
    [workspaceId, category.name, category.sentiment, category.hue, category.shape],
  );
  return rows[0] as CategoryRecord;
}

export async function writeCategoryRow(
  workspaceId: number,
  sql: SqlClient,
  categoryId: number,
  change: { name?: string; sentiment?: string; hue?: string | null; shape?: string | null },
): Promise<CategoryRecord | null> {
  const { rows } = await sql.query<CategoryRecord>(
    `UPDATE lead_category SET name = coalesce($3, name), sentiment = coalesce($4, sentiment), hue = CASE WHEN $5 THEN $6 ELSE hue END, shape = CASE WHEN $7 THEN $8 ELSE shape END WHERE workspace_id = $1 AND id = $2 RETURNING id, name, sentiment, hue, shape, created_at`,
    [
      workspaceId,
      categoryId,
      change.name ?? null,
      change.sentiment ?? null,
      change.hue !== undefined,
      change.hue ?? null,
      change.shape !== undefined,
      change.shape ?? null,
    ],
  );
  return rows[0] ?? null;
}

/** Its leads then have none. */
export async function removeCategory(workspaceId: number, sql: SqlClient, categoryId: number): Promise<boolean> {
  await sql.query(
    'UPDATE enrolment SET category_id = NULL, category_by = NULL WHERE workspace_id = $1 AND category_id = $2',
    [workspaceId, categoryId],
  );
  return (
    (await sql.query('DELETE FROM lead_category WHERE workspace_id = $1 AND id = $2', [workspaceId, categoryId]))
      .rowCount === 1
  );
}
