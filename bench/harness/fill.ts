import type { Client } from 'pg';

/** The `id` of the first row. */
export const readId = async (owner: Client, text: string, values: unknown[] = []): Promise<number> =>
  (await owner.query<{ id: number }>(text, values)).rows[0]?.id as number;

/** A workspace on the largest plan with its owner. */
export async function addWorkspace(owner: Client, name: string): Promise<{ workspace: number; user: number }> {
  const workspace = await readId(
    owner,
    `insert into workspace (name, plan_type) values ($1, 'enterprise') returning id`,
    [name],
  );
  const user = await readId(
    owner,
    `
      insert into app_user (workspace_id, email, name, role, is_email_verified)
      values ($1, $2, $3, 'OWNER', true)
      returning id
    `,
    [workspace, `${name.toLowerCase()}@company.test`, name],
  );
  return { workspace, user };
}

/**
 * Runs `fill` without triggers and without checking references one by one, then brings the planner's statistics up to date.
 * @param owner a superuser
 * @param memory of the session meanwhile, as in `{ work_mem: '256MB' }`
 */
export async function fillUnchecked<Result>(
  owner: Client,
  fill: () => Promise<Result>,
  memory: Partial<Record<'maintenance_work_mem' | 'work_mem', string>> = {},
): Promise<Result> {
  await owner.query('set session_replication_role = replica');
  for (const [name, size] of Object.entries(memory)) await owner.query(`set ${name} = '${size}'`);
  const result = await fill();
  await owner.query('set session_replication_role = origin');
  for (const name of Object.keys(memory)) await owner.query(`reset ${name}`);
  await owner.query('vacuum analyze');
  return result;
}

/**
 * Runs `fill` while the indexes of these tables that guard nothing are away: made behind the rows they take a fraction of the time. An
 * index of a partitioned table comes back in all its partitions.
 */
export async function fillBehindIndexes<Result>(
  owner: Client,
  tables: readonly string[],
  fill: () => Promise<Result>,
): Promise<Result> {
  const { rows: indexes } = await owner.query<{ name: string; text: string }>(
    `
      select c.relname as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as text
      from pg_index i
      join pg_class c on c.oid = i.indexrelid
      where i.indrelid = any($1::regclass[])
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
        and not i.indisunique
    `,
    [tables],
  );
  for (const index of indexes) await owner.query(`drop index "${index.name}"`);
  const result = await fill();
  for (const index of indexes) await owner.query(index.text);
  return result;
}
