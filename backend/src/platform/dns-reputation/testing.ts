import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { blockLists } from './block-lists';
import { systemLookUp, type LookUp } from './look-up';

/** What is used of dns2, which brings no types. */
interface DnsServer {
  listen(ports: { udp: { port: number; address: string } }): Promise<unknown>;
  addresses(): { udp: AddressInfo };
  close(): Promise<void>;
}
interface DnsPacket {
  header: { rcode: number };
  questions: { name: string; type: number }[];
  answers: object[];
}
export const dns2 = createRequire(__filename)('dns2') as {
  Packet: {
    TYPE: Record<'A' | 'PTR' | 'TXT', number>;
    CLASS: { IN: number };
    createResponseFromRequest(request: DnsPacket): DnsPacket;
  };
  createServer(options: {
    udp: true;
    handle: (request: DnsPacket, send: (response: DnsPacket) => void) => void;
  }): DnsServer;
};

type Answer = { A?: string[]; PTR?: string[]; TXT?: string[]; rcode?: number; silent?: true };
type List = (typeof blockLists)[number];

/** The name by which a list is asked whether it answers at all (RFC 5782, 5). */
export const pointsOf = (list: List): string =>
  list.lists === 'ip' ? `2.0.0.127.${list.zone}` : `${list.testName ?? 'test'}.${list.zone}`;
/** A code by which a list names something. */
export const firstCode = (list: List): string =>
  list.bits
    ? `127.0.0.${Object.keys(list.bits)[0]}`
    : (Object.entries(list.codes).find(([, reason]) => reason)?.[0] ?? '127.0.0.2');

/** A DNS server on loopback that answers what stands in `records`, and NXDOMAIN for every other name. */
export interface ListServer {
  /** `rcode` and silence as servers of lists do. */
  records: Map<string, Answer>;
  asked: string[];
  lookUp: LookUp;
  /** Every list answers for its test entry. */
  openAll(): void;
  close(): Promise<void>;
}

export async function startListServer(): Promise<ListServer> {
  const records = new Map<string, Answer>();
  const asked: string[] = [];
  const { Packet } = dns2;
  const server = dns2.createServer({
    udp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      const name = question?.name.toLowerCase() ?? '';
      asked.push(name);
      const found = records.get(name);
      if (found?.silent) return;
      const add = (type: number, fields: object) =>
        response.answers.push({ name, type, class: Packet.CLASS.IN, ttl: 60, ...fields });
      if (found?.rcode) response.header.rcode = found.rcode;
      else if (!found) response.header.rcode = 3;
      else {
        if (question?.type === Packet.TYPE.A) for (const address of found.A ?? []) add(Packet.TYPE.A, { address });
        if (question?.type === Packet.TYPE.PTR) for (const domain of found.PTR ?? []) add(Packet.TYPE.PTR, { domain });
        if (question?.type === Packet.TYPE.TXT) for (const data of found.TXT ?? []) add(Packet.TYPE.TXT, { data });
      }
      send(response);
    },
  });
  await server.listen({ udp: { port: 0, address: '127.0.0.1' } });
  const { port } = server.addresses().udp;
  return {
    records,
    asked,
    lookUp: systemLookUp([`127.0.0.1:${port}`], 1_000),
    openAll() {
      for (const list of blockLists) records.set(pointsOf(list), { A: [firstCode(list)] });
    },
    close: () => server.close(),
  };
}
