import { blockLists } from './block-lists';
import { createReputation, reverseLabels } from './reputation';
import { firstCode, pointsOf, startListServer, type ListServer } from './testing';

let server: ListServer;
let records: ListServer['records'];
let reputation: ReturnType<typeof createReputation>;
let now = 0;

beforeAll(async () => {
  server = await startListServer();
  records = server.records;
  reputation = createReputation({ lookUp: server.lookUp, now: () => now });
});
afterAll(() => server.close());
beforeEach(() => {
  records.clear();
  server.asked.length = 0;
  now += 7_200_000;
});

const openAll = () => server.openAll();
const questionOf = (list: (typeof blockLists)[number]): string =>
  list.lists === 'ip' ? `9.113.0.203.${list.zone}` : `bad.example.${list.zone}`;
const of = async (list: (typeof blockLists)[number]) =>
  (await reputation.listed(list.lists === 'ip' ? '203.0.113.9' : 'bad.example')).find(({ zone }) => zone === list.zone);

test('at least thirty lists are asked, each once', () => {
  expect(blockLists.length).toBeGreaterThanOrEqual(30);
  expect(new Set(blockLists.map(({ zone }) => zone)).size).toBe(blockLists.length);
});

test.each(blockLists)('$zone: listed and clear are told apart', async (list) => {
  openAll();
  records.set(questionOf(list), { A: [firstCode(list)], TXT: ['see the list'] });
  const listed = await of(list);
  expect(listed).toMatchObject({ state: 'LISTED', codes: [firstCode(list)], page: list.page });
  expect(listed?.text).toContain('see the list');
  records.delete(questionOf(list));
  expect(await of(list)).toMatchObject({ state: 'CLEAR' });
});

test.each(blockLists)('$zone: a refused resolver is no listing', async (list) => {
  openAll();
  const refusal = list.refusals?.[0] ?? '127.255.255.254';
  records.set(questionOf(list), { A: [refusal] });
  expect(await of(list)).toMatchObject({ state: 'NOT_ASKED', codes: [refusal] });
});

describe('what is no proper answer', () => {
  const [zen] = blockLists as [(typeof blockLists)[number]];
  const answerOf = async () => (await of(zen)) as NonNullable<Awaited<ReturnType<typeof of>>>;

  it('is told of a list that ended: its test entry is gone', async () => {
    records.set(questionOf(zen), { A: ['127.0.0.2'] });
    expect(await answerOf()).toMatchObject({ state: 'NOT_ASKED', text: expect.stringContaining('test entry') });
  });

  it('is told of a list that names everybody', async () => {
    openAll();
    records.set(`1.0.0.127.${zen.zone}`, { A: ['127.0.0.2'] });
    records.set(questionOf(zen), { A: ['127.0.0.2'] });
    expect(await answerOf()).toMatchObject({ state: 'NOT_ASKED', text: expect.stringContaining('every name') });
  });

  it('is told of a domain that somebody parks', async () => {
    openAll();
    records.set(pointsOf(zen), { A: ['203.0.113.80'] });
    expect(await answerOf()).toMatchObject({ state: 'NOT_ASKED', text: expect.stringContaining('every name') });
  });

  it('is told of a server that refuses or is silent', async () => {
    openAll();
    records.set(questionOf(zen), { rcode: 5 });
    expect(await answerOf()).toMatchObject({ state: 'NOT_ASKED', text: 'DNS did not answer (EREFUSED).' });
    records.set(questionOf(zen), { silent: true });
    expect(await answerOf()).toMatchObject({ state: 'NOT_ASKED', text: 'DNS did not answer (ETIMEOUT).' });
  });

  it('is told of a code that the list does not document', async () => {
    openAll();
    records.set(questionOf(zen), { A: ['127.0.0.77'] });
    expect(await answerOf()).toMatchObject({ state: 'NOT_ASKED', text: expect.stringContaining('127.0.0.77') });
  });

  it('asks test points once an hour', async () => {
    openAll();
    await of(zen);
    server.asked.length = 0;
    await of(zen);
    expect(server.asked).not.toContain(pointsOf(zen));
    now += 3_600_001;
    await of(zen);
    expect(server.asked).toContain(pointsOf(zen));
  });
});

test('a reverse name counts when it leads back', async () => {
  records.set('9.113.0.203.in-addr.arpa', { PTR: ['mail.sender.example'] });
  records.set('mail.sender.example', { A: ['203.0.113.9'] });
  expect(await reputation.reverse('203.0.113.9')).toMatchObject({
    state: 'CONFIRMED',
    names: ['mail.sender.example'],
  });
  records.set('mail.sender.example', { A: ['203.0.113.10'] });
  expect(await reputation.reverse('203.0.113.9')).toMatchObject({ state: 'NOT_CONFIRMED' });
  records.clear();
  expect(await reputation.reverse('203.0.113.9')).toMatchObject({ state: 'MISSING', names: [] });
  records.set('9.113.0.203.in-addr.arpa', { rcode: 2 });
  expect(await reputation.reverse('203.0.113.9')).toMatchObject({ state: 'NO_ANSWER' });
});

test('an address has an owner', async () => {
  records.set('9.113.0.203.origin.asn.cymru.com', { TXT: ['64500 | 203.0.113.0/24 | DE | ripencc | 2019-01-01'] });
  records.set('as64500.asn.cymru.com', { TXT: ['64500 | DE | ripencc | 2019-01-01 | HOSTLINE Hostline GmbH, DE'] });
  expect(await reputation.owner('203.0.113.9')).toEqual({
    asn: 64500,
    network: '203.0.113.0/24',
    country: 'DE',
    organisation: 'HOSTLINE Hostline GmbH, DE',
  });
  expect(await reputation.owner('203.0.113.10')).toBeNull();
});

test('addresses are written as lists want them, and what is no name is asked nowhere', async () => {
  expect(reverseLabels('192.0.2.1')).toBe('1.2.0.192');
  expect(reverseLabels('2001:db8::1')).toBe(`1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2`);
  expect(reverseLabels('example.com')).toBeNull();
  expect(await reputation.listed('not a name')).toEqual([]);
  expect(server.asked).toEqual([]);
});
