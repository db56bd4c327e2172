import { createServersWorld, type ServersWorld } from './testing';

let servers: ServersWorld;
const hour = 3_600_000;
beforeAll(async () => {
  servers = await createServersWorld();
  servers.world.main.clock.set(Date.parse('2026-11-16T08:00:00Z'));
});
afterAll(() => servers.close());

const rawOf = async (recipient: string): Promise<string> => {
  const [row] = servers.world.mail.record.find({ recipient });
  if (!row) throw new Error(`Nothing arrived for ${recipient}`);
  return (await servers.world.mail.readMail(row.contentId)).toString('utf8');
};

test('a server is set up step by step, and a mapped campaign leaves through it', async () => {
  const { world, client } = servers;
  const { id, server_ids } = await servers.group('Acme', 1);
  const details = await client.server({ params: { dedicatedServerId: server_ids[0] as number } });
  expect(details.steps.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'ADDRESS DONE',
    'MACHINE DONE',
    'HOST_NAME DONE',
    'REVERSE_DNS DONE',
    'SPF DONE',
    'DKIM DONE',
    'DMARC DONE',
    'RELAY DONE',
  ]);
  expect(details.server).toMatchObject({ status: 'WARMING', in_rotation: true, allowed: 50, reverse_dns: 'pass' });
  expect(Object.values(details.checks ?? {}).map(({ verdict }) => verdict)).toEqual(Array(6).fill('pass'));
  expect(details.registration?.network).toBe('SKEIN-SANDBOX');
  expect(details.listings.every(({ is_listed }) => is_listed === false)).toBe(true);
  const mailbox = await world.connect('rosa@acme-out.test', { min_time_to_wait_minutes: 3, message_per_day: 100 });
  const campaignId = await world.campaign({ mailboxIds: [mailbox], leads: ['silent.a@prospects.test'] });
  expect(await client.mapCampaigns({ params: { serverGroupId: id }, body: { campaign_ids: [campaignId] } })).toEqual({
    mapped: 1,
    client_id: null,
  });
  await world.runUntil(world.main.clock.now() + hour);
  const raw = await rawOf('silent.a@prospects.test');
  expect(raw).toMatch(
    new RegExp(`by mail1\\.acme-out\\.test \\(mail1\\.acme-out\\.test \\[${details.server.ip}\\]\\) with ESMTPSA`),
  );
  expect(raw).toContain('DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=acme-out.test;');
  const tab = await client.campaign({ params: { campaignId } });
  expect(tab.by_server).toMatchObject([{ server_id: server_ids[0], sent: 1 }]);
  expect(tab.other_domains).toEqual([]);
  const [copy] = await world.main.test.query<{ sent_copy: string }>(
    'select sent_copy from intent where campaign_id = $1',
    [campaignId],
  );
  expect(copy?.sent_copy).toBe('WANTED');
});
