import { createHash } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { Database } from '#platform/db/database';
import type { AddressDns } from '#platform/dns/address-dns';
import type { LookUp } from '#platform/dns-reputation/look-up';
import { zoneResolver, type Zone } from '#platform/mail/zone-resolver';
import { readText } from '#platform/http/read-text';
import { readUserData, type RelaySettings } from '#services/smart-servers/relay-setup';
import { createSelfSignedCertificate } from '../mail-world/self-signed-certificate';
import { sandboxStateStore } from '../sandbox-state.store';
import { startRelayServer, type RelayServer } from './relay-server';

export interface SandboxCloudOptions {
  db: Database;
  /** What `createHetznerCloud` is given too. */
  token: string;
  /** Chooses the installation's addresses, so that two on one machine have different ones. */
  seed: string;
  /** The sandbox's DNS, in which the names of servers and the records of their domains appear. */
  zone: Zone;
  next: { host: string; port: number };
  /** Campaign time in milliseconds. */
  now: () => number;
}

/** The stand-in: `/v1/…` for the product's client, `/rdap/ip/:ip` for its look-ups, and the DNS of what it made. */
export interface SandboxCloud {
  app: Hono;
  dns: AddressDns;
  isRelay(address: string): boolean;
  close(): Promise<void>;
}

/** Every machine of the sandbox listens here, each on an address of its own. */
export const sandboxRelayPort = 2587;

interface Address {
  id: number;
  name: string;
  ip: string;
  pointer: string | null;
  machineId: number | null;
}
interface Machine {
  id: number;
  name: string;
  addressId: number;
  userData: string;
  isOn: boolean;
}
interface State {
  lastId: number;
  addresses: Address[];
  machines: Machine[];
}

const addressBody = z.object({
  name: z.string().min(1).max(64),
  type: z.literal('ipv4'),
  assignee_type: z.literal('server'),
  location: z.string().max(20),
});
const machineBody = z.object({
  name: z.string().min(1).max(63),
  server_type: z.string().max(40),
  image: z.string().max(60),
  location: z.string().max(20),
  user_data: z.string().max(32_768),
  public_net: z.object({ ipv4: z.number().int() }),
});
const pointerBody = z.object({ ip: z.string().max(64), dns_ptr: z.string().max(255).nullable() });
const action = { action: { id: 1, command: 'done', status: 'success', progress: 100 } };

/** Starts the stand-in of the cloud with the machines it had before. No machine of anybody is rented. */
export async function startSandboxCloud(options: SandboxCloudOptions): Promise<SandboxCloud> {
  const kept = sandboxStateStore(options.db);
  const state = (await kept.read<State>('cloud')) ?? { lastId: 0, addresses: [], machines: [] };
  const save = () => kept.write('cloud', state);
  const tls = createSelfSignedCertificate();
  const running = new Map<number, RelayServer>();
  const ownTexts = zoneResolver(options.zone);
  const digest = createHash('sha256').update(options.seed).digest();
  const network = `127.${64 + ((digest[0] as number) % 128)}.${digest[1] as number}`;
  const nextIp = (): string => {
    const taken = new Set(state.addresses.map(({ ip }) => ip));
    for (let last = 2; last < 255; last += 1) if (!taken.has(`${network}.${last}`)) return `${network}.${last}`;
    throw new Error('The stand-in has no address left.');
  };
  const addressOf = (machine: Machine): Address =>
    state.addresses.find(({ id }) => id === machine.addressId) as Address;

  /** What the person would publish at their DNS provider: the sandbox does it for them as soon as the machine runs. */
  function publish(settings: RelaySettings): void {
    const { txt } = options.zone;
    const { domain, selector } = settings;
    const own = state.machines
      .filter((machine) => readUserData(machine.userData)?.domain === domain)
      .map((machine) => `ip4:${addressOf(machine).ip}`);
    txt['spf.sandbox.test'] ??= ['v=spf1 ip4:192.0.2.0/24 -all'];
    txt[domain] = [`v=spf1 include:spf.sandbox.test ${own.join(' ')} -all`];
    txt[`${selector}._domainkey.${domain}`] = [`v=DKIM1; k=rsa; p=${settings.dkim_public}`];
    txt[`_dmarc.${domain}`] ??= [`v=DMARC1; p=quarantine; rua=mailto:dmarc@${domain}`];
  }

  async function start(machine: Machine): Promise<void> {
    const settings = readUserData(machine.userData);
    if (!settings || running.has(machine.id)) return;
    running.set(
      machine.id,
      await startRelayServer({ ip: addressOf(machine).ip, settings, tls, next: options.next, now: options.now }),
    );
    publish(settings);
  }
  async function stop(machine: Machine): Promise<void> {
    const server = running.get(machine.id);
    running.delete(machine.id);
    await server?.kill();
  }

  const fail = (context: Context, status: 401 | 404 | 409 | 422, code: string, message: string) =>
    context.json({ error: { code, message, details: null } }, status);
  const body = async <Shape extends z.ZodType>(context: Context, shape: Shape): Promise<z.output<Shape> | null> => {
    try {
      const parsed = shape.safeParse(JSON.parse(await readText(context.req.raw, 100_000)));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  };
  const showAddress = ({ id, name, ip, pointer, machineId }: Address) => ({
    id,
    name,
    ip,
    type: 'ipv4',
    assignee_type: 'server',
    assignee_id: machineId,
    dns_ptr: pointer === null ? [] : [{ ip, dns_ptr: pointer }],
  });
  const showMachine = (machine: Machine) => ({
    id: machine.id,
    name: machine.name,
    status: running.has(machine.id) ? 'running' : machine.isOn ? 'initializing' : 'off',
    public_net: { ipv4: { id: machine.addressId, ip: addressOf(machine).ip } },
  });
  const found = <Row extends { id: number }>(rows: Row[], context: Context): Row | undefined =>
    rows.find(({ id }) => String(id) === context.req.param('id'));

  const app = new Hono();
  app.use('/v1/*', async (context, next) => {
    if (context.req.header('authorization') !== `Bearer ${options.token}`)
      return fail(context, 401, 'unauthorized', 'unable to authenticate');
    await next();
    return undefined;
  });
  app.get('/v1/primary_ips', (context) =>
    context.json({
      primary_ips: state.addresses.filter(({ name }) => name === context.req.query('name')).map(showAddress),
    }),
  );
  app.post('/v1/primary_ips', async (context) => {
    const given = await body(context, addressBody);
    if (!given) return fail(context, 422, 'invalid_input', 'invalid input');
    if (state.addresses.some(({ name }) => name === given.name))
      return fail(context, 409, 'uniqueness_error', 'name is already used');
    state.lastId += 1;
    const address: Address = { id: state.lastId, name: given.name, ip: nextIp(), pointer: null, machineId: null };
    state.addresses.push(address);
    await save();
    return context.json({ primary_ip: showAddress(address) }, 201);
  });
  app.post('/v1/primary_ips/:id/actions/change_dns_ptr', async (context) => {
    const address = found(state.addresses, context);
    const given = await body(context, pointerBody);
    if (!address) return fail(context, 404, 'not_found', 'primary IP not found');
    if (given?.ip !== address.ip) return fail(context, 422, 'invalid_input', 'invalid input');
    address.pointer = given.dns_ptr;
    await save();
    return context.json(action, 201);
  });
  app.delete('/v1/primary_ips/:id', async (context) => {
    const address = found(state.addresses, context);
    if (!address) return fail(context, 404, 'not_found', 'primary IP not found');
    if (address.machineId !== null) return fail(context, 422, 'must_be_unassigned', 'primary IP is assigned');
    state.addresses.splice(state.addresses.indexOf(address), 1);
    await save();
    return context.body(null, 204);
  });
  app.get('/v1/servers', (context) =>
    context.json({ servers: state.machines.filter(({ name }) => name === context.req.query('name')).map(showMachine) }),
  );
  app.get('/v1/servers/:id', (context) => {
    const machine = found(state.machines, context);
    return machine
      ? context.json({ server: showMachine(machine) })
      : fail(context, 404, 'not_found', 'server not found');
  });
  app.post('/v1/servers', async (context) => {
    const given = await body(context, machineBody);
    const address = given && state.addresses.find(({ id }) => id === given.public_net.ipv4);
    if (!given || !address) return fail(context, 422, 'invalid_input', 'invalid input');
    if (state.machines.some(({ name }) => name === given.name))
      return fail(context, 409, 'uniqueness_error', 'server name is already used');
    if (address.machineId !== null) return fail(context, 409, 'primary_ip_assigned', 'primary IP is assigned already');
    state.lastId += 1;
    const machine: Machine = {
      id: state.lastId,
      name: given.name,
      addressId: address.id,
      userData: given.user_data,
      isOn: true,
    };
    address.machineId = machine.id;
    state.machines.push(machine);
    await save();
    const answer = { server: showMachine(machine), ...action, root_password: null };
    void start(machine).catch(() => undefined);
    return context.json(answer, 201);
  });
  for (const command of ['poweroff', 'poweron'] as const)
    app.post(`/v1/servers/:id/actions/${command}`, async (context) => {
      const machine = found(state.machines, context);
      if (!machine) return fail(context, 404, 'not_found', 'server not found');
      machine.isOn = command === 'poweron';
      await (machine.isOn ? start(machine) : stop(machine));
      await save();
      return context.json(action, 201);
    });
  app.delete('/v1/servers/:id', async (context) => {
    const machine = found(state.machines, context);
    if (!machine) return fail(context, 404, 'not_found', 'server not found');
    await stop(machine);
    addressOf(machine).machineId = null;
    state.machines.splice(state.machines.indexOf(machine), 1);
    await save();
    return context.json(action);
  });
  app.get('/rdap/ip/:ip', (context) => {
    const address = state.addresses.find(({ ip }) => ip === context.req.param('ip'));
    if (!address) return context.json({ errorCode: 404, title: 'Not found' }, 404);
    return context.json(registrationOf(network));
  });

  for (const machine of state.machines) if (machine.isOn) await start(machine).catch(() => undefined);
  const missing = (name: string) => Object.assign(new Error(`query ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
  return {
    app,
    isRelay: (address) => state.addresses.some(({ ip, machineId }) => ip === address && machineId !== null),
    dns: {
      resolveTxt: (name) => ownTexts.resolveTxt(name),
      async resolve4(name) {
        const ips = state.machines
          .filter((machine) => readUserData(machine.userData)?.host_name === name.toLowerCase())
          .map((machine) => addressOf(machine).ip);
        if (ips.length === 0) throw missing(name);
        return ips;
      },
      async reverse(ip) {
        const pointer = state.addresses.find((address) => address.ip === ip)?.pointer;
        if (!pointer) throw missing(ip);
        return [pointer];
      },
    },
    async close() {
      await Promise.all(state.machines.map(stop));
    },
  };
}

/** The block lists of the sandbox: their test points stand (RFC 5782, 5), and nobody is on them. */
export const sandboxLists: LookUp = async (name, type) => {
  if (type === 'A' && name.startsWith('2.0.0.127.')) return ['127.0.0.2'];
  throw Object.assign(new Error(`query ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
};

/** A registration as a registry would answer it (RFC 9083). */
const registrationOf = (network: string) => ({
  objectClassName: 'ip network',
  rdapConformance: ['rdap_level_0'],
  name: 'SKEIN-SANDBOX',
  country: 'ZZ',
  startAddress: `${network}.0`,
  endAddress: `${network}.255`,
  entities: [
    {
      objectClassName: 'entity',
      roles: ['registrant'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', 'Sandbox cloud (simulated)'],
        ],
      ],
    },
    {
      objectClassName: 'entity',
      roles: ['abuse'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['email', {}, 'text', 'abuse@sandbox.test'],
        ],
      ],
    },
  ],
});
