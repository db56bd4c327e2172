import type fileSystem from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';

import { auditedTriggers } from './audited-tables';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import {
  functionsFolder,
  functionsNamedIn,
  isTrigger,
  readFunctions,
  readMarks,
  type FunctionFile,
} from './function-files';

let test: TestDatabase;
let owner: Client;
let files: FunctionFile[];

beforeAll(async () => {
  test = await createTestDatabase();
  owner = new Client({ connectionString: test.url });
  await owner.connect();
  files = await readFunctions();
});
afterAll(async () => {
  await owner.end();
  await test.drop();
});

/** What the database itself says of a function with its grants, or of a trigger. */
async function definitionOf(file: FunctionFile): Promise<unknown> {
  const [table, trigger] = file.name.split('.');
  const { rows } = await owner.query<{ definition: unknown }>(
    isTrigger(file)
      ? `
          select pg_get_triggerdef(t.oid) as definition
          from pg_trigger t
          where t.tgrelid = to_regclass($1)
            and t.tgname = $2
        `
      : `
          select json_build_array(pg_get_functiondef(p.oid), p.proacl) as definition
          from pg_proc p
          where p.pronamespace = $1::regnamespace
            and p.proname = $2
        `,
    isTrigger(file) ? [table, trigger] : ['public', file.name],
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.definition;
}

it('finds each function and trigger of the database in a file of its own, and each file in the database', async () => {
  expect([...(await readMarks(owner))].sort()).toEqual(files.map(({ name, mark }) => [name, mark]).sort());
});

it('finds in the database what the files say, with bodies that PostgreSQL accepts', async () => {
  for (const file of files) {
    const before = await definitionOf(file);
    await owner.query('begin');
    try {
      if (isTrigger(file)) await owner.query(dropStatementOf(file));
      await owner.query(file.sql);
      expect({ file: file.name, is: await definitionOf(file) }).toEqual({ file: file.name, is: before });
    } finally {
      await owner.query('rollback');
    }
  }
});

function dropStatementOf({ name }: FunctionFile): string {
  const [table, trigger] = name.split('.');
  return `drop trigger ${trigger} on ${table}`;
}

it('lets nobody run a function with the rights of the owner who was not granted it', async () => {
  const open = await test.query<{ name: string }>(
    `
      select p.proname as name
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and p.prosecdef
        and (p.proacl is null or p.proacl::text ~ '[{,]=X')
        and p.prorettype <> 'trigger'::regtype
    `,
  );
  expect(open).toEqual([]);
});

it('applies a function after those that it calls, and triggers last', () => {
  const at = (name: string) => files.findIndex((file) => file.name === name);
  expect(at('search_received')).toBeLessThan(at('search_conversations'));
  expect(at('sending_refusals')).toBeLessThan(at('submit_reserved'));
  expect(files.findIndex(isTrigger)).toBe(files.filter((file) => !isTrigger(file)).length);
});

it('refuses the product without its list of audited tables, which the folder of a test need not have', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skein-functions-'));
  expect(await readFunctions(folder)).toEqual([]);
  await rm(folder, { recursive: true });
  const real = jest.requireActual<typeof fileSystem>('node:fs/promises');
  const { readFile } = real;
  const reads = jest
    .spyOn(real, 'readFile')
    .mockImplementation(((file: string, ...how: []) =>
      readFile(file.replace('audited-tables.json', 'no-such-list.json'), ...how)) as typeof readFile);
  try {
    for (const given of [undefined, functionsFolder()])
      await expect(readFunctions(given)).rejects.toMatchObject({ code: 'ENOENT' });
  } finally {
    reads.mockRestore();
  }
});

it('makes the same trigger of a list in another order', () => {
  const of = (fields: string, secrets: string) =>
    auditedTriggers({ api_key: { tells: 'keys', kind: 'api-key', fields, secrets } });
  expect(of('name expires_at', 'hash')).toEqual(of('expires_at  name', 'hash'));
  expect(of('name', 'salt hash')[0]?.sql).toContain('"hash", "name", "salt"');
});

it('knows which functions a migration names', () => {
  const named = functionsNamedIn('select submit_reserved(null); -- not search_leads', files);
  expect(named.map(({ name }) => name)).toEqual([
    'covering_domains',
    'mailbox_bounce_response',
    'inbox_is_read',
    'inboxes_of_replies',
    'unread_inbox',
    'sending_refusals',
    'submit_reserved',
  ]);
});
