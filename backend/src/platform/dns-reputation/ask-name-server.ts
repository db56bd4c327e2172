// The package brings no types; named here, so that a program that takes in this file alone knows them too.
/// <reference path="./dns-packet.d.ts" />
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { decode, encode, RECURSION_DESIRED, streamDecode, streamEncode, type Packet } from 'dns-packet';

/** One DNS question to a name server, for names that Node's resolver does not ask for although DNS knows them (RFC 2181, 11). */
export interface NameQuestion {
  name: string;
  type: string;
  /** As `getServers` gives them: `192.0.2.53`, `192.0.2.53:5353`, `[2001:db8::53]:5353`. */
  servers: readonly string[];
  /** Milliseconds for one answer. */
  timeout: number;
}

const failure = (code: string, { name, type }: Pick<NameQuestion, 'name' | 'type'>): Error =>
  Object.assign(new Error(`query${type} ${code} ${name}`), { code });

/** Answers in the shapes of Node's `resolve`. @throws Error with the codes of Node's resolver */
export async function askNameServer(question: NameQuestion): Promise<unknown[]> {
  const { name, type, servers } = question;
  let last: Error = failure('ECONNREFUSED', question);
  for (const server of servers) {
    try {
      const packet: Packet = {
        type: 'query',
        id: randomInt(1, 65_536),
        flags: RECURSION_DESIRED,
        questions: [{ type, name }],
      };
      const answer = await askOnce(packet, server, question);
      if (answer.rcode === 'NXDOMAIN') throw failure('ENOTFOUND', question);
      if (answer.rcode !== 'NOERROR') throw failure('ESERVFAIL', question);
      const found = (answer.answers ?? []).filter((each) => each.type === type).map(({ data }) => shaped(type, data));
      if (found.length === 0) throw failure('ENODATA', question);
      return found;
    } catch (error) {
      if (['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '')) throw error;
      last = error as Error;
    }
  }
  throw last;
}

function shaped(type: string, data: unknown): unknown {
  if (type === 'TXT')
    return [data].flat().map((part) => (Buffer.isBuffer(part) ? part.toString('utf8') : String(part)));
  if (type !== 'MX') return data;
  const { preference, exchange } = data as { preference?: number; exchange?: string };
  return { priority: preference ?? 0, exchange: exchange ?? '' };
}

function addressOf(server: string): { host: string; port: number } {
  const [, six, sixPort] = /^\[([^\]]+)\](?::(\d+))?$/.exec(server) ?? [];
  if (six) return { host: six, port: Number(sixPort ?? 53) };
  const [, four, fourPort] = /^([\d.]+):(\d+)$/.exec(server) ?? [];
  return four ? { host: four, port: Number(fourPort) } : { host: server, port: 53 };
}

async function askOnce(packet: Packet, server: string, question: NameQuestion): Promise<Packet> {
  const { host, port } = addressOf(server);
  const answer = await overUdp(packet, { host, port }, question);
  return answer.flag_tc ? overTcp(packet, { host, port }, question) : answer;
}

interface Place {
  host: string;
  port: number;
}

/** What came is an answer to the question only with its number and its name. */
function readAnswer(packet: Packet, read: () => Packet): Packet | null {
  try {
    const answer = read();
    const [asked, got] = [packet.questions?.[0]?.name, answer.questions?.[0]?.name];
    return answer.id === packet.id && got?.toLowerCase() === asked?.toLowerCase() ? answer : null;
  } catch {
    return null;
  }
}

function overUdp(packet: Packet, { host, port }: Place, question: NameQuestion): Promise<Packet> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    const timer = setTimeout(() => end(failure('ETIMEOUT', question)), question.timeout);
    function end(result: Packet | Error): void {
      clearTimeout(timer);
      socket.removeAllListeners();
      socket.close();
      if (result instanceof Error) reject(result);
      else resolve(result);
    }
    socket.on('error', (error) => end(Object.assign(failure('ECONNREFUSED', question), { cause: error })));
    socket.on('message', (bytes) => {
      const answer = readAnswer(packet, () => decode(bytes));
      if (answer) end(answer);
    });
    socket.connect(port, host, () => socket.send(encode(packet)));
  });
}

/** For an answer that has no room in a datagram. */
function overTcp(packet: Packet, { host, port }: Place, question: NameQuestion): Promise<Packet> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    let bytes = Buffer.alloc(0);
    socket.setTimeout(question.timeout, () => socket.destroy(failure('ETIMEOUT', question)));
    socket.on('connect', () => socket.write(streamEncode(packet)));
    socket.on('data', (part) => {
      bytes = Buffer.concat([bytes, part]);
      if (bytes.length < 2 || bytes.length < bytes.readUInt16BE(0) + 2) return;
      const answer = readAnswer(packet, () => streamDecode(bytes));
      socket.destroy(answer ? undefined : failure('EBADRESP', question));
      if (answer) resolve(answer);
    });
    socket.on('error', reject);
    socket.on('close', () => reject(failure('EBADRESP', question)));
  });
}
