import type { Client } from 'pg';

/** A table whose rows belong into a backup. */
export interface BackupTable {
  name: string;
  columns: string[];
}

/** Every table of the product, in no particular order: migrations make the tables, jobs are made again by what they are about. */
export async function backupTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `
      select format('%I.%I', n.nspname, c.relname) as name,
        array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid
        and a.attnum > 0
        and not a.attisdropped
        and a.attgenerated = ''
      where c.relkind in ('r', 'p')
        and not c.relispartition
        and n.nspname in ('public', 'sandbox')
        and c.relname <> '_prisma_migrations'
      group by 1
      order by 1
    `,
  );
  return rows;
}

/** Names of the migrations that made this database, in their order. */
export async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations where finished_at is not null order by migration_name',
  );
  return rows.map((row) => row.name);
}

export const columnList = (table: BackupTable): string =>
  table.columns.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');

/** First line of a backup. */
export interface BackupHeader {
  format: 'skein-backup-1';
  madeAt: string;
  migrations: string[];
  tables: number;
}
