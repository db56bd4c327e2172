import { createPlacementWorld, minute, type PlacementWorld } from './testing';

let placement: PlacementWorld;
let mailbox: number;
beforeAll(async () => {
  placement = await createPlacementWorld();
  mailbox = await placement.world.connect('rosa@northlight.test');
});
afterAll(() => placement.world.close());

const client = () => placement.clientOf({ ...placement.world.me.headers });
const workspace = (set: string, value: unknown) =>
  placement.world.main.test.query(
    `update workspace set ${set} = $2 where id = (select workspace_id from mailbox where id = $1)`,
    [mailbox, value],
  );
const automatic = () =>
  client().addTest({
    body: {
      name: 'Each week',
      type: 'auto',
      every_days: 7,
      subject: 'Docks',
      body_text: 'Hello.',
      sender_ids: [mailbox],
      regions: ['Asia'],
    },
  });

test('automatic tests count as active monitors of the plan; a stopped one makes room', async () => {
  await workspace('monitor_limit', 1);
  const { id } = await automatic();
  expect((await client().choices({})).monitors).toEqual({ used: 1, limit: 1 });
  await expect(automatic()).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  await client().stop({ params: { placementTestId: id } });
  const other = await automatic();
  await expect(client().runAgain({ params: { placementTestId: id } })).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  await client().deleteTest({ params: { placementTestId: other.id } });
  await client().runAgain({ params: { placementTestId: id } });
  // Manual tests are no monitors.
  await client().addTest({
    body: { name: 'Once', type: 'manual', subject: 'Docks', body_text: 'Hello.', sender_ids: [mailbox] },
  });
});

test('a plan without SmartDelivery is refused by the server, reading as well as writing', async () => {
  const other = await placement.world.main.signIn();
  await placement.world.main.test.query(
    `update workspace set feature_access = '{"smart_delivery": false}' where id = $1`,
    [other.workspaceId],
  );
  const refused = placement.clientOf({ ...other.headers });
  await expect(refused.tests({})).rejects.toMatchObject({ code: 'PLAN_REQUIRED' });
  await expect(refused.addFolder({ body: { name: 'Docks' } })).rejects.toMatchObject({ code: 'PLAN_REQUIRED' });
});

/** Runs of a test, and whether it is paused. */
const stateOf = async (id: number) =>
  (
    await placement.world.main.test.query<{ runs: number; is_paused: boolean }>(
      `
        select is_paused, (select count(*)::int from placement_run r where r.test_id = t.id) as runs
        from placement_test t
        where id = $1
      `,
      [id],
    )
  )[0];
const inAWeek = async () => {
  const { clock } = placement.world.main;
  clock.set(clock.now() + 7 * 86_400_000 + minute);
  await placement.runFor(3);
};

test('after a change to a plan of fewer monitors the oldest go on, and one beyond them is paused', async () => {
  await workspace('monitor_limit', null);
  for (const { id } of (await client().tests({})).rows) await client().deleteTest({ params: { placementTestId: id } });
  const [older, newer] = [await automatic(), await automatic()];
  await placement.runFor(3);
  await workspace('monitor_limit', 1);
  await inAWeek();
  expect(await stateOf(older.id)).toEqual({ runs: 2, is_paused: false });
  expect(await stateOf(newer.id)).toEqual({ runs: 1, is_paused: true });
  const params = { placementTestId: newer.id };
  await expect(client().resume({ params })).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  await workspace('monitor_limit', 2);
  await client().resume({ params });
  await inAWeek();
  expect([await stateOf(older.id), await stateOf(newer.id)]).toEqual([
    { runs: 3, is_paused: false },
    { runs: 2, is_paused: false },
  ]);
});

test('once the plan has ended no test runs and no email of one is sent; renewed, both go on', async () => {
  const { main } = placement.world;
  await workspace('monitor_limit', null);
  const { id } = await automatic();
  const end = async (isSubscribed: boolean, at: Date | null) => {
    await workspace('is_subscribed', isSubscribed);
    await workspace('subscription_end_at', at);
    await workspace('trial_end_at', at);
  };
  await end(false, new Date(main.realClock.now() - 2 * 86_400_000));
  // One email of a mailbox is looked at in a round, those of the tests before it first.
  await placement.runFor(40);
  const emails = () =>
    main.test.query<{ state: string; failure_text: string | null }>(
      `
        select distinct p.state, p.failure_text
        from placement_mail p
        join placement_run r on r.id = p.run_id
        where r.test_id = $1 and r.number = 1
      `,
      [id],
    );
  const ended = 'Waiting: the plan or trial has ended. Renew the plan.';
  expect(new Set((await emails()).map(({ state }) => state))).toEqual(new Set(['PLANNED']));
  expect(await emails()).toContainEqual({ state: 'PLANNED', failure_text: ended });
  await inAWeek();
  expect(await stateOf(id)).toEqual({ runs: 1, is_paused: false });
  await end(true, null);
  await workspace('feature_access', '{"smart_delivery": false}');
  await inAWeek();
  expect(await stateOf(id)).toEqual({ runs: 1, is_paused: false });
  await workspace('feature_access', '{}');
  await inAWeek();
  expect((await stateOf(id))?.runs).toBe(2);
  await placement.runFor(90);
  expect((await emails()).map(({ state }) => state)).toContain('SENT');
});
