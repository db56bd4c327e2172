import type { LinkedInAction } from '#platform/linkedin/linkedin-provider';
import { createUnipile } from '#platform/linkedin/unipile';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createTestProvider, type TestProvider } from './testing';

const day = 86_400_000;
let main: TestMain;
let me: SignedIn;
let provider: TestProvider;
let account = '';

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  provider = await createTestProvider(main);
  main.deps.linkedIn = provider.linkedIn;
});
beforeEach(async () => {
  provider.reset();
  account = await connected('Rosa');
});
afterAll(async () => {
  await provider.close();
  await main.close();
});

/** @returns what the provider calls the account */
async function connected(name: string): Promise<string> {
  const id = await provider.connect(me, name);
  const [row] = await main.test.query<{ provider_account: string }>(
    'select provider_account from linkedin_account where id = $1',
    [id],
  );
  return row?.provider_account ?? '';
}
const act = (action: LinkedInAction, name: string, more: Record<string, unknown> = {}) =>
  provider.linkedIn.perform({
    firstAskedAt: null,
    account,
    action,
    profileUrl: `https://www.linkedin.com/in/${name}`,
    subject: 'Docks',
    body: 'Hello there',
    at: new Date(main.clock.now()),
    ...more,
  });
const knownTo = async (name: string) => (await provider.standIn.accounts.find(account))?.people[name];

it('visits, likes, messages a connection and writes an InMail to anybody', async () => {
  provider.known.add('nora');
  expect(await act('VISIT_PROFILE', 'nora')).toMatchObject({ outcome: 'DONE' });
  expect(await act('LIKE_RECENT_ACTIVITY', 'nora')).toMatchObject({
    outcome: 'DONE',
    reference: 'urn:li:activity:nora',
  });
  expect(await act('MESSAGE', 'nora')).toMatchObject({ outcome: 'DONE' });
  expect(await act('INMAIL', 'stranger')).toMatchObject({ outcome: 'DONE' });
  expect(await knownTo('nora')).toMatchObject({
    liked: ['urn:li:activity:nora'],
    messages: [{ text: 'Hello there', subject: null, isInMail: false }],
  });
  expect(await knownTo('stranger')).toMatchObject({ messages: [{ subject: 'Docks', isInMail: true }] });
});

it('requests a connection once, finds the answer in the list of connections, and takes a request back', async () => {
  provider.acceptsAfterDays = 2;
  const made = await act('CONNECTION_REQUEST', 'ben');
  if (made.outcome !== 'DONE') throw new Error(made.reason);
  expect(await knownTo('ben')).toMatchObject({ note: 'Hello there' });
  const isAccepted = () => provider.linkedIn.readConnection(account, made.reference, new Date(main.clock.now()));
  expect(await isAccepted()).toEqual({ state: 'PENDING' });
  main.clock.advance(3 * day);
  expect(await isAccepted()).toEqual({ state: 'ACCEPTED' });
  expect(await act('CONNECTION_REQUEST', 'ben')).toMatchObject({ outcome: 'DONE', isAccepted: true });
  // Somebody whom the account had asked before, outside the product: the request is found and withdrawn all the same.
  provider.acceptsAfterDays = null;
  await act('CONNECTION_REQUEST', 'cleo');
  const again = await act('CONNECTION_REQUEST', 'cleo');
  if (again.outcome !== 'DONE') throw new Error(again.reason);
  await provider.linkedIn.withdraw(account, again.reference);
  await provider.linkedIn.withdraw(account, again.reference);
  expect((await knownTo('cleo'))?.withdrawnAt).not.toBeNull();
  expect(await act('CONNECTION_REQUEST', 'cleo')).toEqual({
    outcome: 'REFUSED',
    reason: 'This person was invited before, and LinkedIn allows no second request yet.',
  });
});

it('does nothing twice when an answer was lost', async () => {
  provider.known.add('dora');
  provider.losesAnswers = true;
  expect(await act('MESSAGE', 'dora')).toMatchObject({ outcome: 'LATER' });
  expect(await act('CONNECTION_REQUEST', 'ella')).toMatchObject({ outcome: 'LATER' });
  expect(await act('INMAIL', 'fay')).toMatchObject({ outcome: 'LATER' });
  provider.losesAnswers = false;
  const firstAskedAt = new Date(main.clock.now());
  for (const [action, name] of [
    ['MESSAGE', 'dora'],
    ['CONNECTION_REQUEST', 'ella'],
    ['INMAIL', 'fay'],
  ] as const)
    expect(await act(action, name, { firstAskedAt })).toMatchObject({ outcome: 'DONE' });
  expect((await knownTo('dora'))?.messages).toHaveLength(1);
  expect((await knownTo('fay'))?.messages).toHaveLength(1);
  expect(provider.asked.map(({ action }) => action)).toEqual(['MESSAGE', 'CONNECTION_REQUEST', 'INMAIL']);
  // Another text to the same person is another message.
  expect(await act('MESSAGE', 'dora', { firstAskedAt, body: 'And one more' })).toMatchObject({ outcome: 'DONE' });
  expect((await knownTo('dora'))?.messages).toHaveLength(2);
  // The same text of an earlier step is not the message that was lost.
  main.clock.advance(day);
  const later = new Date(main.clock.now());
  expect(await act('MESSAGE', 'dora', { firstAskedAt: later })).toMatchObject({ outcome: 'DONE' });
  expect((await knownTo('dora'))?.messages).toHaveLength(3);
  // The profile may not tell of the request yet.
  await act('CONNECTION_REQUEST', 'lea');
  await provider.standIn.accounts.change(account, (own) => void (own.people.lea!.withdrawnAt = main.clock.now()));
  expect(await act('CONNECTION_REQUEST', 'lea')).toMatchObject({ outcome: 'REFUSED' });
  expect(await act('CONNECTION_REQUEST', 'lea', { firstAskedAt: later })).toMatchObject({ outcome: 'DONE' });
});

it.each<[RegExp, LinkedInAction, string, Record<string, unknown>]>([
  [/does not exist/, 'VISIT_PROFILE', 'gone', {}],
  [/lets only connections/, 'MESSAGE', 'gil', {}],
  [/posted nothing/, 'LIKE_RECENT_ACTIVITY', 'quiet', {}],
  [/has no text/, 'INMAIL', 'hans', { body: null }],
  [/more than 300 characters/, 'CONNECTION_REQUEST', 'ines', { body: 'x'.repeat(301) }],
  [/not the address/, 'VISIT_PROFILE', '', { profileUrl: 'https://www.linkedin.com/company/northlight' }],
])('what cannot be done for one person is refused: %s', async (reason, action, name, more) => {
  expect(await act(action, name, more)).toEqual({ outcome: 'REFUSED', reason: expect.stringMatching(reason) });
});

it('an account that LinkedIn signed out, restricted or never knew does nothing more', async () => {
  await provider.standIn.signOut(account);
  expect(await act('VISIT_PROFILE', 'jon')).toEqual({
    outcome: 'ACCOUNT',
    reason: 'LinkedIn signed the account out.',
  });
  expect(await act('VISIT_PROFILE', 'jon', { account: await connected('Restricted') })).toEqual({
    outcome: 'ACCOUNT',
    reason: 'LinkedIn restricted the account.',
  });
  expect(await act('VISIT_PROFILE', 'jon', { account: 'somebody-else' })).toEqual({
    outcome: 'ACCOUNT',
    reason: 'Unipile does not know this account.',
  });
});

it('waits where LinkedIn or Unipile takes nothing now, and tries again where nobody knows', async () => {
  provider.fault = () => Response.json({ type: 'errors/too_many_requests', status: 429 }, { status: 429 });
  expect(await act('VISIT_PROFILE', 'kim')).toMatchObject({ outcome: 'WAIT', hours: 1 });
  provider.fault = () => new Response('<html>Bad gateway</html>', { status: 502 });
  expect(await act('VISIT_PROFILE', 'kim')).toMatchObject({ outcome: 'LATER' });
  provider.fault = () => new Response('not what was promised');
  expect(await act('VISIT_PROFILE', 'kim')).toMatchObject({ outcome: 'LATER' });
  provider.fault = null;
  await provider.standIn.accounts.change(account, (own) => {
    for (let index = 0; index < 200; index++)
      own.people[`asked${index}`] = {
        ...{ invitationId: String(index), invitedAt: main.clock.now(), note: null, withdrawnAt: null },
        ...{ messages: [], liked: [] },
      };
  });
  expect(await act('CONNECTION_REQUEST', 'kim')).toEqual({
    outcome: 'WAIT',
    reason: 'LinkedIn’s own limit for the account is reached.',
    hours: 24,
    holds: 'KIND',
  });
  const asked = {
    ...{ firstAskedAt: null, account, action: 'VISIT_PROFILE' as const, subject: null, body: null },
    ...{ profileUrl: 'https://www.linkedin.com/in/kim', at: new Date(main.clock.now()) },
  };
  expect(await createUnipile({ name: 'x', url: provider.url, key: 'wrong' }).perform(asked)).toEqual({
    outcome: 'WAIT',
    reason: 'Unipile does not accept the key of this installation.',
    hours: 1,
    holds: 'INSTALLATION',
  });
  const nobody = createUnipile({ name: 'x', url: 'http://127.0.0.1:1', key: 'k' });
  expect(await nobody.perform(asked)).toMatchObject({ outcome: 'LATER' });
});

it('takes an answer of something in between for no word of Unipile or LinkedIn', async () => {
  provider.fault = () => new Response('<html>Forbidden</html>', { status: 403 });
  expect(await act('VISIT_PROFILE', 'max')).toMatchObject({ outcome: 'LATER' });
  provider.fault = () => new Response('<html>Not found</html>', { status: 404 });
  expect(await act('VISIT_PROFILE', 'max')).toMatchObject({ outcome: 'LATER' });
  const behindProxy = createUnipile({
    ...{ name: 'x', url: provider.url, key: provider.key },
    fetch: async () => new Response('<html>Not found</html>', { status: 404 }),
  });
  await expect(behindProxy.readAccount(account)).rejects.toThrow('no reason given (404)');
  await expect(behindProxy.removeAccount(account)).rejects.toThrow('no reason given (404)');
});

it('asks for a page that opens once and leads back at once', async () => {
  const bodies: unknown[] = [];
  const unipile = createUnipile({
    ...{ name: 'x', url: provider.url, key: provider.key },
    fetch: (url, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return fetch(url, init);
    },
  });
  const back = 'http://localhost:3000/back';
  await unipile.signInPage({
    account: null,
    ...{ notifyUrl: back, successUrl: back, failureUrl: back, expiresAt: new Date(main.realClock.now() + day) },
  });
  expect(bodies).toMatchObject([{ single_use: true, bypass_success_screen: true }]);
});

it('does not say that a request is withdrawn that it could not find among too many', async () => {
  const unipile = createUnipile({
    ...{ name: 'x', url: provider.url, key: provider.key },
    fetch: async () => Response.json({ items: [], cursor: 'more' }),
  });
  await expect(unipile.withdraw(account, 'ACoAAnobody:')).rejects.toThrow('too many pending requests');
});

it('asks for no other path than it means', async () => {
  const paths: string[] = [];
  const unipile = createUnipile({
    ...{ name: 'x', url: provider.url, key: provider.key },
    fetch: async (url) => {
      paths.push(String(url));
      return Response.json({});
    },
  });
  for (const name of ['', '.', '..']) await expect(unipile.removeAccount(name)).rejects.toThrow('names nothing');
  expect(paths).toEqual([]);
});
