import { operatorContract } from '@skein/contracts/main/operator.contract';
import { claimLanes, nextSendAt } from '#sending/delivery/lane.store';
import { sendIntent } from '#sending/delivery/send-intent';
import { fireDueTrigger } from '#sending/delivery/trigger.store';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import type { SignedIn } from '#main/testing';

let world: SendingWorld;
let operator: SignedIn;
let mailboxId: number;
const hour = 3_600_000;
const params = () => ({ operatedWorkspaceId: world.me.workspaceId });
const asOperator = () => world.main.asClient(operatorContract, operator);
const sent = async (campaignId: number) =>
  (
    await world.main.test.query<{ count: number }>(
      `select count(*)::int as count from intent where campaign_id = $1 and state = 'SENT'`,
      [campaignId],
    )
  )[0]?.count;

beforeAll(async () => {
  world = await createSendingWorld();
  operator = await world.main.signIn({ isOperator: true });
  mailboxId = await world.connect('rosa@harbor.test', { message_per_day: 100, min_time_to_wait_minutes: 0 });
});

afterEach(() => asOperator().enableWorkspace({ params: params(), body: {} }));

afterAll(() => world.close());

it('sends nothing of a disabled workspace, also what was reserved before, and resumes when it is enabled', async () => {
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: ['a@x.test', 'b@x.test', 'c@x.test'] });
  await fireDueTrigger(world.deps, world.deps.now());
  await asOperator().disableWorkspace({ params: params(), body: { reason: 'Unpaid' } });
  expect(await nextSendAt(world.main.test.database, world.main.clock.now())).toBeNull();
  await world.runUntil(world.main.clock.now() + 4 * hour);
  expect(await sent(campaignId)).toBe(0);
  await asOperator().enableWorkspace({ params: params(), body: {} });
  await world.runUntil(world.main.clock.now() + 8 * hour);
  expect(await sent(campaignId)).toBe(3);
});

it('stops an email that a worker has claimed already, before its final dot', async () => {
  world.main.clock.set(Date.parse('2026-01-07T09:00:00Z'));
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: ['d@x.test'] });
  await fireDueTrigger(world.deps, world.deps.now());
  const due = await nextSendAt(world.main.test.database, world.main.clock.now());
  world.main.clock.set(Math.max(world.main.clock.now(), due as number));
  const [claim] = await claimLanes(world.main.test.database, {
    now: world.main.clock.now(),
    worker: 'worker',
    most: 1,
  });
  await asOperator().disableWorkspace({ params: params(), body: { reason: 'Unpaid' } });
  expect(await sendIntent(world.deps, claim!)).toBe('RELEASED');
  expect(await sent(campaignId)).toBe(0);
});
