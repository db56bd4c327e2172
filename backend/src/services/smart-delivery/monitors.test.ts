import { createPlacementWorld, type PlacementWorld } from './testing';

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
