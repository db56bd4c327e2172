import { silentLog } from '#platform/log/log';
import type { PlatformEnvironment } from '#platform/env/env';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database';
import { sandboxDemoModule } from './sandbox.module';
import { createServerContext } from './server-context';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

async function startBesideNoWorld(mode: 'sandbox' | 'production') {
  const environment = { mode } as PlatformEnvironment;
  const context = createServerContext({ environment, log: silentLog, progress: () => undefined });
  context.provide('database', test.database);
  context.provide('sandbox', { world: null, resolver: null, systemSmtpUrl: null, mail: null });
  await sandboxDemoModule.start(context);
  return test.query('select name from workspace where history_until is not null');
}

it('a sandbox’s database in production has no workspace that waits for its past; a process beside the sandbox leaves it', async () => {
  await test.query(`insert into workspace (name, history_until) values ('demo', now())`);
  expect(await startBesideNoWorld('sandbox')).toEqual([{ name: 'demo' }]);
  expect(await startBesideNoWorld('production')).toEqual([]);
});
