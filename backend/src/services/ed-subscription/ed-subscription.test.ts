import { createClient } from '@skein/contracts/client';
import { edSubscriptionContract } from '@skein/contracts/ed-subscription/ed-subscription.contract';
import { serviceTransport } from '#platform/http/in-process-transport';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createEdSubscriptionApp } from './app';
import { grantSubscription, listSubscriptions } from './ed-subscription.store';

let main: TestMain;
let me: SignedIn;
const client = (person: SignedIn = me) => {
  const app = createEdSubscriptionApp(main.deps);
  return createClient(
    edSubscriptionContract,
    serviceTransport(
      () => app,
      () => ({ ...person.headers }),
    ),
  );
};
/** The plan as every service reads it. */
const plan = async () =>
  (
    await main.test.query<{ feature_access: { smart_delivery?: boolean }; extra_monitors: number }>(
      'select feature_access, extra_monitors from workspace_plan where id = $1',
      [me.workspaceId],
    )
  )[0];
const grant = (monitors: number, days: number) =>
  main.deps.db.systemSql((sql) =>
    grantSubscription(sql, me.workspaceId, {
      monitors,
      until: new Date(Date.now() + days * 86_400_000),
      at: new Date(),
    }),
  );

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

test('what is asked for waits for the operator, and can be withdrawn', async () => {
  expect(await client().readEdSubscription({})).toMatchObject({ state: 'NONE', monitors: null });
  await expect(client().withdrawEdRequest({})).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await client().requestEdSubscription({ body: { monitors: 250, note: 'For Alderway' } })).toMatchObject({
    state: 'REQUESTED',
    requested_monitors: 250,
  });
  expect(await main.deps.db.systemSql(listSubscriptions)).toMatchObject([
    { requested_monitors: 250, note: 'For Alderway' },
  ]);
  const stranger = await main.signIn();
  expect(await client(stranger).readEdSubscription({})).toMatchObject({ state: 'NONE' });
  expect(await client().withdrawEdRequest({})).toMatchObject({ state: 'NONE', requested_monitors: null });
});

test('a granted subscription opens placement tests and adds its monitors to the plan’s, until it ends', async () => {
  await main.test.query(
    `update workspace set plan_type = 'growth', feature_access = '{"smart_delivery": false}' where id = $1`,
    [me.workspaceId],
  );
  expect(await plan()).toEqual({ feature_access: { smart_delivery: false }, extra_monitors: 0 });
  await client().requestEdSubscription({ body: { monitors: 100 } });
  await grant(100, 30);
  expect(await client().readEdSubscription({})).toMatchObject({
    state: 'ACTIVE',
    monitors: 100,
    requested_monitors: null,
    usage: { used: 0, limit: 120 },
  });
  expect(await plan()).toEqual({ feature_access: { smart_delivery: true }, extra_monitors: 100 });
  await expect(client().requestEdSubscription({ body: { monitors: 100 } })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await client().endEdSubscription({ body: {} })).toMatchObject({ is_ending: true });
  await expect(client().endEdSubscription({ body: {} })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await client().keepEdSubscription({ body: {} })).toMatchObject({ is_ending: false });
  await grant(100, -1);
  expect(await client().readEdSubscription({})).toMatchObject({ state: 'ENDED', usage: { limit: 20 } });
  expect(await plan()).toEqual({ feature_access: { smart_delivery: false }, extra_monitors: 0 });
});
