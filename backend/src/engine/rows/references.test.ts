import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findRepositoryRoot } from '#platform/env/repository-root';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { closedColumns } from './closed-columns';

const tables = Object.keys(closedColumns);
/** Columns that name a row: by an id, a person, or a mailbox of before. */
const naming = /_(id|by|from)$/;
/** Named like one, but these hold words (closed-columns.ts). */
const words = new Set(['enrolment.category_by', 'intent.drafted_by']);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Columns of the four tables, and those of them that a foreign key in force keeps true. */
async function readReferences(): Promise<{ named: string[]; kept: Set<string> }> {
  const rows = await database.query<{ name: string; is_kept: boolean }>(
    `
      select c.relname || '.' || a.attname as name,
        exists (
          select
          from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'f' and k.convalidated and a.attnum = any(k.conkey)
        ) as is_kept
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
      order by 1
    `,
    [tables],
  );
  const named = rows.filter(({ name }) => naming.test(name) && !words.has(name));
  return {
    named: named.map(({ name }) => name),
    kept: new Set(named.filter(({ is_kept }) => is_kept).map(({ name }) => name)),
  };
}

/** Columns of which the schema files say why they have no key: `/// No key: ...` right above. */
function readReasons(): string[] {
  const folder = join(findRepositoryRoot(), 'backend', 'prisma', 'schema');
  const text = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  return text.split(/^model /m).flatMap((model) => {
    const table = /@@map\("(\w+)"\)/.exec(model)?.[1] ?? '';
    return [...model.matchAll(/\/\/\/ No key: \S.*\n {2}(\w+) /g)].map(([, column]) => `${table}.${column}`);
  });
}

test('every reference of the four tables has a foreign key, or says why not', async () => {
  const { named, kept } = await readReferences();
  expect(named.filter((name) => !kept.has(name))).toEqual(readReasons().toSorted());
});

test('what a row deleted elsewhere leaves behind is found by an index', async () => {
  const rows = await database.query<{ name: string }>(
    `
      select k.conname as name
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      where k.contype = 'f'
        and c.relname in ('enrolment', 'intent')
        and not exists (
          select
          from pg_index i
          where i.indrelid = k.conrelid
            and i.indisvalid
            and i.indkey[0] = any(k.conkey)
            and (array_length(k.conkey, 1) = 1 or i.indkey[0] <> (
              select w.attnum from pg_attribute w where w.attrelid = k.conrelid and w.attname = 'workspace_id'
            ) or i.indkey[1] = any(k.conkey))
        )
    `,
  );
  expect(rows).toEqual([]);
});

test('whoever leaves, and an upload that goes, is forgotten by the rows that named them, and by nothing else of them', async () => {
  const rows = await database.query<{ name: string; action: string }>(
    `
      select k.conname as name, pg_get_constraintdef(k.oid) as action
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      where k.contype = 'f'
        and c.relname = any($1)
        and k.confrelid in ('app_user'::regclass, 'lead_upload'::regclass)
    `,
    [tables],
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { name, action } of rows) expect(`${name}: ${action}`).toMatch(/ON DELETE SET NULL \(\w+\)$/);
});
