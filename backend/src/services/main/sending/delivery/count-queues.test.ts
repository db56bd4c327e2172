import { createSendingWorld, type SendingWorld } from './testing';
import { rulesIn } from './testing/rules-world';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());
const { box, people, sql, next, step, opener, hourly } = rulesIn(() => world);
const hour = 3_600_000;

const roundsOf = (campaignId: number) =>
  sql<{ planned: number; skipped: Record<string, number> }>(
    `select planned, counts -> 'skipped' as skipped from trigger_run where campaign_id = $1 order by sequence`,
    [campaignId],
  );

test('a round counts all leads that wait for their turn, not only those that it looked at', async () => {
  const start = next(1) + 7 * hour;
  world.main.clock.set(start);
  const campaignId = await world.campaign({
    mailboxIds: [await box(), await box()],
    leads: people(53),
    steps: [opener, step({ hours: 1, days: 0 })],
    settings: hourly,
  });
  await world.runUntil(start + 6 * hour);
  const rounds = (await roundsOf(campaignId)).filter((round) => round.planned > 0);
  expect(rounds.length).toBeGreaterThan(2);
  expect(rounds[0]).toMatchObject({ planned: 2, skipped: { WAITING_TURN: 51 } });
  // Later ones have follow-ups too: a lead that is sent nothing waits, and all of them are counted.
  for (const [index, { skipped }] of rounds.entries()) {
    const waiting = Object.values(skipped).reduce((sum, count) => sum + count, 0);
    expect(waiting).toBeGreaterThanOrEqual(51 - 2 * index);
  }
});
