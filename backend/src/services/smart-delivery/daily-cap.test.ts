import { runDueSending } from '#sending/sending-worker/sending-worker';
import { createPlacementWorld, minute, type PlacementWorld } from './testing';

let placement: PlacementWorld;

// In Berlin 25 October 2026 has 25 hours; it begins five minutes from here.
beforeAll(async () => {
  placement = await createPlacementWorld('2026-10-24T21:55:00Z');
});
afterAll(() => placement.world.close());

const addTest = async (sender: number, regions: string[]) => {
  const { id } = await placement.clientOf({ ...placement.world.me.headers }).addTest({
    body: {
      name: 'Cap',
      type: 'manual',
      subject: 'A question',
      body_text: 'Hello.',
      sender_ids: [sender],
      regions,
    },
  });
  return id;
};
const campaign = (mailbox: number, name: string) =>
  placement.world.campaign({
    mailboxIds: [mailbox],
    leads: Array.from({ length: 20 }, (_, index) => `silent.${name}${index}@prospects.test`),
    settings: { window_start: '00:00', window_end: '24:00', min_time_btwn_emails: 3 },
  });
const timesOf = (login: string) => placement.world.mail.record.find({ login }).map(({ acceptedAt }) => acceptedAt);
const withCampaigns = () => runDueSending(placement.world.deps, 'test-worker');

test('a test and a campaign that send side by side stay within the cap, also on a day of 25 hours', async () => {
  const { world } = placement;
  const email = 'berlin@northlight.test';
  const sender = await world.connect(email, {
    message_per_day: 5,
    min_time_to_wait_minutes: 3,
    time_zone: 'Europe/Berlin',
  });
  world.main.clock.set(Date.parse('2026-10-24T22:05:00Z'));
  await addTest(sender, ['Europe']);
  await placement.runFor(30);
  expect(timesOf(email)).toHaveLength(5);
  await campaign(sender, 'berlin');
  // The mails of the test are 24 hours old at 23:05 in Berlin, and the day still lasts.
  world.main.clock.set(Date.parse('2026-10-25T22:04:00Z'));
  await placement.runFor(90, withCampaigns);
  const dayEnd = Date.parse('2026-10-25T23:00:00Z');
  const times = timesOf(email);
  expect(times.filter((at) => at < dayEnd)).toHaveLength(5);
  expect(times.filter((at) => at >= dayEnd).length).toBeGreaterThan(0);
  for (const from of times)
    expect(times.filter((at) => at >= from && at < from + 1_440 * minute).length).toBeLessThan(6);
});

test('a mailbox whose cap is still growing sends no more test mails than its day allows', async () => {
  const { world } = placement;
  const email = 'young@northlight.test';
  const sender = await world.connect(email, { message_per_day: 50, min_time_to_wait_minutes: 3 });
  const today = new Date(world.main.clock.now()).toISOString().slice(0, 10);
  await world.main.test.query('update mailbox set ramp = $2 where id = $1', [
    sender,
    JSON.stringify({ from: today, start: 3, increase: 1 }),
  ]);
  await addTest(sender, ['Europe']);
  await placement.runFor(40, withCampaigns);
  expect(timesOf(email)).toHaveLength(3);
});
