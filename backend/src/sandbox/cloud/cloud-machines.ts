import { createHash } from 'node:crypto';
import type { Database } from '#platform/db/database';
import type { Zone } from '#platform/mail/zone-resolver';
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

export interface Address {
  id: number;
  name: string;
  ip: string;
  pointer: string | null;
  machineId: number | null;
}
export interface Machine {
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

/** The addresses of an installation: /24 networks of loopback, so that two on one machine have different ones. */
function networkOf(seed: string): string {
  const digest = createHash('sha256').update(seed).digest();
  return `127.${64 + ((digest[0] as number) % 128)}.${digest[1] as number}`;
}

export type CloudMachines = Awaited<ReturnType<typeof createCloudMachines>>;

/** What is rented of the cloud: addresses, machines on them, and the relays that run. */
export async function createCloudMachines(options: SandboxCloudOptions) {
  const kept = sandboxStateStore(options.db);
  const state = (await kept.read<State>('cloud')) ?? { lastId: 0, addresses: [], machines: [] };
  const save = () => kept.write('cloud', state);
  const tls = createSelfSignedCertificate();
  const running = new Map<number, RelayServer>();
  const network = networkOf(options.seed);
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
  return { state, save, network, running, nextIp, addressOf, start, stop };
}
