import { runFaultCampaign } from './world/run-campaign';

// A small selection of the campaign: each kind of fault once and a few kills more, against real worker processes, PostgreSQL, SMTP and IMAP.
// The whole campaign is `npm run faults -- --seed N --runs M`; the limit keeps a busy machine from taking the test run hostage.
test('every invariant holds while workers are killed, frozen and cut off, servers fail and people stop what is on its way', async () => {
  const result = await runFaultCampaign({ seed: 7, runs: 13, eachOnce: true, limit: 25_000 });
  expect(result.violations).toEqual([]);
  expect(Object.values(result.struck).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(3);
  expect(result.accepted).toBeGreaterThan(20);
});
