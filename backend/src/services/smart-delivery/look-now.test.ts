import { createPlacementWorld, minute, type PlacementWorld } from './testing';

let placement: PlacementWorld;
let mailbox: number;
beforeAll(async () => {
  placement = await createPlacementWorld();
  mailbox = await placement.world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 1 });
  placement.world.mail.setArrivalRule(async ({ raw }) => ({ raw, folder: null, refusal: null }));
});
afterAll(() => placement.world.close());

/** Campaign time of one look, after so many hours. */
async function passHours(hours: number) {
  placement.world.main.clock.set(placement.world.main.clock.now() + hours * 60 * minute);
  await placement.runFor(1);
}

test('an email is missing a day after it was sent, however often somebody looks for it', async () => {
  const client = placement.clientOf({ ...placement.world.me.headers });
  const { id } = await client.addTest({
    body: {
      name: 'Looked for',
      type: 'manual',
      subject: 'A question about your docks',
      body_text: 'Hello Sam.',
      sender_ids: [mailbox],
      regions: ['Europe'],
    },
  });
  const params = { placementTestId: id };
  const latest = async () => (await client.report({ params })).latest;
  await placement.runFor(20);
  for (let looks = 0; looks < 12; looks += 1) {
    await client.lookNow({ params });
    await placement.runFor(1);
  }
  expect(await latest()).toMatchObject({ mails: 8, waiting: 8, missing: 0 });
  await passHours(23);
  expect(await latest()).toMatchObject({ waiting: 8, missing: 0 });
  await passHours(1);
  expect(await latest()).toMatchObject({ waiting: 0, missing: 8 });

  // Looking for what is missing ends none of the three days on which it can still come.
  for (let looks = 0; looks < 5; looks += 1) {
    await client.lookNow({ params });
    await placement.runFor(1);
  }
  const awaited = async () =>
    (
      await placement.world.main.test.query<{ count: number }>(
        'select count(*)::int as count from placement_mail where look_at is not null',
      )
    )[0]?.count;
  await passHours(48);
  expect(await awaited()).toBe(8);
  await passHours(25);
  expect(await awaited()).toBe(0);
});
