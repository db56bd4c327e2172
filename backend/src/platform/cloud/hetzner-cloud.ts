import { z } from 'zod';
import type { AskServer } from '../http/ask-server';
import type { Cloud } from './cloud';
import { createHetznerApi } from './hetzner-api';

export interface HetznerOptions {
  ask: AskServer;
  token: string;
  /** Type of machine; two shared cores unless told otherwise. */
  machineType?: string;
  baseUrl?: string;
  relayPort?: number;
  name?: string;
}

const id = z.number().int().positive();
const address = z.object({ id, ip: z.string().max(64), assignee_id: id.nullish() });
const machine = z.object({ id, status: z.string().max(60) });
const one = <Key extends string, Shape extends z.ZodType>(key: Key, shape: Shape) =>
  z.object({ [key]: shape } as Record<Key, Shape>);

/**
 * Hetzner Cloud by its published API (https://docs.hetzner.cloud): primary IPs, servers with user data, reverse DNS.
 * Names are unique in a project, so a resource is looked up by its name before it is made. Port 25 outward is open only
 * after Hetzner has unlocked it for the account.
 */
export function createHetznerCloud({
  ask,
  token,
  machineType = 'cpx11',
  baseUrl = 'https://api.hetzner.cloud',
  relayPort = 587,
  name = 'Hetzner Cloud',
}: HetznerOptions): Cloud {
  const api = createHetznerApi({ ask, token, baseUrl, name });
  const nameOf = (key: string) => `skein-${key}`;
  const byName = (key: string) => `?name=${encodeURIComponent(nameOf(key))}`;
  const findAddress = async (key: string) =>
    (await api.ask(one('primary_ips', z.array(address)), 'GET', `primary_ips${byName(key)}`)).primary_ips[0];
  const findMachine = async (key: string) =>
    (await api.ask(one('servers', z.array(machine)), 'GET', `servers${byName(key)}`)).servers[0];
  const labels = { app: 'skein' };

  const createAddress = async (key: string, location: string) => {
    const wanted = {
      name: nameOf(key),
      type: 'ipv4',
      assignee_type: 'server',
      location,
      auto_delete: false,
      labels,
    };
    return (await api.ask(one('primary_ip', address), 'POST', 'primary_ips', wanted)).primary_ip;
  };

  return {
    name,
    relayPort,
    async ensureAddress({ key, location }) {
      const found = (await findAddress(key)) ?? (await createAddress(key, location));
      return { id: String(found.id), ip: found.ip };
    },
    async ensureMachine({ key, location, addressId, userData }) {
      const present = await findMachine(key);
      if (present) return { id: String(present.id) };
      const { server } = await api.ask(one('server', machine), 'POST', 'servers', {
        name: nameOf(key),
        server_type: machineType,
        image: 'debian-12',
        location,
        user_data: userData,
        start_after_create: true,
        public_net: { enable_ipv4: true, enable_ipv6: false, ipv4: Number(addressId) },
        labels,
      });
      return { id: String(server.id) };
    },
    async isRunning(machineId) {
      const { server } = await api.ask(one('server', machine), 'GET', `servers/${machineId}`);
      return server.status === 'running';
    },
    async setReverseName({ id: addressId, ip }, dnsName) {
      const change = { ip, dns_ptr: dnsName };
      await api.ask(z.object({}), 'POST', `primary_ips/${addressId}/actions/change_dns_ptr`, change);
    },
    async remove(key) {
      const made = await findMachine(key);
      if (made) {
        await api.remove(`servers/${made.id}`);
        // Its address is free when it has gone.
        return false;
      }
      const kept = await findAddress(key);
      return !kept || api.remove(`primary_ips/${kept.id}`);
    },
  };
}
