import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { readIdentityFile, writeIdentityFile } from './identity-file';
import { createSendingFence, type SendingFence, type SendingFenceOptions } from './sending-fence';

let test: TestDatabase;
let folder: string;

beforeAll(async () => {
  test = await createTestDatabase();
});

afterAll(() => test.drop());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skein-fence-'));
  await test.query('delete from instance');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fence = (more: Partial<SendingFenceOptions> = {}): SendingFence =>
  createSendingFence({ database: test.database, dataFolder: folder, ...more });

it('lets a new installation send, and the same one after every restart', async () => {
  for (let start = 0; start < 3; start++) expect(await fence().check()).toMatchObject({ paused: false, reason: null });
});

it('pauses before it was ever checked', async () => {
  expect(await fence().isPaused()).toBe(true);
});

it('pauses when the identity file is not there', async () => {
  await fence().check();
  rmSync(join(folder, 'instance.json'));
  expect(await fence().check()).toMatchObject({ paused: true, reason: 'IDENTITY_MISSING' });
});

it("pauses a copy that meets another installation's file", async () => {
  await fence().check();
  writeIdentityFile(folder, { identity: '7b1c8f66-2b0e-4c43-9a5c-0d3c1f6f2a11', starts: 1 });
  expect(await fence().check()).toMatchObject({ paused: true, reason: 'IDENTITY_DIFFERS' });
});

it.each([
  ['system', { systemIdentifier: '42', timeline: 1, databaseName: 'skein' }],
  ['timeline', { systemIdentifier: '1', timeline: 2, databaseName: 'skein' }],
  ['database', { systemIdentifier: '1', timeline: 1, databaseName: 'copy' }],
])('pauses when the %s differs', async (_name, facts) => {
  await fence({ readFacts: async () => ({ systemIdentifier: '1', timeline: 1, databaseName: 'skein' }) }).check();
  expect(await fence({ readFacts: async () => facts }).check()).toMatchObject({
    paused: true,
    reason: 'SERVER_DIFFERS',
  });
});

// The server of the tests cannot fail over; what it noted of itself is moved back instead.
const failOver = () => test.query('update instance set timeline = timeline + 1');
const refused = async () => (await test.query<{ held: boolean }>('select server_has_changed() as held'))[0]?.held;

it('notices a standby that takes over while it runs, and pauses', async () => {
  await fence().check();
  const running = fence();
  expect(await running.isPaused()).toBe(false);
  expect(await refused()).toBe(false);
  await failOver();
  // Asked with each mail, and so before the process itself has looked again.
  expect(await refused()).toBe(true);
  expect(await fence().isPaused()).toBe(true);
  expect(await fence().state()).toMatchObject({ paused: true, reason: 'SERVER_DIFFERS' });
  await fence().confirm('operator');
  expect(await fence().isPaused()).toBe(false);
  expect(await refused()).toBe(false);
});

it('goes on after a failover that it has witnessed where replication is synchronous', async () => {
  await fence().check();
  let elapsed = 0;
  const running = fence({ failover: 'resume', elapsed: () => elapsed });
  await running.state();
  await failOver();
  elapsed += 4 * 60_000;
  expect(await running.isPaused()).toBe(false);
  expect(await refused()).toBe(false);
  await failOver();
  // So long away it may be a restored backup.
  elapsed += 6 * 60_000;
  expect(await running.isPaused()).toBe(true);
});

it('pauses when a backup was restored over the database', async () => {
  await fence().check();
  await test.query('create table backup as select * from instance');
  await fence().check();
  await test.query('delete from instance');
  await test.query('insert into instance select * from backup');
  await test.query('drop table backup');
  expect(await fence().check()).toMatchObject({ paused: true, reason: 'OLDER_THAN_LAST_START' });
});

it('pauses when the database ran with another copy of the file', async () => {
  await fence().check();
  const old = readIdentityFile(folder);
  await fence().check();
  await fence().check();
  if (old) writeIdentityFile(folder, old);
  expect(await fence().check()).toMatchObject({ paused: true, reason: 'RAN_ELSEWHERE' });
});

it('bears a kill between the two writes', async () => {
  await fence().check();
  const before = readIdentityFile(folder);
  await fence().check();
  if (before) writeIdentityFile(folder, before);
  expect(await fence().check()).toMatchObject({ paused: false });
});

it('a start that is killed before its commit is no restored backup, and makes up for one that was killed after it', async () => {
  await fence().check();
  const before = readIdentityFile(folder);
  await fence().check();
  if (before) writeIdentityFile(folder, before);
  await test.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$`,
  );
  await test.query(
    'CREATE CONSTRAINT TRIGGER refuse AFTER UPDATE ON instance DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()',
  );
  await expect(fence().check()).rejects.toThrow('killed');
  expect(readIdentityFile(folder)?.starts).toBe((before?.starts ?? 0) + 1);
  await test.query('DROP FUNCTION refuse CASCADE');
  expect(await fence().check()).toMatchObject({ paused: false });
});

it('stays paused over restarts until somebody confirms, then sends', async () => {
  await fence().check();
  rmSync(join(folder, 'instance.json'));
  await fence().check();
  const again = fence();
  expect(await again.check()).toMatchObject({ paused: true, reason: 'IDENTITY_MISSING' });
  expect(await again.isPaused()).toBe(true);
  expect(await again.confirm('operator@skein.test')).toMatchObject({ paused: false });
  expect(await again.isPaused()).toBe(false);
  expect(await fence().check()).toMatchObject({ paused: false });
});

it('counts no starts where the identity is given from outside', async () => {
  const givenIdentity = '7b1c8f66-2b0e-4c43-9a5c-0d3c1f6f2a11';
  for (let start = 0; start < 4; start++)
    expect(await fence({ givenIdentity }).check()).toMatchObject({ paused: false });
  expect(await fence({ givenIdentity: '0b1c8f66-2b0e-4c43-9a5c-0d3c1f6f2a12' }).check()).toMatchObject({
    reason: 'IDENTITY_DIFFERS',
  });
});

it("reads the real server's facts", async () => {
  await fence().check();
  const [row] = await test.query<{ system_identifier: string; timeline: number }>('select * from instance');
  expect(row?.system_identifier).toMatch(/^\d{10,}$/);
  expect(row?.timeline).toBe(1);
});
