import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDatabase } from '../db/database';
import { prepareDatabase } from '../db/prepare-database';
import { createSendingFence } from '../instance/sending-fence';
import { startOwnedServer, type OwnedServer } from '../testing/owned-server';
import { dumpDatabase } from './dump-database';
import { loadDatabase } from './load-database';

/** Everything that guards the tables, in one text. */
const GUARDS = `
  select string_agg(line, e'\\n' order by line) as guards
  from (
    select format('%s.%s %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as line
    from pg_constraint k
    where k.connamespace = 'public'::regnamespace
    union all
    select format('%s.%s %s', t.tgrelid::regclass, t.tgname, t.tgenabled)
    from pg_trigger t
    where not t.tgisinternal
    union all
    select format('%s %s %s', c.oid::regclass, c.relrowsecurity, c.relforcerowsecurity)
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
  ) lines
`;

async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe.each([15, 18] as const)(
  'on PostgreSQL %i, as an owner with LOGIN and CREATEROLE and nothing else',
  (major) => {
    let server: OwnedServer;
    let folder: string;
    beforeAll(async () => {
      server = await startOwnedServer(major);
      folder = mkdtempSync(join(tmpdir(), 'skein-owned-'));
    });
    afterAll(async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    /** As the superuser, whom row-level security never keeps from a row. */
    const everything = (database: string) => {
      const url = new URL(server.adminUrl);
      url.pathname = `/${database}`;
      return ask<{ workspaces: number; leads: number }>(
        url.href,
        `
        select (select count(*)::int from workspace) as workspaces, (select count(*)::int from lead) as leads,
          (select md5(string_agg(lead::text, '|' order by id)) from lead) as content
      `,
      );
    };

    it('starts, backs up every row, restores it, and keeps every rule of the tables', async () => {
      expect(server.version).toMatch(new RegExp(`^${major}\\.`));
      const url = await server.makeDatabase('lost');
      await prepareDatabase(url);
      const database = createDatabase({ url, poolSize: 2 });
      await database.verify();
      await createSendingFence({ database, dataFolder: folder }).check();
      for (const name of ['One', 'Other'])
        await database.systemSql(async (sql) => {
          const { rows } = await sql.query<{ id: number }>(
            `insert into workspace (name, plan_type) values ($1, 'pro') returning id`,
            [name],
          );
          await sql.query(
            `
            insert into lead (workspace_id, email, domain)
            select $1, 'p' || n || '@d.test', 'd.test'
            from generate_series(1, 500) n
          `,
            [rows[0]?.id],
          );
        });
      await database.close();
      const [before] = await everything('lost');
      expect(before).toMatchObject({ workspaces: 2, leads: 1000 });
      const [{ guards }] = (await ask<{ guards: string }>(url, GUARDS)) as [{ guards: string }];

      const file = join(folder, 'database.gz');
      await dumpDatabase(url, file);
      const empty = await server.makeDatabase('found');
      for (const target of [empty, url]) {
        await loadDatabase(target, file);
        expect(await ask(target, GUARDS)).toEqual([{ guards }]);
      }
      expect(await everything('found')).toEqual([before]);
      expect(await everything('lost')).toEqual([before]);
      expect(await ask(empty, `select sending_paused_reason as reason from instance`)).toEqual([
        { reason: 'RESTORED' },
      ]);
    });

    it('says what an administrator has to run for another user beside the first, and takes that', async () => {
      await prepareDatabase(await server.makeDatabase('first'));
      const second = await server.makeDatabase('second', 'somebody');
      if (major === 18) {
        const refusal = await prepareDatabase(second).catch((error: Error) => error.message);
        expect(refusal).toMatch(/administrator run once: .*GRANT skein_app, skein_system TO somebody/);
        await ask(server.adminUrl, 'grant skein_app, skein_system to somebody');
      }
      await prepareDatabase(second);
      const database = createDatabase({ url: second, poolSize: 2 });
      await database.verify();
      await database.close();
    });
  },
);
