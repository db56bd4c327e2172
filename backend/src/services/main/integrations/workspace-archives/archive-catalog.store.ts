import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import { archiveTables, columnsOfPeople, personColumns, workspaceColumns } from './archive-tables';

/** A table as it goes in and comes out. */
export interface CatalogTable {
  name: string;
  /** Columns of an archive, in the order of the table. */
  columns: string[];
  /** Those of them that name a person. */
  people: string[];
  /** Rows of an archive in the order of the table's key; the text of each is canonical. */
  select: string;
  /** Names of tables that it refers to. */
  refersTo: string[];
  /** The largest id that is taken, with room behind it for what comes after the import; null for a table that is not known by its ids. */
  idLimit: number | null;
}

interface FoundColumn {
  name: string;
  type: string;
  is_required: boolean;
  key_position: number | null;
}

/**
 * The tables of an archive, each behind those that it refers to. Read from the database, so that a new column is never
 * forgotten; columns of bytes are sealed secrets and are never in it.
 */
export async function readCatalog(sql: Pick<SqlClient, 'query'>): Promise<CatalogTable[]> {
  const { rows } = await sql.query<{ name: string; columns: FoundColumn[]; refers_to: string[] }>(
    `
      select c.relname as name,
        (
          select json_agg(
            json_build_object(
              'name', a.attname, 'type', format_type(a.atttypid, null), 'is_required', a.attnotnull,
              'key_position', array_position(k.conkey, a.attnum)
            )
            order by a.attnum
          )
          from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        ) as columns,
        array(
          select distinct f.relname::text
          from pg_constraint r
          join pg_class f on f.oid = r.confrelid
          where r.conrelid = c.oid and r.contype = 'f' and r.confrelid <> c.oid
        ) as refers_to
      from pg_class c
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
      order by c.relname
    `,
    [[...Object.keys(archiveTables), 'app_user', 'workspace']],
  );
  return inOrder(rows.map((row) => describe(row.name, row.columns, row.refers_to)));
}

function describe(name: string, found: FoundColumn[], refersTo: string[]): CatalogTable {
  const given = { workspace: workspaceColumns, app_user: personColumns }[name] as readonly string[] | undefined;
  const { omit = [], set = {}, where = 'true', ofRun } = archiveTables[name] ?? {};
  const run = ofRun?.columns ?? {};
  const kept = found.filter(
    (column) =>
      column.name !== 'workspace_id' &&
      column.type !== 'bytea' &&
      !omit.includes(column.name) &&
      (!given || given.includes(column.name)),
  );
  const columns = [...kept.map((column) => column.name), ...Object.keys(run)];
  const people =
    name === 'app_user'
      ? []
      : columns.filter((column) =>
          run[column] ? namesPerson(column) : kept.some((each) => each.name === column && isOfPerson(each)),
        );
  const stored = (column: string) => run[column] ?? `t."${column}"`;
  const value = (column: string) => (people.includes(column) ? `p_${column}.uuid` : (set[column] ?? stored(column)));
  const joins = people.map((column) => {
    const isRequired = kept.find((each) => each.name === column)?.is_required;
    return `${isRequired ? 'join' : 'left join'} app_user p_${column} on p_${column}.workspace_id = t.workspace_id
      and p_${column}.id = ${stored(column)}`;
  });
  if (ofRun) joins.unshift('join bulk_run r on r.workspace_id = t.workspace_id and r.id = t.run_id');
  const key = found
    .filter((column) => column.key_position !== null && column.name !== 'workspace_id')
    .sort((one, other) => (one.key_position as number) - (other.key_position as number))
    .map((column) => (people.includes(column.name) ? value(column.name) : `t."${column.name}"`));
  const order = name === 'app_user' ? ['t.uuid'] : key.length > 0 ? key : ['t.workspace_id'];
  return {
    name,
    columns,
    people,
    select: `
      select (jsonb_build_object(${pieces(columns.map((column) => `'${column}', ${value(column)}`))}))::text as line
      from ${name} t
      ${joins.join('\n')}
      where ${name === 'workspace' ? 't.id' : 't.workspace_id'} = $1 and (${where})
      order by ${order.join(', ')}
    `,
    refersTo,
    idLimit: given ? null : idLimit(found),
  };
}

function idLimit(found: FoundColumn[]): number | null {
  const id = found.find((column) => column.name === 'id');
  return id?.type === 'integer' ? 1_500_000_000 : id?.type === 'bigint' ? 2 ** 52 : null;
}

/** A function takes 100 arguments at most. */
function pieces(pairs: string[]): string {
  const parts: string[] = [];
  for (let at = 0; at < pairs.length; at += 40) parts.push(pairs.slice(at, at + 40).join(', '));
  return parts.join(') || jsonb_build_object(');
}

const namesPerson = (column: string): boolean => (columnsOfPeople as readonly string[]).includes(column);
const isOfPerson = (column: FoundColumn): boolean => column.type === 'integer' && namesPerson(column.name);

/**
 * Each table behind those that it refers to, and behind the people that it names. Domains of mailboxes come before the
 * trigger that would add them again.
 */
function inOrder(tables: CatalogTable[]): CatalogTable[] {
  const rest = new Map(tables.map((table) => [table.name, table]));
  const ordered: CatalogTable[] = [];
  const beforePeople = new Set(['app_user', ...(rest.get('app_user')?.refersTo ?? [])]);
  const waits = (table: CatalogTable) =>
    [
      ...table.refersTo,
      ...(table.name === 'mailbox' ? ['tracking_domain'] : []),
      ...(table.people.length > 0 && !beforePeople.has(table.name) ? ['app_user'] : []),
    ].some((name) => rest.has(name));
  while (rest.size > 0) {
    const next = [...rest.values()].find((table) => !waits(table));
    if (!next) throw new Error(`Tables refer to each other: ${[...rest.keys()].join(', ')}`);
    ordered.push(next);
    rest.delete(next.name);
  }
  return ordered;
}

/** Rows of a query in pages, through a cursor of the open transaction. */
export async function* readPages<Row extends object>(
  sql: Pick<SqlClient, 'query'>,
  text: string,
  workspaceId: WorkspaceId,
): AsyncGenerator<Row[]> {
  await sql.query(`declare archive_rows no scroll cursor for ${text}`, [workspaceId]);
  try {
    for (;;) {
      const { rows } = await sql.query<Row>('fetch 500 from archive_rows');
      if (rows.length > 0) yield rows;
      if (rows.length < 500) return;
    }
  } finally {
    await sql.query('close archive_rows').catch(() => undefined);
  }
}

/** How many rows a query has. */
export async function countRows(
  sql: Pick<SqlClient, 'query'>,
  table: CatalogTable,
  workspaceId: WorkspaceId,
): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count from ${table.name} where ${table.name === 'workspace' ? 'id' : 'workspace_id'} = $1`,
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}

/** The last migration of this installation. */
export async function readVersion(sql: Pick<SqlClient, 'query'>): Promise<string> {
  const { rows } = await sql.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations where finished_at is not null order by 1 desc limit 1',
  );
  return rows[0]?.name ?? '';
}
