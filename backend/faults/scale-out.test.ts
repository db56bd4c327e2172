import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findRepositoryRoot } from '#platform/env/repository-root';
import { bundleProgram } from '#platform/testing/bundle-program';
import { findViolations } from './checker/find-violations';
import { createFaultWorld, timing, type FaultWorld } from './world/fault-world';
import { comeToRest } from './world/come-to-rest';

const root = findRepositoryRoot();
const programs = join(root, 'backend', 'node_modules', '.cache', 'faults', `scale-out-${process.pid}`);
const program = join(programs, 'main.cjs');
const children: ChildProcess[] = [];
let world: FaultWorld;

beforeAll(async () => {
  bundleProgram('backend/src/server/main.ts', program);
  bundleProgram('backend/src/services/main/heavy-worker.ts', join(programs, 'heavy-worker.cjs'));
  world = await createFaultWorld();
  // The mail world of this test takes the place of the first sandbox process: the workers find it taken and work beside it.
  await world.test.query('select pg_advisory_lock(7281143650021)');
  await world.test.query(`insert into sandbox_state (key, value) values ('history', '{"state": "done"}')`);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await world.close();
  rmSync(programs, { recursive: true, force: true });
});

/** The product's own program with nothing but the workers, as an operator starts it. */
const startWorkers = (): ChildProcess => {
  const child = spawn(process.execPath, [program, '--target=workers'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SKEIN_MODE: 'sandbox',
      PORT: '0',
      DATABASE_URL: world.test.url,
      SKEIN_DATA: world.dataFolder,
      SKEIN_MASTER_KEY_FILE: join(world.dataFolder, 'master.key'),
      LOG_LEVEL: 'silent',
    },
  });
  children.push(child);
  return child;
};

test('two processes with --target=workers share one database, one leaves and another comes, and every invariant holds', async () => {
  const [first, second] = [startWorkers(), startWorkers()];
  await world.addLeads(world.busyCampaignId, 60);
  await world.addLeads(world.strictCampaignId, 20);
  const owners = new Set<string>();
  const bothWorked = () =>
    [first, second].every((child) => [...owners].some((owner) => owner.includes(`:${child.pid}:`)));
  const look = async () => {
    for (const row of await world.test.query<{ lane_owner: string }>(
      'select lane_owner from mailbox where lane_owner is not null',
    ))
      owners.add(row.lane_owner);
  };
  for (await look(); !bothWorked(); await look()) {
    await keepSome();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  first.kill('SIGTERM');
  await new Promise((resolve) => first.once('exit', resolve));
  await comeToRest(world, () => undefined, { hasWorkers: true });
  second.kill('SIGTERM');
  await new Promise((resolve) => (second.exitCode === null ? second.once('exit', resolve) : resolve(null)));
  const evidence = await world.evidence();
  expect(findViolations(evidence, { flightTime: 15_000 * timing.scale, isAtRest: true })).toEqual([]);
  expect(evidence.mails.length).toBeGreaterThan(100);
});

/** Leads for as long as both have not had a turn. */
async function keepSome(): Promise<void> {
  const [row] = await world.test.query<{ count: number }>(
    `
      select count(*)::int as count
      from enrolment
      where campaign_id = $1 and status = 'STARTED' and open_intent_id is null
    `,
    [world.busyCampaignId],
  );
  if ((row?.count ?? 0) < 10) await world.addLeads(world.busyCampaignId, 10);
}
