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

test('a campaign has at most one group, a group one client, and a request is carried out as a whole or not at all', async () => {
  const { world, client } = servers;
  const { workspaceId } = world.me;
  const one = await servers.group('One', 1, 'one.test');
  const two = await servers.group('Two', 1, 'two.test');
  const clientId = async (name: string) =>
    (
      await world.main.test.query<{ id: number }>(
        'insert into agency_client (workspace_id, name, email) values ($1, $2, $3) returning id',
        [workspaceId, name, `${name.toLowerCase()}@client.test`],
      )
    )[0]?.id as number;
  const [alder, bright] = [await clientId('Alder'), await clientId('Bright')];
  const campaign = async (name: string, of: number | null) =>
    (
      await world.main.test.query<{ id: number }>(
        'insert into campaign (workspace_id, name, client_id) values ($1, $2, $3) returning id',
        [workspaceId, name, of],
      )
    )[0]?.id as number;
  const [first, second, third] = [
    await campaign('First', alder),
    await campaign('Second', alder),
    await campaign('Third', bright),
  ];
  const map = (serverGroupId: number, campaign_ids: number[]) =>
    client.mapCampaigns({ params: { serverGroupId }, body: { campaign_ids } });
  const mappedTo = async (id: number) =>
    (await client.groups({})).rows.find((group) => group.id === id)?.campaigns.map(({ name }) => name);
  await expect(map(one.id, [first, third])).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await mappedTo(one.id)).toEqual([]);
  expect(await map(one.id, [first])).toEqual({ mapped: 1, client_id: alder });
  await expect(map(two.id, [first, second])).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('First sends through One'),
  });
  expect(await mappedTo(two.id)).toEqual([]);
  await expect(map(one.id, [third])).rejects.toMatchObject({ code: 'CONFLICT' });
  const transfer = () => client.updateGroup({ params: { serverGroupId: one.id }, body: { client_id: bright } });
  await expect(transfer()).rejects.toMatchObject({ code: 'CONFLICT' });
  await client.unmapCampaign({ params: { serverGroupId: one.id, campaignId: first } });
  await transfer();
  expect(await map(one.id, [third])).toEqual({ mapped: 1, client_id: bright });
  await expect(client.addServers({ params: { serverGroupId: one.id }, body: { servers: 4 } })).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
  });
  const stranger = servers.clientOf({ ...(await world.main.signIn()).headers });
  expect((await stranger.groups({})).rows).toEqual([]);
  await expect(stranger.server({ params: { dedicatedServerId: one.server_ids[0] as number } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a worker that dies after the cloud has made something finds it again: nothing is made twice, and nothing is left', async () => {
  const { world, client, deps } = servers;
  const cloud = deps.cloud as NonNullable<typeof deps.cloud>;
  const made = { addresses: 0, machines: 0 };
  const dying: typeof cloud = {
    ...cloud,
    async ensureAddress(request) {
      const address = await cloud.ensureAddress(request);
      made.addresses += 1;
      if (made.addresses === 1) throw new Error('The process is gone.');
      return address;
    },
    async ensureMachine(request) {
      const machine = await cloud.ensureMachine(request);
      made.machines += 1;
      if (made.machines === 1) throw new Error('The process is gone.');
      return machine;
    },
  };
  deps.cloud = dying;
  const { id, checkout_url: checkout } = await client.addGroup({
    body: { name: 'Dying', domain: 'dying.test', location: 'nbg1', servers: 1 },
  });
  await servers.payments.pay(checkout ?? '');
  const hurried = async () => {
    await world.main.test.query(
      `update dedicated_server set step_at = now() where status in ('PROVISIONING', 'DELETING')`,
    );
    await servers.step();
  };
  for (let turn = 0; turn < 60 && made.machines < 2; turn += 1) await hurried();
  await servers.settle();
  deps.cloud = cloud;
  expect(made.addresses).toBe(2);
  const kept = async () => {
    const [row] = await world.main.test.query<{ value: { addresses: unknown[]; machines: unknown[] } }>(
      `select value from sandbox_state where key = 'cloud'`,
    );
    return [row?.value.addresses.length, row?.value.machines.length];
  };
  const [addresses = 0, machines = 0] = await kept();
  expect(addresses).toBe(machines);
  await client.deleteGroup({ params: { serverGroupId: id } });
  for (let turn = 0; turn < 5; turn += 1) await hurried();
  expect(await kept()).toEqual([addresses - 1, machines - 1]);
  expect((await client.groups({})).rows.some(({ name }) => name === 'Dying')).toBe(false);
});

test('strangers, clients and limited members reach no server, group or campaign by its id', async () => {
  const { world, client } = servers;
  const { main, me } = world;
  const [made] = (await client.groups({})).rows.filter((group) => group.servers.length > 0);
  const mailbox = await world.connect('guarded@acme-out.test');
  const campaignId = await world.campaign({ mailboxIds: [mailbox], leads: ['silent.guarded@prospects.test'] });
  const as = async (who: object) => servers.clientOf({ ...(await main.signIn(who)).headers });
  const group = { serverGroupId: made?.id as number };
  const server = { dedicatedServerId: made?.servers[0]?.id as number };
  const attempts = (who: typeof client) => [
    () => who.updateGroup({ params: group, body: { name: 'Taken over' } }),
    () => who.mapCampaigns({ params: group, body: { campaign_ids: [campaignId] } }),
    () => who.unmapCampaign({ params: { ...group, campaignId } }),
    () => who.checkServer({ params: server }),
    () => who.restServer({ params: server, body: { hours: 24 } }),
    () => who.addServers({ params: group, body: { servers: 1 } }),
    () => who.payGroup({ params: group, body: {} }),
    () => who.deleteServer({ params: server }),
    () => who.deleteGroup({ params: group }),
  ];
  const reads = (who: typeof client) => [
    () => who.server({ params: server }),
    () => who.campaign({ params: { campaignId } }),
  ];
  const stranger = await as({});
  for (const attempt of [...attempts(stranger), ...reads(stranger)])
    await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await stranger.groups({})).rows).toEqual([]);
  const agencys = await as({ workspaceId: me.workspaceId, client: { permissions: ['full_access'] } });
  for (const attempt of [...attempts(agencys), ...reads(agencys)])
    await expect(attempt()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const limited = await as({ workspaceId: me.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  for (const attempt of attempts(limited)) await expect(attempt()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(limited.campaign({ params: { campaignId } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await limited.campaignChoices({})).rows).toEqual([]);
  expect((await limited.groups({})).rows.flatMap(({ campaigns }) => campaigns)).toEqual([]);
  // Nor does a campaign of another workspace come in.
  const theirs = await main.signIn();
  const [foreign] = await main.test.query<{ id: number }>(
    `insert into campaign (workspace_id, name) values ($1, 'Theirs') returning id`,
    [theirs.workspaceId],
  );
  await expect(
    client.mapCampaigns({ params: group, body: { campaign_ids: [foreign?.id as number] } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
