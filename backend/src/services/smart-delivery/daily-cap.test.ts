import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
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

test('deleting a test makes no room: its emails count until no limit asks of them, and then it is removed', async () => {
  const { world } = placement;
  const email = 'deleted@northlight.test';
  const sender = await world.connect(email, { message_per_day: 5, min_time_to_wait_minutes: 3 });
  const id = await addTest(sender, ['Europe']);
  await placement.runFor(30, withCampaigns);
  expect(timesOf(email)).toHaveLength(5);
  const last = Math.max(...timesOf(email));
  const client = placement.clientOf({ ...world.me.headers });
  const [run] = await world.main.test.query<{ id: number }>('select id from placement_run where test_id = $1', [id]);
  await client.deleteTest({ params: { placementTestId: id } });
  await expect(client.report({ params: { placementTestId: id } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await client.tests({ query: { search: 'Cap' } })).rows.filter((test) => test.id === id)).toEqual([]);
  expect((await client.insights({ query: { search: email } })).total).toBe(0);
  expect((await client.insightRuns({ params: { mailboxId: sender } })).total).toBe(0);
  const results = 'select landed, headers, body, authentication from placement_mail where run_id = $1';
  for (const row of await world.main.test.query(results, [run?.id]))
    expect(row).toEqual({ landed: null, headers: null, body: null, authentication: null });

  await campaign(sender, 'deleted');
  await addTest(sender, ['Europe']);
  await placement.runFor(120, withCampaigns);
  expect(timesOf(email)).toHaveLength(5);
  world.main.clock.set(last + 25 * 60 * minute + minute);
  await placement.runFor(60, withCampaigns);
  expect(timesOf(email).length).toBeGreaterThan(5);
  expect(await world.main.test.query('select from placement_test where id = $1', [id])).toEqual([]);
});

test('the volume of a dedicated server stays when the test that used it is removed', async () => {
  const { world } = placement;
  const sender = await world.connect('volume@northlight.test', { message_per_day: 5, min_time_to_wait_minutes: 3 });
  const id = await addTest(sender, ['Europe']);
  const { query } = world.main.test;
  const { workspaceId } = world.me;
  await query(
    `
      with g as (
          insert into server_group (workspace_id, name, domain, location, created_at)
          values ($1, 'Volume', 'northlight.test', 'fsn1', now())
          returning id
        ),
        s as (
          insert into dedicated_server (workspace_id, group_id, number, host_name, cloud, dkim_selector, ordered_at)
          select $1, g.id, 1, 'mail.northlight.test', 'sandbox', 's1', now() from g
          returning id
        )
      insert into server_mail (workspace_id, server_id, placement_mail_id, campaign_id, state, sent_at)
      select $1, s.id, p.id, 1, 'SENT', now()
      from s, placement_mail p
      join placement_run r on r.id = p.run_id
      where r.test_id = $2
    `,
    [workspaceId, id],
  );
  await placement.clientOf({ ...world.me.headers }).deleteTest({ params: { placementTestId: id } });
  expect(await query('select from placement_test where id = $1', [id])).toEqual([]);
  const kept =
    'select count(*)::int as mails, count(placement_mail_id)::int as named from server_mail where workspace_id = $1';
  expect(await query(kept, [workspaceId])).toEqual([{ mails: 8, named: 0 }]);
});

test('a mailbox whose cap is still growing sends no more test mails than its day allows, and the rest say why', async () => {
  const { world } = placement;
  const email = 'young@northlight.test';
  const sender = await world.connect(email, { message_per_day: 50, min_time_to_wait_minutes: 3 });
  const today = new Date(world.main.clock.now()).toISOString().slice(0, 10);
  await world.main.test.query('update mailbox set ramp = $2 where id = $1', [
    sender,
    JSON.stringify({ from: today, start: 3, increase: 1 }),
  ]);
  const placementTestId = await addTest(sender, ['Europe']);
  await placement.runFor(40, withCampaigns);
  expect(timesOf(email)).toHaveLength(3);
  const mails = async () =>
    (await placement.clientOf({ ...world.me.headers }).mails({ params: { placementTestId }, query: {} })).rows;
  const waiting = (await mails()).filter(({ state }) => state === 'PLANNED');
  expect(waiting).not.toHaveLength(0);
  for (const { failure_text: why } of waiting)
    expect(why).toBe('Waiting: the mailbox has reached its limit of 3 a day.');
  // At once, not when they are looked at again: five emails with a gap of three minutes.
  await world.main.test.query('update mailbox set ramp = null where id = $1', [sender]);
  await placement.runFor(20, withCampaigns);
  const sent = await mails();
  expect(sent.map(({ state, failure_text: why }) => ({ state, why }))).toEqual(
    sent.map(() => ({ state: 'SENT', why: null })),
  );
});

test('a raised limit and a mailbox that is resumed bring the emails that wait forward', async () => {
  const { world } = placement;
  const email = 'raised@northlight.test';
  const sender = await world.connect(email, { message_per_day: 2, min_time_to_wait_minutes: 3 });
  const mailboxes = world.main.asClient(mailboxesContract, world.me);
  const params = { mailboxId: sender };
  await addTest(sender, ['Europe']);
  await placement.runFor(10, withCampaigns);
  expect(timesOf(email)).toHaveLength(2);
  await mailboxes.update({ params, body: { message_per_day: 4 } });
  await placement.runFor(10, withCampaigns);
  expect(timesOf(email)).toHaveLength(4);
  await mailboxes.suspend({ params, body: {} });
  await mailboxes.update({ params, body: { message_per_day: 100 } });
  await placement.runFor(10, withCampaigns);
  expect(timesOf(email)).toHaveLength(4);
  await mailboxes.unsuspend({ params, body: {} });
  await placement.runFor(20, withCampaigns);
  expect(timesOf(email)).toHaveLength(8);
});
