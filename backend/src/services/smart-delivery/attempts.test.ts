import { createRelays } from '#services/smart-servers/create-relays';
import { relayContext } from '#services/smart-servers/servers.store';
import { createPlacementWorld, minute, type PlacementWorld } from './testing';

let placement: PlacementWorld;
let campaignId: number;
let variantId: number;
const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  placement.world.main.test.query<Row>(sql, values);

beforeAll(async () => {
  placement = await createPlacementWorld();
  const anyone = await placement.world.connect('anyone@northlight.test');
  campaignId = await placement.world.campaign({
    mailboxIds: [anyone],
    leads: ['silent.ada@prospects.test'],
    settings: { status: 'PAUSED', next_trigger_at: null },
  });
  const [variant] = await query<{ id: number }>(
    'select v.id from step_variant v join sequence_step s on s.id = v.step_id where s.campaign_id = $1',
    [campaignId],
  );
  variantId = variant?.id as number;
});
afterEach(() => placement.world.mail.setSmtpFaults(null));
afterAll(() => placement.world.close());

interface Mail {
  state: string;
  attempts: number;
  own_failures: number;
  failure_text: string | null;
}

/** A test of one email from a mailbox of its own, with its rule on falling placement. */
async function startTest(email: string, more: object = {}) {
  const sender = await placement.world.connect(email, { min_time_to_wait_minutes: 1, message_per_day: 50 });
  const client = placement.clientOf({ ...placement.world.me.headers });
  const { id } = await client.addTest({
    body: {
      name: email,
      type: 'manual',
      subject: 'A question about your docks',
      body_text: 'Hello Sam, do you plan the docks yourself?',
      sender_ids: [sender],
      providers: ['Zoho stand-in'],
      regions: ['Europe'],
      rest_below: 60,
      ...more,
    },
  });
  const mail = async () =>
    (
      await query<Mail>(
        `
          select p.state, p.attempts, p.own_failures, p.failure_text
          from placement_mail p
          join placement_run r on r.id = p.run_id
          where r.test_id = $1
        `,
        [id],
      )
    )[0] as Mail;
  /** Lets time pass in steps after each of which everything that was put off is due. */
  const pass = async (steps: number, minutes = 241) => {
    for (let step = 0; step < steps; step += 1) {
      await placement.runFor(1);
      placement.world.main.clock.set(placement.world.main.clock.now() + minutes * minute);
    }
  };
  const restsUntil = async () =>
    (await query<{ resting_until: Date | null }>('select resting_until from mailbox where id = $1', [sender]))[0]
      ?.resting_until;
  return { client, params: { placementTestId: id }, sender, mail, pass, restsUntil };
}
const ofCampaign = () => ({ campaign_id: campaignId, variant_id: variantId });

test('an email that waited behind others has all its attempts left', async () => {
  const { sender, mail, pass } = await startTest('waits@northlight.test');
  await query('update mailbox set is_suspended = true where id = $1', [sender]);
  await pass(6, 61);
  expect(await mail()).toMatchObject({ state: 'PLANNED', attempts: 0 });
  await query('update mailbox set is_suspended = false where id = $1', [sender]);
  placement.world.mail.setSmtpFaults(({ stage }) => (stage === 'rcpt' ? { reply: 451, text: '4.3.0 Later' } : null));
  await pass(3);
  expect(await mail()).toMatchObject({ state: 'PLANNED', attempts: 3 });
  placement.world.mail.setSmtpFaults(null);
  await pass(1);
  expect(await mail()).toMatchObject({ state: 'SENT' });
});

test('an email that its server puts off four times failed', async () => {
  const { client, params, mail, pass } = await startTest('late@northlight.test');
  placement.world.mail.setSmtpFaults(({ stage }) => (stage === 'rcpt' ? { reply: 451, text: '4.3.0 Later' } : null));
  await pass(4);
  expect(await mail()).toMatchObject({ state: 'FAILED', attempts: 3, own_failures: 0 });
  expect((await client.report({ params })).latest).toMatchObject({ failed: 1, score: 0 });
});

test('a server that does not answer says nothing of placement: the email is cancelled and its mailbox stays', async () => {
  const { client, params, mail, pass, restsUntil } = await startTest('silent@northlight.test');
  placement.world.mail.setSmtpFaults(({ stage }) => (stage === 'connect' ? { drop: true } : null));
  await pass(5);
  expect(await mail()).toMatchObject({ state: 'CANCELLED', attempts: 0, own_failures: 3 });
  expect(await client.report({ params })).toMatchObject({ latest: { failed: 0, score: null }, actions: [] });
  expect(await restsUntil()).toBeNull();
});

test('an email whose attachment is gone is cancelled after its waits, and the run ends', async () => {
  await query('update step_variant set attachments = $2 where id = $1', [
    variantId,
    JSON.stringify([{ name: 'plan.txt', content_type: 'text/plain', storage_key: 'attachments/gone.txt', size: 15 }]),
  ]);
  const { client, params, mail, pass } = await startTest('bare@northlight.test', ofCampaign());
  await pass(5);
  await query(`update step_variant set attachments = '[]' where id = $1`, [variantId]);
  expect(await mail()).toEqual({
    state: 'CANCELLED',
    attempts: 0,
    own_failures: 3,
    failure_text: 'The email could not be sent: There is no such file.',
  });
  expect((await client.report({ params })).latest).toMatchObject({ waiting: 0, score: null });
  const open = await query('select from placement_run where test_id = $1 and settled_at is null', [
    params.placementTestId,
  ]);
  expect(open).toEqual([]);
});

test('an email that takes longer than the turn of its mailbox is put off, and not for ever', async () => {
  const { deps } = placement;
  const { sender, mail, pass } = await startTest('slow@northlight.test');
  const { writeEmail } = deps;
  deps.writeEmail = async (email) => {
    await query(`update mailbox set lane_leased_until = clock_timestamp() - interval '1 second' where id = $1`, [
      sender,
    ]);
    return writeEmail(email);
  };
  await pass(1, 10);
  expect(await mail()).toMatchObject({ state: 'PLANNED', own_failures: 1 });
  await placement.runFor(1);
  expect(await mail()).toMatchObject({ state: 'PLANNED', own_failures: 1 });
  await pass(4);
  deps.writeEmail = writeEmail;
  expect(await mail()).toMatchObject({ state: 'CANCELLED', attempts: 0 });
});

test('a dedicated server that is down is not the mailbox’s fault', async () => {
  const { deps, world } = placement;
  const [group] = await query<{ id: number }>(
    `
      insert into server_group (workspace_id, name, domain, location, created_at)
      values ($1, 'Down', 'northlight.test', 'fsn1', now())
      returning id
    `,
    [world.me.workspaceId],
  );
  const [server] = await query<{ id: number }>(
    `
      insert into dedicated_server (
        workspace_id, group_id, number, host_name, status, cloud, ip, relay_port, dkim_selector, ordered_at,
        is_reachable
      )
      values ($1, $2, 1, 'mail.northlight.test', 'ACTIVE', 'sandbox', '127.0.0.1', 1, 's1', now(), true)
      returning id
    `,
    [world.me.workspaceId, group?.id],
  );
  const id = server?.id as number;
  await query('update dedicated_server set relay_sealed = $2 where id = $1', [
    id,
    world.main.deps.vault.seal('password', relayContext(id)),
  ]);
  await query(
    'insert into campaign_server_group (workspace_id, campaign_id, group_id, mapped_at) values ($1, $2, $3, now())',
    [world.me.workspaceId, campaignId, group?.id],
  );
  deps.relays = createRelays({
    db: deps.db,
    live: world.main.deps.live,
    vault: deps.vault,
    isSandbox: true,
    now: deps.now,
    log: deps.log,
  });
  const { client, params, mail, pass, restsUntil } = await startTest('relayed@northlight.test', ofCampaign());
  await pass(1);
  expect(await mail()).toMatchObject({ state: 'PLANNED', attempts: 0, own_failures: 1 });
  // Out of rotation it is waited for, which costs nothing.
  await pass(3);
  expect(await mail()).toMatchObject({ state: 'PLANNED', attempts: 0, own_failures: 1 });
  for (let time = 0; time < 3; time += 1) {
    await query('update dedicated_server set is_reachable = true where id = $1', [id]);
    await pass(1);
  }
  await pass(1);
  delete deps.relays;
  expect(await mail()).toMatchObject({ state: 'CANCELLED', attempts: 0, own_failures: 3 });
  expect(await client.report({ params })).toMatchObject({ latest: { failed: 0, score: null }, actions: [] });
  expect(await restsUntil()).toBeNull();
});
