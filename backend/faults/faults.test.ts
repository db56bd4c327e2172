/**
 * Each kind of fault once: every death of world/deaths.ts, then every fault of world/faults.ts, on real worker
 * processes, PostgreSQL, SMTP and IMAP. `npm run faults` runs the same with `--each`, and what takes longer than a test
 * may: storms of hundreds of kills whose bytes a seed chooses (`--kills 200 --seed 7`), fleets of 300 mailboxes
 * (`--fleet`), faults by their weights (`--runs`) and the lanes (`--lane`). Its worlds are added up in
 * docs/faults-ledger.jsonl. Seeded stories in virtual time: simulation/simulation.test.ts and `npm run soak`.
 */
import { eachDeath } from './world/deaths';
import { startFaultCluster, type FaultCluster } from './world/fault-database';
import { faults } from './world/faults';
import { openFaultCampaign, type FaultCampaign } from './world/run-campaign';
import { smallStorm } from './world/storm-size';

const names = Object.keys(faults);
let cluster: FaultCluster;
let campaign: FaultCampaign;
beforeAll(async () => {
  cluster = await startFaultCluster();
  campaign = await openFaultCampaign({
    seed: 7,
    deaths: eachDeath,
    size: smallStorm,
    runs: names.length,
    eachOnce: true,
    cluster,
  });
});
afterAll(async () => {
  await campaign.close();
  await cluster.stop();
});

// One world for all: what a fault left behind meets the next one.
test('workers die in each part of the dialogue', () => campaign.storm());

test.each(names)('%s strikes', async (name) => {
  expect(await campaign.strike(name)).not.toBeNull();
});

test('every invariant holds once the world has come to rest', async () => {
  const { violations, enrolments, ...figures } = await campaign.judge();
  // Not by console: what was really struck is told even when everything passed.
  process.stdout.write(`Faults: ${JSON.stringify(figures)} ${JSON.stringify(enrolments)}\n`);
  expect(violations).toEqual([]);
  expect(figures.killPlaces).toEqual({
    dialogue: 4,
    'final dot': 4,
    replies: 3,
    'all at once': 1,
    reading: eachDeath.readers.length,
  });
  expect(figures.struck).toEqual(Object.fromEntries(names.map((name) => [name, 1])));
});
