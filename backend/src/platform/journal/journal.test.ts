import { randomBytes, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../log/log';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { openJournal, type Journal } from './journal';
import { createLineWriter } from './line-writer';
import { readPlace } from './journal-place';
import { readJournal, type JournalContent } from './read-journal';
import { setPlace } from './journal.store';

const key = randomBytes(32);
let test: TestDatabase;
let folder: string;
let workspaceId: number;
const open: Journal[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skein-journal-'));
  await test.query('delete from instance');
  await test.query('delete from journal_place');
  await test.query('truncate workspace cascade');
  const [row] = await test.query<{ id: number }>(`insert into workspace (name) values ('Kept') returning id`);
  workspaceId = row?.id as number;
});
afterEach(async () => {
  for (const journal of open.splice(0)) await journal.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = async (place = folder) => {
  const journal = await openJournal({ folder: place, database: test.database, key, log: silentLog });
  open.push(journal);
  return journal;
};
const block = (value: string) =>
  test.query(`insert into suppression (workspace_id, kind, value, source) values ($1, 'email', $2, 'manual')`, [
    workspaceId,
    value,
  ]);
const release = (value: string) => test.query('delete from suppression where value = $1', [value]);
const send = (name: string) => ({
  messageId: `<${name}@skein.test>`,
  mailboxId: 7,
  intentId: '12',
  isFiled: false,
  at: 1,
});
const read = (sealedWith: Uint8Array = key) => readJournal({ folder, key: sealedWith }, test.database);
const content = async (): Promise<JournalContent> => {
  const found = await read();
  if (!found.content) throw new Error(found.why);
  return found.content;
};
const files = () =>
  readdirSync(join(folder, readPlace(folder) as string)).map((name) => join(folder, readPlace(folder) as string, name));
const pause = () =>
  test.query(
    `
      insert into instance (id, identity, system_identifier, database_name, timeline, sending_paused_reason)
      values (1, $1, '1', 'skein', 0, 'RESTORED')
    `,
    [randomUUID()],
  );

it('holds what was sent and who opted out, from every process, with addresses sealed', async () => {
  const [one, other] = [await start(), await start()];
  await Promise.all(
    [one, other].flatMap((journal, index) => [0, 1, 2].map((n) => journal.noteSend(send(`${index}-${n}`)))),
  );
  await block('ida@prospects.test');
  await other.writeOptOuts();
  const { sends, optOuts } = await content();
  expect(sends.size).toBe(6);
  expect(optOuts).toMatchObject([{ workspaceId, change: 'ADDED', kind: 'email', value: 'ida@prospects.test' }]);
  for (const file of files()) expect(readFileSync(file, 'utf8')).not.toContain('ida');
  expect(await test.query('select from opt_out_queue')).toEqual([]);
});

it('hears of an opt-out that somebody else committed', async () => {
  await start();
  await block('ida@prospects.test');
  // The writer is not asked: it waits for the notification, and the test for the row to go.
  for (let rows = 1; rows > 0;) rows = (await test.query('select from opt_out_queue')).length;
  expect((await content()).optOuts).toHaveLength(1);
});

it('keeps the last word on an entry, over restarts', async () => {
  const first = await start();
  await block('ida@prospects.test');
  await block('kim@prospects.test');
  await first.writeOptOuts();
  await first.stop();
  const second = await start();
  await release('ida@prospects.test');
  await second.writeOptOuts();
  const words = new Map((await content()).optOuts.map((entry) => [entry.value, entry.change]));
  expect(Object.fromEntries(words)).toEqual({ 'ida@prospects.test': 'REMOVED', 'kim@prospects.test': 'ADDED' });
});

it('bears half a line at the end of a file, and is damaged by one in the middle', async () => {
  const journal = await start();
  await journal.noteSend(send('whole'));
  const [file] = files();
  appendFileSync(file as string, '{"send":{"messageId":"<ha');
  expect([...(await content()).sends.keys()]).toEqual(['<whole@skein.test>']);
  appendFileSync(file as string, '\n{"send":{}}\n');
  expect(await read()).toMatchObject({ content: null, isSpoilt: true, why: expect.stringContaining('damaged') });
});

it('is not read with another key', async () => {
  const journal = await start();
  await block('ida@prospects.test');
  await journal.writeOptOuts();
  expect(await read(randomBytes(32))).toMatchObject({
    content: null,
    why: expect.stringContaining('another master key'),
  });
});

it('does not count where there is none, where it is younger than the database, and for a database without', async () => {
  expect(await read()).toMatchObject({ content: null, why: expect.stringContaining('no journal') });
  await start();
  await test.query('update journal_place set place = $1', [randomUUID()]);
  expect(await read()).toMatchObject({ content: null, isSpoilt: false, why: expect.stringContaining('begun after') });
  await test.query('delete from journal_place');
  expect(await read()).toMatchObject({ content: null, why: expect.stringContaining('before the journal') });
});

it('counts no more when another machine writes elsewhere, in the database and in the folder of a backup made before', async () => {
  await start();
  const [before] = await test.query<{ place: string }>('select place from journal_place');
  await start(join(folder, 'other'));
  expect(await read()).toMatchObject({ content: null, isSpoilt: true, why: expect.stringContaining('Several places') });
  // The next process of the first place says so in it.
  await start();
  await test.query('update journal_place set is_split = false, place = $1', [before?.place]);
  expect(await read()).toMatchObject({ content: null, isSpoilt: true });
});

it('is begun anew where nobody has written for a while, and only then', async () => {
  await start();
  const elsewhere = join(folder, 'other');
  await start(elsewhere);
  expect(await test.query('select place from journal_place')).toEqual([{ place: readPlace(folder) }]);
  await test.query(`update journal_place set written_at = now() - interval '3 minutes'`);
  const journal = await start(elsewhere);
  expect(await test.query('select place, is_split from journal_place')).toEqual([
    { place: readPlace(elsewhere), is_split: false },
  ]);
  await block('ida@prospects.test');
  await journal.writeOptOuts();
  expect(await readJournal({ folder: elsewhere, key }, test.database)).toMatchObject({ content: { optOuts: [{}] } });
});

it('takes no opt-out where the journal is in another place by now', async () => {
  const left = await start();
  await setPlace(test.database, randomUUID());
  await block('ida@prospects.test');
  await left.writeOptOuts();
  expect(await test.query('select value from opt_out_queue')).toEqual([{ value: 'ida@prospects.test' }]);
});

it('claims nothing in a database that waits for its operator', async () => {
  await pause();
  await start();
  expect(await test.query('select from journal_place')).toEqual([]);
  await test.query(`insert into journal_place (id, place, written_at) values (1, $1, now() - interval '1 day')`, [
    randomUUID(),
  ]);
  const journal = await start();
  await block('ida@prospects.test');
  await journal.writeOptOuts();
  expect(await test.query('select is_split from journal_place')).toEqual([{ is_split: false }]);
  expect(await test.query('select value from opt_out_queue')).toEqual([{ value: 'ida@prospects.test' }]);
});

it('leaves out emails of the time that the database covers', async () => {
  const journal = await start();
  await journal.noteSend(send('old'));
  await test.query(`update journal_place set written_at = now() + interval '5 minutes'`);
  expect((await content()).sends.size).toBe(0);
});

it('forgets emails of long ago and keeps opt-outs', async () => {
  const journal = await start();
  await block('ida@prospects.test');
  await journal.writeOptOuts();
  const old = join(folder, readPlace(folder) as string, `sends-2020-01-01-${randomUUID()}.ndjson`);
  writeFileSync(old, '');
  await start();
  expect(existsSync(old)).toBe(false);
  expect((await content()).optOuts).toHaveLength(1);
});

it('says when a line may not be on the disk, and goes on in another file', async () => {
  const names = [join(folder, 'is-a-folder'), join(folder, 'second')];
  mkdirSync(names[0] as string);
  const writer = createLineWriter(() => names.shift() as string);
  await expect(writer.write({ line: 1 })).rejects.toThrow(/EEXIST|EISDIR/);
  await writer.write({ line: 2 });
  await writer.close();
  expect(readFileSync(join(folder, 'second'), 'utf8')).toBe('{"line":2}\n');
});

it('keeps an opt-out in the queue while it cannot be written', async () => {
  const journal = await start();
  const place = join(folder, readPlace(folder) as string);
  writeFileSync(place, 'not a folder');
  await block('ida@prospects.test');
  await journal.writeOptOuts();
  expect(await test.query('select value from opt_out_queue')).toHaveLength(1);
  rmSync(place);
  await journal.writeOptOuts();
  expect((await content()).optOuts).toHaveLength(1);
});

it('goes on where an operator sets it', async () => {
  await pause();
  const journal = await start();
  await block('ida@prospects.test');
  await setPlace(test.database, readPlace(folder) as string);
  await test.query('update instance set sending_paused_reason = null');
  await journal.stop();
  open.pop();
  await start();
  expect((await content()).optOuts).toHaveLength(1);
});
