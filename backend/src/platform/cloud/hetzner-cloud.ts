import { z } from 'zod';
import { OutwardError, type AskServer, type OutwardAnswer } from '../http/ask-server';
import { CloudError, type Cloud } from './cloud';

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
const failure = z.object({ error: z.object({ code: z.string().max(100), message: z.string() }) });
/** Codes after which another try can succeed (https://docs.hetzner.cloud, Errors). */
const passing = new Set([
  'conflict',
  'locked',
  'rate_limit_exceeded',
  'resource_unavailable',
  'server_error',
  'service_error',
  'timeout',
  'unavailable',
  'placement_error',
  'maintenance',
]);

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
  async function send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<OutwardAnswer> {
    try {
      return await ask({
        method,
        url: `${baseUrl}/v1/${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch (error) {
      if (error instanceof OutwardError)
        throw new CloudError(`${name} could not be reached. It is tried again.`, false, { cause: error });
      throw error;
    }
  }

  async function read<Shape extends z.ZodType>(shape: Shape, sent: Promise<OutwardAnswer>): Promise<z.output<Shape>> {
    const answer = await sent;
    if (answer.status >= 300) throw refusalOf(answer);
    const parsed = shape.safeParse(parseJson(answer.text));
    if (!parsed.success) throw new CloudError(`${name} answered in an unknown form.`, false);
    return parsed.data;
  }

  function refusalOf(answer: OutwardAnswer): CloudError {
    const told = failure.safeParse(parseJson(answer.text));
    const words = told.success ? told.data.error.message.slice(0, 300) : `HTTP ${answer.status}`;
    const isPassing =
      answer.status >= 500 || answer.status === 429 || (told.success && passing.has(told.data.error.code));
    return new CloudError(`${name}: ${words}`, !isPassing);
  }

  /** @returns whether it is gone */
  async function removeOne(path: string): Promise<boolean> {
    const answer = await send('DELETE', path);
    if (answer.status === 404) return true;
    if (answer.status >= 300) {
      const refusal = refusalOf(answer);
      // An address is free only when its machine has gone.
      if (answer.status === 409 || answer.status === 422 || answer.status === 423) return false;
      throw refusal;
    }
    return true;
  }

  const nameOf = (key: string) => `skein-${key}`;
  const byName = (key: string) => `?name=${encodeURIComponent(nameOf(key))}`;
  const findAddress = async (key: string) =>
    (await read(one('primary_ips', z.array(address)), send('GET', `primary_ips${byName(key)}`))).primary_ips[0];
  const findMachine = async (key: string) =>
    (await read(one('servers', z.array(machine)), send('GET', `servers${byName(key)}`))).servers[0];
  const labels = { app: 'skein' };

  return {
    name,
    relayPort,
    async ensureAddress({ key, location }) {
      const found =
        (await findAddress(key)) ??
        (
          await read(
            one('primary_ip', address),
            send('POST', 'primary_ips', {
              name: nameOf(key),
              type: 'ipv4',
              assignee_type: 'server',
              location,
              auto_delete: false,
              labels,
            }),
          )
        ).primary_ip;
      return { id: String(found.id), ip: found.ip };
    },
    async ensureMachine({ key, location, addressId, userData }) {
      const found =
        (await findMachine(key)) ??
        (
          await read(
            one('server', machine),
            send('POST', 'servers', {
              name: nameOf(key),
              server_type: machineType,
              image: 'debian-12',
              location,
              user_data: userData,
              start_after_create: true,
              public_net: { enable_ipv4: true, enable_ipv6: false, ipv4: Number(addressId) },
              labels,
            }),
          )
        ).server;
      return { id: String(found.id) };
    },
    async isRunning(machineId) {
      const { server } = await read(one('server', machine), send('GET', `servers/${machineId}`));
      return server.status === 'running';
    },
    async setReverseName({ id: addressId, ip }, dnsName) {
      await read(
        z.object({}),
        send('POST', `primary_ips/${addressId}/actions/change_dns_ptr`, { ip, dns_ptr: dnsName }),
      );
    },
    async remove(key) {
      const made = await findMachine(key);
      if (made) {
        await removeOne(`servers/${made.id}`);
        // Its address is free when it has gone.
        return false;
      }
      const kept = await findAddress(key);
      return !kept || removeOne(`primary_ips/${kept.id}`);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
