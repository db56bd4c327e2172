import { runFaultCampaign } from './world/run-campaign';

// A small selection of the campaign against real worker processes, PostgreSQL, SMTP and IMAP; the whole of it is
// `npm run faults -- --seed N --runs M`. The seed chooses where in the dialogue each fault strikes.
test('every invariant holds while workers are killed, frozen and cut off, servers fail and people stop what is on its way', async () => {
  const only = ['kill-at-byte', 'server-trouble', 'stop', 'freeze-at-byte', 'cut-at-byte', 'database-connections', 'import'];
  const result = await runFaultCampaign({ seed: 7, runs: only.length, only, eachOnce: true });
  expect(result.violations).toEqual([]);
  expect(result.accepted).toBeGreaterThan(20);
}, 600_000);
