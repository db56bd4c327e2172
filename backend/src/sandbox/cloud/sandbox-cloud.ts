import { Hono } from 'hono';
import type { AddressDns } from '#platform/dns/address-dns';
import type { LookUp } from '#platform/dns-reputation/look-up';
import { zoneResolver } from '#platform/mail/zone-resolver';
import { readUserData } from '#services/smart-servers/relay-setup';
import { createCloudMachines, type SandboxCloudOptions } from './cloud-machines';
import { addAddressRoutes, addMachineRoutes, fail } from './cloud-routes';
import { registrationOf } from './registration';

/** The stand-in: `/v1/…` for the product's client, `/rdap/ip/:ip` for its look-ups, and the DNS of what it made. */
export interface SandboxCloud {
  app: Hono;
  dns: AddressDns;
  isRelay(address: string): boolean;
  close(): Promise<void>;
}

/** Every machine of the sandbox listens here, each on an address of its own. */
export const sandboxRelayPort = 2587;

/** Starts the stand-in of the cloud with the machines it had before. No machine of anybody is rented. */
export async function startSandboxCloud(options: SandboxCloudOptions): Promise<SandboxCloud> {
  const cloud = await createCloudMachines(options);
  const { state, network, addressOf, start, stop } = cloud;
  const ownTexts = zoneResolver(options.zone);
  const app = new Hono();
  app.use('/v1/*', async (context, next) => {
    if (context.req.header('authorization') !== `Bearer ${options.token}`)
      return fail(context, 401, 'unauthorized', 'unable to authenticate');
    await next();
    return undefined;
  });
  addAddressRoutes(app, cloud);
  addMachineRoutes(app, cloud);
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
