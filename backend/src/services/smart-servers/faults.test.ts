import { probePatience } from './probe-relay';
import { runDueServers, usualPace } from './server-worker';
import { createServersWorld, type ServersWorld } from './testing';

let servers: ServersWorld;
const hour = 3_600_000;
const minute = 60_000;
beforeAll(async () => {
  servers = await createServersWorld();
  servers.world.main.clock.set(Date.parse('2026-11-16T08:00:00Z'));
});
afterAll(() => servers.close());

const mailboxes = async (name: string, count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push(
      await servers.world.connect(`${name}${index}@${name}.test`, {
        min_time_to_wait_minutes: 3,
        message_per_day: 200,
      }),
    );
  return ids;
};
const leadsOf = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `silent.${name}${index}@prospects.test`);
/** A group, and a campaign that is mapped to it. */
async function mapped(name: string, count: number, leads: string[], senders = 2) {
  const group = await servers.group(name, count, `${name}.test`);
  const campaignId = await servers.world.campaign({
    mailboxIds: await mailboxes(name, senders),
    leads,
    settings: { window_start: '00:00', window_end: '24:00', min_time_btwn_emails: 3 },
  });
  await servers.client.mapCampaigns({ params: { serverGroupId: group.id }, body: { campaign_ids: [campaignId] } });
  return { ...group, campaignId };
}
const arrivals = (lead: string): number => servers.world.mail.record.find({ recipient: lead }).length;
const run = (time: number) => servers.world.runUntil(servers.world.main.clock.now() + time);
const serverOf = async (id: number) => (await servers.client.server({ params: { dedicatedServerId: id } })).server;
const probeNow = async () => {
  await servers.world.main.test.query('update dedicated_server set probe_at = now()');
  while (await runDueServers(servers.deps));
};

test('the servers of a group take turns, and a new address keeps to its ramp', async () => {
  const leads = leadsOf('turn', 12);
  const { server_ids, campaignId } = await mapped('turn', 2, leads);
  await servers.world.main.test.query('update dedicated_server set daily_limit = 50');
  await run(2 * hour);
  const tab = await servers.client.campaign({ params: { campaignId } });
  expect(tab.by_server.map(({ sent }) => sent)).toEqual([6, 6]);
  expect(new Set(tab.by_server.map(({ server_id }) => server_id))).toEqual(new Set(server_ids));
});

test('auto_rotate off lets the first server of a group send alone', async () => {
  const { id, campaignId } = await mapped('alone', 2, leadsOf('alone', 6));
  await servers.client.updateGroup({ params: { serverGroupId: id }, body: { auto_rotate: false } });
  await servers.world.main.test.query('update dedicated_server set daily_limit = 50');
  await run(2 * hour);
  const tab = await servers.client.campaign({ params: { campaignId } });
  expect(tab.by_server.map(({ sent }) => sent).filter(Boolean)).toEqual([6]);
});

test('a full address sends nothing more that day, and its leads wait with the reason', async () => {
  const leads = leadsOf('full', 4);
  const { server_ids, campaignId } = await mapped('full', 1, leads);
  // 48 of the 50 of its first day are taken.
  await servers.world.main.test.query(
    `
      insert into server_mail (workspace_id, server_id, intent_id, campaign_id, state, sent_at)
      select $1, $2, (select min(id) from intent), $3, 'SENT', $4 from generate_series(1, 48)
    `,
    [servers.world.me.workspaceId, server_ids[0], campaignId, new Date(servers.world.main.clock.now())],
  );
  await run(3 * hour);
  expect(leads.map(arrivals).reduce((sum, count) => sum + count, 0)).toBe(2);
  const waiting = await servers.world.main.test.query<{ hold_kind: string; constraint_code: string }>(
    `select hold_kind, constraint_code from enrolment where campaign_id = $1 and hold_kind is not null`,
    [campaignId],
  );
  expect(waiting).toEqual([
    { hold_kind: 'DEDICATED_SERVER', constraint_code: 'LEAD_ON_HOLD' },
    { hold_kind: 'DEDICATED_SERVER', constraint_code: 'LEAD_ON_HOLD' },
  ]);
  servers.world.main.clock.set(servers.world.main.clock.now() + 25 * hour);
  await run(2 * hour);
  expect(leads.map(arrivals)).toEqual([1, 1, 1, 1]);
});

test('a dead server is out of rotation, the other one sends, and its mailbox is not blamed', async () => {
  const leads = leadsOf('dead', 6);
  const { server_ids } = await mapped('dead', 2, leads);
  const [first, second] = server_ids as [number, number];
  await servers.power(first, 'poweroff');
  await run(3 * hour);
  expect(leads.map(arrivals)).toEqual(Array(6).fill(1));
  expect(await serverOf(first)).toMatchObject({ in_rotation: false, is_reachable: false, sent_24h: 0 });
  expect(await serverOf(second)).toMatchObject({ in_rotation: true, sent_24h: 6 });
  const failing = await servers.world.main.test.query(
    `select id from mailbox where from_email like '%@dead.test' and failing_since is not null`,
  );
  expect(failing).toEqual([]);
  await servers.power(first, 'poweron');
  await probeNow();
  expect(await serverOf(first)).toMatchObject({ in_rotation: true, is_reachable: true });
});

test('a dead server is out of rotation within a minute of its last good probe, before any email has met it', async () => {
  const { server_ids } = await servers.group('probed', 1, 'probed.test');
  const [id] = server_ids as [number];
  const deps = { ...servers.deps, pace: usualPace };
  /** Probes the server now. @returns seconds until the next probe is due; a slow machine makes it less */
  const probeOnce = async (): Promise<number> => {
    await servers.world.main.test.query('update dedicated_server set probe_at = now() where id = $1', [id]);
    while (await runDueServers(deps));
    const [row] = await servers.world.main.test.query<{ wait: number }>(
      `select extract(epoch from probe_at - clock_timestamp())::float8 as wait from dedicated_server where id = $1`,
      [id],
    );
    return row!.wait;
  };
  expect(await probeOnce()).toBeLessThanOrEqual(usualPace.probe);
  expect(await serverOf(id)).toMatchObject({ in_rotation: true, is_reachable: true });
  await servers.power(id, 'poweroff');
  expect(await probeOnce()).toBeLessThanOrEqual(usualPace.failedProbe);
  expect(await serverOf(id)).toMatchObject({ in_rotation: true });
  await probeOnce();
  expect(await serverOf(id)).toMatchObject({ in_rotation: false, is_reachable: false });
  // It dies the moment after a good probe, and does not even refuse: both failed probes cost their whole patience.
  expect(usualPace.probe + usualPace.failedProbe + (2 * probePatience) / 1_000).toBeLessThan(60);
});

test('a relay that dies after it passed an email on leaves a doubt, and nothing is sent twice', async () => {
  const leads = leadsOf('killed', 3);
  const { server_ids, campaignId } = await mapped('killed', 2, leads, 1);
  // The mail world has taken the email, and the machine loses its power before its own 250.
  let isKilled = false;
  servers.world.mail.setSmtpFaults(({ stage }) => {
    if (stage !== 'accepted' || isKilled) return null;
    isKilled = true;
    void servers.power(server_ids[0] as number, 'poweroff');
    void servers.power(server_ids[1] as number, 'poweroff');
    return { waitMilliseconds: 200 };
  });
  await run(5 * minute);
  servers.world.mail.setSmtpFaults(null);
  expect(isKilled).toBe(true);
  const intents = () =>
    servers.world.main.test.query<{ state: string }>(
      `select state from intent where campaign_id = $1 and state <> 'CANCELLED' order by id`,
      [campaignId],
    );
  expect((await intents())[0]?.state).toBe('IN_DOUBT');
  for (const id of server_ids) await servers.power(id, 'poweron');
  await probeNow();
  await run(6 * hour);
  expect(leads.map(arrivals)).toEqual([1, 1, 1]);
  expect((await intents()).map(({ state }) => state)).toEqual(['IN_DOUBT', 'SENT', 'SENT']);
  // Sent holds nothing of it, which proves nothing: it left by another way than the mailbox's provider.
  const [doubt] = await servers.world.main.test.query<{ takes: number }>(
    `select count(*)::int as takes from server_mail where campaign_id = $1 and state = 'IN_DOUBT'`,
    [campaignId],
  );
  expect(doubt?.takes).toBe(1);
});

test('a relay that dies before the final dot costs nothing: the email leaves once, through the other', async () => {
  const leads = leadsOf('early', 2);
  const { server_ids } = await mapped('early', 2, leads, 1);
  const original = servers.world.deps.relays;
  let isKilled = false;
  servers.world.deps.relays = {
    async take(mail, now) {
      const ticket = await (original as NonNullable<typeof original>).take(mail, now);
      if (!isKilled && 'server' in ticket) {
        isKilled = true;
        await servers.power(ticket.serverId, 'poweroff');
      }
      return ticket;
    },
    settle: (ticket, outcome) => (original as NonNullable<typeof original>).settle(ticket, outcome),
  };
  await run(2 * hour);
  servers.world.deps.relays = original;
  expect(leads.map(arrivals)).toEqual([1, 1]);
  const out = (await Promise.all(server_ids.map(serverOf))).filter(({ in_rotation }) => !in_rotation);
  expect(out).toHaveLength(1);
});
