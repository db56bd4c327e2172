import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import type { Who } from '#access/access.api';
import { setStatus } from './set-status';

let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

test('nobody waits for the campaign while its texts are read before a start', async () => {
  const { main, me } = world;
  const mailboxId = await world.connect('rosa@northlight.test');
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: ['nia@prospects.test'],
    settings: { status: 'DRAFTED', next_trigger_at: null, is_schedule_saved: true },
  });
  await main.test.query(`update mailbox set dns_check = $1 where id = $2`, [
    JSON.stringify(Object.fromEntries(['spf', 'dkim', 'dmarc'].map((name) => [name, { result: 'pass' }]))),
    mailboxId,
  ]);
  const readings: string[] = [];
  const run: typeof main.deps.heavyWork.run = async (task, input, size) => {
    await main.test.query('select from campaign where id = $1 for update nowait', [campaignId]);
    readings.push(task.name);
    return main.deps.heavyWork.run(task, input, size);
  };
  const deps = { ...main.deps, heavyWork: { ...main.deps.heavyWork, run } };
  const who = me as unknown as Who;
  expect(await setStatus(deps, who, { campaignId, action: 'START' })).toMatchObject({ status: 'ACTIVE' });
  expect(readings.length).toBeGreaterThan(0);
});
