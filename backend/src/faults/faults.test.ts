import { startFaultCluster, type FaultCluster } from './world/fault-database';
import { faults } from './world/faults';
import { runFaultCampaign } from './world/run-campaign';

let cluster: FaultCluster;
beforeAll(async () => {
  cluster = await startFaultCluster();
}, 120_000);
afterAll(async () => {
  await cluster.stop();
});

// Real worker processes, PostgreSQL, SMTP and IMAP; as many more as asked: `npm run faults`. The seed chooses where each fault strikes.
test('every invariant holds while 200 workers are killed at any byte of the dialogue, and under every other fault', async () => {
  const names = Object.keys(faults);
  const result = await runFaultCampaign({
    seed: 7,
    kills: 200,
    runs: names.length,
    only: names,
    eachOnce: true,
    cluster,
  });
  const { violations, enrolments, ...figures } = result;
  // Not by console: what was really struck is told even when everything passed.
  process.stdout.write(`Faults: ${JSON.stringify(figures)} ${JSON.stringify(enrolments)}\n`);
  expect(violations).toEqual([]);
  expect(result.kills).toBe(200);
  expect(Object.keys(result.struck).sort()).toEqual([...names].sort());
}, 1_200_000);
