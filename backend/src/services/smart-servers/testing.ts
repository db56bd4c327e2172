import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '@skein/contracts/client';
import { serversContract } from '@skein/contracts/smart-servers/servers.contract';
import { addressLists } from '#platform/dns-reputation/address-lists';
import { createReputation } from '#platform/dns-reputation/reputation';
import { createHetznerCloud } from '#platform/cloud/hetzner-cloud';
import type { CardPayments } from '#platform/payments/card-payments';
import type { AskServer } from '#platform/http/ask-server';
import { serviceTransport } from '#platform/http/in-process-transport';
import { lookUpRegistration } from '#platform/http/rdap';
import type { Zone } from '#platform/mail/zone-resolver';
import { sandboxLists, sandboxRelayPort, startSandboxCloud, type SandboxCloud } from '#sandbox/cloud/sandbox-cloud';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { createSmartServersApp } from './app';
import { createRelays } from './create-relays';
import { runDueServers } from './server-worker';
import { createTestPayments, type TestPayments } from './testing/card-payments';
import type { ServerWorkerDeps } from './worker-deps';

/** The sending world with a cloud of its own beside it. */
export interface ServersWorld {
  world: SendingWorld;
  cloud: SandboxCloud;
  zone: Zone;
  deps: ServerWorkerDeps;
  client: Client<typeof serversContract>;
  clientOf(headers: Record<string, string>, mostServers?: number): Client<typeof serversContract>;
  /** Asks the cloud as its client does. */
  ask: AskServer;
  token: string;
  payments: TestPayments;
  /** What is due, once. */
  step(): Promise<boolean>;
  /** Every step of every server until nothing is due. */
  settle(): Promise<void>;
  /** A group whose servers are ready. */
  group(name: string, servers: number, domain?: string): Promise<{ id: number; server_ids: number[] }>;
  /** Does something to the machine of a server, as the power button of the cloud's console. */
  power(serverId: number, to: 'poweroff' | 'poweron'): Promise<void>;
  close(): Promise<void>;
}

/** Asks the service as a person does. */
const serversClient =
  ({ main }: SendingWorld, cloud: ServerWorkerDeps['cloud'], payments: CardPayments): ServersWorld['clientOf'] =>
  (headers, mostServers = 100) => {
    const app = createSmartServersApp({
      ...main.deps,
      campaignClock: main.clock,
      cloud,
      payments,
      publicUrl: 'http://localhost:3000',
      vault: main.deps.vault,
      mostServers,
      isSandbox: true,
    });
    return createClient(
      serversContract,
      serviceTransport(
        () => app,
        () => headers,
      ),
    );
  };

export async function createServersWorld(): Promise<ServersWorld> {
  const world = await createSendingWorld();
  const { deps: main } = world.main;
  const zone: Zone = { txt: {}, mx: {} };
  const token = randomUUID().replaceAll('-', '');
  const cloud = await startSandboxCloud({
    db: main.db,
    token,
    seed: token,
    zone,
    next: world.mail.smtp,
    now: () => world.main.clock.now(),
  });
  world.mail.setRelays(cloud.isRelay);
  const ask: AskServer = async ({ method, url, headers, body }) => {
    const answer = await cloud.app.request(url, { method, headers: headers ?? {}, ...(body ? { body } : {}) });
    return { status: answer.status, text: await answer.text(), retryAfter: null };
  };
  const hetzner = createHetznerCloud({
    ask,
    token,
    baseUrl: 'http://cloud',
    relayPort: sandboxRelayPort,
    name: 'Test cloud',
  });
  const payments = createTestPayments(world);
  const deps: ServerWorkerDeps = {
    db: main.db,
    payments: payments.payments,
    live: main.live,
    cloud: hetzner,
    dns: cloud.dns,
    reputation: createReputation({ lookUp: sandboxLists, now: () => world.main.realClock.now(), lists: addressLists }),
    vault: main.vault,
    rules: world.deps.rules,
    isSandbox: true,
    now: () => world.main.clock.now(),
    registrationOf: (ip) => lookUpRegistration(ask, ip, 'http://cloud/rdap'),
    pace: { records: 0.02, probe: 3_600, failedProbe: 3_600, checks: 3_600 },
    log: main.log,
  };
  world.deps.relays = createRelays({ ...deps, log: main.log });
  const clientOf = serversClient(world, hetzner, payments.payments);
  const client = clientOf({ ...world.me.headers });
  const isWaiting = async () =>
    (await client.groups({})).rows.some(({ servers }) => servers.some(({ status }) => status === 'PROVISIONING'));
  const settle = async () => {
    do while (await runDueServers(deps));
    while (await isWaiting());
  };
  return {
    world,
    cloud,
    zone,
    deps,
    client,
    clientOf,
    ask,
    token,
    payments,
    step: () => runDueServers(deps),
    settle,
    async group(name, servers, domain = 'acme-out.test') {
      const made = await client.addGroup({ body: { name, domain, location: 'nbg1', servers } });
      await payments.pay(made.checkout_url ?? '');
      await settle();
      return made;
    },
    power: (serverId, to) => pressPower({ world, ask, token }, serverId, to),
    async close() {
      await cloud.close();
      await world.close();
    },
  };
}

/** The power button of the cloud's console. */
async function pressPower(
  { world, ask, token }: Pick<ServersWorld, 'world' | 'ask' | 'token'>,
  serverId: number,
  to: 'poweroff' | 'poweron',
): Promise<void> {
  const [row] = await world.main.test.query<{ cloud_server_id: string }>(
    'select cloud_server_id from dedicated_server where id = $1',
    [serverId],
  );
  await ask({
    method: 'POST',
    url: `http://cloud/v1/servers/${row?.cloud_server_id}/actions/${to}`,
    headers: { authorization: `Bearer ${token}` },
  });
}
