import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { systemLookUp } from '../dns-reputation/look-up';
import { dns2 } from '../dns-reputation/testing';
import { authenticateMessage } from './authenticate-message';
import { returnPathOf } from './return-path';

/** Names that DNS can hold and Node's resolver does not ask for, over a real name server. */
const records = new Map<string, { A?: string; TXT?: string }>();
const asked: string[] = [];
const { Packet } = dns2;
const server = dns2.createServer({
  udp: true,
  handle: (request, send) => {
    const response = Packet.createResponseFromRequest(request);
    const [question] = request.questions;
    const name = question?.name ?? '';
    asked.push(name);
    const found = records.get(name.toLowerCase());
    if (!found) response.header.rcode = 3;
    if (found?.A && question?.type === Packet.TYPE.A)
      response.answers.push({ name, type: Packet.TYPE.A, class: Packet.CLASS.IN, ttl: 60, address: found.A });
    if (found?.TXT && question?.type === Packet.TYPE.TXT)
      response.answers.push({ name, type: Packet.TYPE.TXT, class: Packet.CLASS.IN, ttl: 60, data: found.TXT });
    send(response);
  },
});
let lookUp: ReturnType<typeof systemLookUp>;
beforeAll(async () => {
  await server.listen({ udp: { port: 0, address: '127.0.0.1' } });
  lookUp = systemLookUp([`127.0.0.1:${server.addresses().udp.port}`], 60_000);
});
afterAll(() => server.close());
beforeEach(() => {
  records.clear();
  asked.length = 0;
});

const long = 'a'.repeat(64);
const spfOf = async (sender: string) => {
  const message = [
    `Return-Path: <${sender}>`,
    'Received: from mail.example.com (mail.example.com [198.51.100.1]) by mx.example.net with ESMTPS; Wed, 25 Nov 2026 08:00:01 +0000',
    'From: a@example.com',
    '',
    'Hello',
    '',
  ].join('\r\n');
  return (await authenticateMessage(Buffer.from(message), lookUp)).spf.result;
};

test.each([
  ['a name with a colon that is there', 'v=spf1 a:foo:bar.example.com -all', 'foo:bar.example.com', 'pass'],
  ['a name with a colon that is not there', 'v=spf1 a:foo:bar.example.com -all', null, 'fail'],
  [
    'a local part with a plus in a name',
    'v=spf1 exists:%{l}._spf.example.com -all',
    'ada+17=acme._spf.example.com',
    'pass',
  ],
  ['a local part that is not listed', 'v=spf1 exists:%{l}._spf.example.com -all', null, 'fail'],
  ['a part of 64 octets', `v=spf1 a:${long}.example.com -all`, null, 'fail'],
  ['an empty part', 'v=spf1 a:a..example.com -all', null, 'permerror'],
])('SPF with %s', async (_, record, name, expected) => {
  records.set('example.com', { TXT: record });
  if (name !== null) records.set(name, { A: name.includes('foo') ? '198.51.100.1' : '127.0.0.2' });
  expect(await spfOf('ada+17=acme@example.com')).toBe(expected);
});

test.each([
  ['64 octets', `bounce@${long}.example.com`],
  ['an empty part', 'bounce@mail..example.com'],
])('SPF of a sender whose domain has %s is none', async (_, sender) => {
  expect(await spfOf(sender)).toBe('none');
});

test('a resolver that refuses a name is no failure of DNS', async () => {
  records.set('example.com', { TXT: 'v=spf1 a:foo:bar.example.com -all' });
  const refusing: typeof lookUp = async (name, type) => {
    if (name.includes(':')) throw Object.assign(new Error('query EBADNAME'), { code: 'EBADNAME' });
    return lookUp(name, type);
  };
  const message = `Return-Path: <a@example.com>\r\nReceived: from m.example.com ([198.51.100.1]) by mx.example.net; Wed, 25 Nov 2026 08:00:01 +0000\r\nFrom: a@example.com\r\n\r\nHi\r\n`;
  expect((await authenticateMessage(Buffer.from(message), refusing)).spf.result).toBe('fail');
});

test('a name server that does not answer is still a failure of DNS', async () => {
  const closed = createTcpServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await expect(systemLookUp([`127.0.0.1:${port}`], 200)('foo:bar.example.com', 'A')).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:ECONNREFUSED|ETIMEOUT)$/),
  });
});

test.each([
  ['Return-Path: <"john doe"@example.com>', '"john doe"@example.com'],
  ['Return-Path: <john doe@example.com>', 'john doe@example.com'],
  ['Return-Path:\r\n <"a@b>c"@example.com>', '"a@b>c"@example.com'],
  ['Return-Path: bounce@example.com', 'bounce@example.com'],
  ['Return-Path: <@relay.example.net:bounce@example.com>', 'bounce@example.com'],
  ['Return-Path: <>', ''],
  ['Subject: none', ''],
])('%j names the sender', (headers, expected) => {
  expect(returnPathOf(`${headers}\r\nFrom: a@example.com`)).toBe(expected);
});

test('SPF is judged for a sender with a blank in its local part', async () => {
  records.set('example.com', { TXT: 'v=spf1 ip4:198.51.100.1 -all' });
  expect(await spfOf('"john doe"@example.com')).toBe('pass');
  expect(await spfOf('john doe@example.com')).toBe('pass');
});
