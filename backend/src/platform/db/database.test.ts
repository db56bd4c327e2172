import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createDatabase } from './database';
import { createNotifications } from './notifications';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.query(`
    create table note (
      workspace_id integer not null, id integer primary key, body text not null
    ); alter table note enable row level security; alter table note force row level security; create policy
      tenant on note to skein_app using (
      workspace_id = nullif(current_setting('app.workspace_id', true), '')::integer
    ); create policy system on note to skein_system using (true); grant
    select,
    insert,
    update, delete on note to skein_app, skein_system;
    insert into note
    values (1, 1, 'first of one'), (2, 2, 'first of two')
  `);
});

afterAll(() => test.drop());

const bodies = (rows: { body: string }[]) => rows.map((row) => row.body);

it('shows a workspace only its own rows, through Prisma and through pg', async () => {
  const viaPrisma = await test.database.tenant(1, (tx) => tx.$queryRaw<{ body: string }[]>`SELECT body FROM note`);
  const viaPg = await test.database.tenantSql(
    2,
    async (client) => (await client.query<{ body: string }>('select body from note')).rows,
  );
  expect(bodies(viaPrisma)).toEqual(['first of one']);
  expect(bodies(viaPg)).toEqual(['first of two']);
});

it('shows the system role all workspaces', async () => {
  const rows = await test.database.system((tx) => tx.$queryRaw<{ body: string }[]>`SELECT body FROM note ORDER BY id`);
  expect(bodies(rows)).toEqual(['first of one', 'first of two']);
});

it('refuses to write a row of another workspace', async () => {
  const write = test.database.tenant(1, (tx) => tx.$executeRaw`INSERT INTO note VALUES (2, 3, 'smuggled')`);
  await expect(write).rejects.toThrow(/row-level security/);
});

it('leaves no workspace behind on a pooled connection', async () => {
  await test.database.tenantSql(1, (client) => client.query('select 1'));
  const { rows } = await test.database.pools.app.query('select * from note');
  expect(rows).toEqual([]);
});

it('rolls everything back when the work fails', async () => {
  const write = test.database.tenantSql(1, async (client) => {
    await client.query(`insert into note values (1, 4, 'lost')`);
    throw new Error('changed my mind');
  });
  await expect(write).rejects.toThrow('changed my mind');
  expect(await test.query('select * from note where id = 4')).toEqual([]);
});

it('runs a transaction again after a serialization failure', async () => {
  let attempts = 0;
  await test.database.tenant(1, async (tx) => {
    attempts++;
    await tx.$executeRaw`UPDATE note SET body = 'again' WHERE id = 1`;
    if (attempts < 3) await tx.$executeRawUnsafe("DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$");
  });
  expect(attempts).toBe(3);
});

it('gives up after eight attempts', async () => {
  let attempts = 0;
  const run = test.database.systemSql(async (client) => {
    attempts++;
    await client.query("DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40P01'; END $$");
  });
  await expect(run).rejects.toMatchObject({ code: '40P01' });
  expect(attempts).toBe(8);
});

it.each([0, -1, 1.5, Number.NaN])('refuses %p as a workspace id', (id) => {
  expect(() => test.database.tenantSql(id, async () => undefined)).toThrow(/positive integer/);
});

it('says what to grant when the login user may not act as the roles', async () => {
  await test.query(
    `DO $$ BEGIN CREATE ROLE plain LOGIN PASSWORD 'plain'; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  );
  const url = new URL(test.url);
  url.username = 'plain';
  url.password = 'plain';
  const database = createDatabase({ url: url.href });
  await expect(database.verify()).rejects.toThrow(/may not act as skein_app and skein_system/);
  await database.close();
});

it('refuses whoever waits longer for a connection than the operator allows', async () => {
  const database = createDatabase({ url: test.url, poolSize: 1, waitSeconds: 1 });
  const refusal = database.systemRead(() => database.systemRead(async () => 'unreachable'));
  await expect(refusal).rejects.toThrow('timeout exceeded when trying to connect');
  await database.close();
});

it('hears a notification, and hears again after its connection was cut', async () => {
  const heard: string[] = [];
  let wake: () => void = () => undefined;
  const next = () => new Promise<void>((resolve) => (wake = resolve));
  const stop = await test.database.listen('skein_test', (payload) => {
    heard.push(payload);
    wake();
  });
  const first = next();
  await test.query(`select pg_notify('skein_test', 'one')`);
  await first;
  const reconnected = next();
  await test.query(
    `
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where application_name = 'skein-listen' and datname = current_database()
    `,
  );
  await reconnected;
  const third = next();
  await test.query(`select pg_notify('skein_test', 'two')`);
  await third;
  expect(heard).toEqual(['one', '', 'two']);
  await stop();
});

it('keeps one connection that listens, however long the server was away', async () => {
  const address = new URL(test.url);
  let isAway = false;
  const sockets = new Set<Socket>();
  let tries = 0;
  const proxy = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    if (isAway) {
      tries += 1;
      if (tries === 4) isAway = false;
      return void socket.destroy();
    }
    const server = connect(Number(address.port), address.hostname);
    sockets.add(server.on('error', () => undefined).on('close', () => socket.destroy()));
    socket
      .on('close', () => server.destroy())
      .pipe(server)
      .pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const through = new URL(test.url);
  through.port = String((proxy.address() as AddressInfo).port);
  const waits: number[] = [];
  const notifications = createNotifications({
    url: through.href,
    onError: () => undefined,
    later: (work, wait) => {
      waits.push(wait);
      return setTimeout(work);
    },
  });
  let isBack: () => void = () => undefined;
  const heardAgain = new Promise<void>((resolve) => (isBack = resolve));
  await notifications.listen('skein_away', (payload) => {
    if (payload === '') isBack();
  });
  isAway = true;
  for (const socket of sockets) socket.destroy();
  await heardAgain;
  // Each try leaves one behind; a try that left two would stand here twice.
  expect(waits).toEqual([200, 400, 800, 1_600, 3_200]);
  const [listening] = await test.query<{ count: number }>(
    `
      select count(*)::int as count
      from pg_stat_activity
      where application_name = 'skein-listen' and query like '%skein_away%'
    `,
  );
  expect(listening?.count).toBe(1);
  await notifications.close();
  await new Promise((resolve) => proxy.close(resolve));
});
