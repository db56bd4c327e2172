import type { Pool } from 'pg';
import { VaultError, type Vault } from './vault';

/** A column of sealed records. */
export interface SealedColumn {
  table: string;
  /** the table's primary key */
  key: readonly string[];
  column: string;
  /** further columns that the context is made of */
  further?: readonly string[];
  /** what a record is bound to, from the columns above */
  contextOf: (row: Record<string, unknown>) => string;
}

/** Records in one statement. */
const BATCH = 200;

/** The number of the key under which a record is sealed stands in its second byte (vault.ts). */
const underAnother = (column: string) => `${column} is not null and get_byte(${column}, 1) <> $1`;

/** How many records of a column are sealed under another key than this one. */
export async function countUnderOtherKeys(pool: Pool, { table, column }: SealedColumn, keyId: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `
      select count(*)::int as count
      from ${table}
      where ${underAnother(column)}
    `,
    [keyId],
  );
  return rows[0]?.count ?? 0;
}

export interface Resealed {
  moved: number;
  /** records that do not open under any key of the file, by table and primary key */
  unopened: string[];
}

/** A column and the key that seals it from now on. */
interface ColumnToReseal {
  sealed: SealedColumn;
  vault: Vault;
  keyId: number;
}

/**
 * Moves the records of a column to the present key, each only if nobody has written it meanwhile. It looks for what is
 * under another key, so it goes on wherever an earlier run ended.
 * @param onMoved told of each record that was moved
 */
export async function resealColumn(
  pool: Pool,
  { sealed, vault, keyId }: ColumnToReseal,
  onMoved: () => void = () => undefined,
): Promise<Resealed> {
  const { key } = sealed;
  const result: Resealed = { moved: 0, unopened: [] };
  let last: unknown[] | null = null;
  for (;;) {
    const rows = await readBatch(pool, sealed, keyId, last);
    if (rows.length === 0) return result;
    for (const row of rows) {
      last = key.map((name) => row[name]);
      try {
        if (!(await moveRecord(pool, sealed, vault, row))) continue;
        result.moved += 1;
        onMoved();
      } catch (error) {
        if (!(error instanceof VaultError)) throw error;
        result.unopened.push(`${sealed.table} ${key.map((name) => `${name} ${String(row[name])}`).join(', ')}`);
      }
    }
  }
}

async function readBatch(
  pool: Pool,
  { table, key, column, further = [] }: SealedColumn,
  keyId: number,
  last: unknown[] | null,
): Promise<Record<string, unknown>[]> {
  const names = key.join(', ');
  const { rows } = await pool.query<Record<string, unknown>>(
    `
      select ${[...key, ...further].join(', ')}, ${column} as sealed
      from ${table}
      where ${underAnother(column)}
        ${last ? `and (${names}) > (${key.map((_name, index) => `$${index + 2}`).join(', ')})` : ''}
      order by ${names}
      limit ${BATCH}
    `,
    [keyId, ...(last ?? [])],
  );
  return rows;
}

async function moveRecord(
  pool: Pool,
  { table, key, column, contextOf }: SealedColumn,
  vault: Vault,
  row: Record<string, unknown>,
): Promise<boolean> {
  const before = row['sealed'] as Buffer;
  const after = vault.rewrap(before, contextOf(row));
  if (after === undefined) return false;
  const { rowCount } = await pool.query(
    `
      update ${table}
      set ${column} = $1
      where ${column} = $2
        and ${key.map((name, index) => `${name} = $${index + 3}`).join(' and ')}
    `,
    [after, before, ...key.map((name) => row[name])],
  );
  return rowCount === 1;
}
