import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findRepositoryRoot } from '../env/repository-root';
import { createEmptyDatabase, createTestDatabase } from '../testing/test-database';
import { runMigrations } from './migrate';

const run = promisify(execFile);

/** What would have to be done to the database to make it what the schema files say, as SQL. */
async function differenceOf(url: string): Promise<string> {
  const script = join(findRepositoryRoot(), 'scripts', 'lib', 'schema-difference.mjs');
  return (await run(process.execPath, ['--no-warnings', script, url])).stdout;
}

it('the migrations make exactly the tables that the schema files describe', async () => {
  const empty = await createEmptyDatabase();
  try {
    await runMigrations({ url: empty.url });
    expect(await differenceOf(empty.url)).toBe('');
  } finally {
    await empty.drop();
  }
});

it('notices a column and an index that were changed manually', async () => {
  const test = await createTestDatabase();
  try {
    await test.query('drop index worker_heartbeat_beat_at_idx');
    await test.query('alter table instance drop column starts');
    const difference = await differenceOf(test.url);
    expect(difference).toMatch(/ADD COLUMN\s+"starts"/);
    expect(difference).toContain('CREATE INDEX "worker_heartbeat_beat_at_idx"');
  } finally {
    await test.drop();
  }
});
