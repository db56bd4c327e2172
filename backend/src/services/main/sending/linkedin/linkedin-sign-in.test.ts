import { linkedInContract } from '@skein/contracts/main/linkedin.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createTestProvider, type TestProvider } from './testing';

const hour = 3_600_000;
let main: TestMain;
let me: SignedIn;
let provider: TestProvider;
/** Addresses that the provider was asked to report to. */
let reportsTo: string[] = [];

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  provider = await createTestProvider(main);
});
beforeEach(async () => {
  reportsTo = [];
  main.deps.linkedIn = {
    ...provider.linkedIn,
    signInPage: (given) => {
      reportsTo.push(new URL(given.notifyUrl).pathname);
      return provider.linkedIn.signInPage(given);
    },
  };
  await main.test.query('update linkedin_account set deleted_at = now()');
  await main.test.query(`update linkedin_account set checked_at = null`);
});
afterAll(async () => {
  await provider.close();
  await main.close();
});

const linkedIn = (who = me) => main.asClient(linkedInContract, who);
const begin = (name = 'Rosa', more: Record<string, unknown> = {}) =>
  linkedIn().connectLinkedInAccount({ body: { name, ...more } });
const account = async (who = me) => (await linkedIn(who).listLinkedInAccounts({})).accounts[0];
const report = (path: string, body: object | string) =>
  main.app.request(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
/** As if the account had been looked at so long ago, in milliseconds. */
const lookedAt = (ago: number) =>
  main.test.query('update linkedin_account set checked_at = $1', [new Date(main.realClock.now() - ago)]);
const idAtProvider = async (id: number) =>
  (
    await main.test.query<{ provider_account: string | null }>(
      'select provider_account from linkedin_account where id = $1',
      [id],
    )
  )[0]?.provider_account ?? null;

it('connects an account when its owner has signed in on the provider’s page, which opens once', async () => {
  const begun = await begin('Rosa', { provider_account: 'somebody-elses' });
  expect(begun).toMatchObject({ state: 'INPROGRESS', connect_url: expect.stringContaining('/sign-in/') });
  expect(await idAtProvider(begun.id)).toBeNull();
  const viewer = await main.signIn({ role: 'VIEW_ONLY_ACCESS', workspaceId: me.workspaceId });
  expect(await account(viewer)).toMatchObject({ id: begun.id, connect_url: null });
  const url = begun.connect_url ?? '';
  expect(await (await fetch(url)).text()).toContain('Sandbox: this is not LinkedIn');
  const answer = await provider.signIn(url, 'Rosa');
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    'http://localhost:3000/app/integrations/linkedin',
  ]);
  expect(await account()).toMatchObject({ state: 'SUCCESS', connect_url: null, state_reason: null });
  expect(await idAtProvider(begun.id)).not.toBe('somebody-elses');
  expect(await (await fetch(url)).text()).toContain('This link has expired');
});

it('gives up a sign-in that nobody finished within an hour, and begins another', async () => {
  const begun = await begin();
  await provider.signIn(begun.connect_url ?? '', '', 'refuse');
  expect(await account()).toMatchObject({ state: 'INPROGRESS' });
  await lookedAt(hour + 1);
  expect(await account()).toMatchObject({
    state: 'INVALID',
    state_reason: 'The sign-in was not finished within an hour.',
    connect_url: null,
  });
  const again = await linkedIn().reconnectLinkedInAccount({ params: { linkedInAccountId: begun.id }, body: {} });
  await provider.signIn(again.connect_url ?? '', 'Rosa');
  expect(await account()).toMatchObject({ id: begun.id, state: 'SUCCESS' });
});

it('notices that LinkedIn signed an account out, and signs the same account in again', async () => {
  const id = await provider.connect(me, 'Rosa');
  const known = (await idAtProvider(id)) ?? '';
  await provider.standIn.signOut(known);
  await lookedAt(0);
  expect(await account()).toMatchObject({ state: 'SUCCESS' });
  await lookedAt(hour / 2);
  expect(await account()).toMatchObject({ state: 'INVALID', state_reason: 'LinkedIn signed the account out.' });
  const begun = await linkedIn().reconnectLinkedInAccount({ params: { linkedInAccountId: id }, body: {} });
  await provider.signIn(begun.connect_url ?? '', 'Rosa');
  expect(await account()).toMatchObject({ state: 'SUCCESS' });
  expect(await idAtProvider(id)).toBe(known);
  // One that the provider forgot is connected as a new one.
  await provider.standIn.accounts.remove(known);
  const anew = await linkedIn().reconnectLinkedInAccount({ params: { linkedInAccountId: id }, body: {} });
  await provider.signIn(anew.connect_url ?? '', 'Rosa');
  expect(await account()).toMatchObject({ state: 'SUCCESS' });
  expect(await idAtProvider(id)).not.toBe(known);
});

it('believes a report only at the address of its sign-in, and asks the provider itself', async () => {
  const { id } = await begin();
  const [address = ''] = reportsTo;
  const good = { status: 'CREATION_SUCCESS', account_id: 'nobody', name: null };
  const other = await main.signIn();
  const [facts = '', workspaceId] = /\/(\d+)-\d+-\d+-/.exec(address) ?? [];
  for (const forged of [
    address.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')),
    address.replace(facts, facts.replace(String(workspaceId), String(other.workspaceId))),
    address.replace(/-(\d{13})-/, '-9999999999999-'),
    '/api/linkedin/sign-ins/1-1-1',
  ])
    expect((await report(forged, good)).status).toBe(404);
  expect((await report(address, 'not json')).status).toBe(400);
  expect(await account()).toMatchObject({ state: 'INPROGRESS' });
  expect((await report(address, good)).status).toBe(200);
  expect(await account()).toMatchObject({ state: 'INVALID', state_reason: 'Unipile does not know this account.' });
  await begin('Other');
  expect((await report(reportsTo[1] ?? '', { ...good, status: 'FAILED' })).status).toBe(200);
  // Gone, its address is gone as well.
  await linkedIn().disconnectLinkedInAccount({ params: { linkedInAccountId: id } });
  expect((await report(address, good)).status).toBe(404);
});

it('takes an account out at the provider, unless another workspace acts with it', async () => {
  const id = await provider.connect(me, 'Rosa');
  const known = (await idAtProvider(id)) ?? '';
  const other = await main.signIn();
  const theirs = await main.asClient(linkedInContract, other).connectLinkedInAccount({ body: { name: 'Same' } });
  await main.test.query(
    `update linkedin_account set provider_account = $2, state = 'SUCCESS', connect_url = null where id = $1`,
    [theirs.id, known],
  );
  await linkedIn().disconnectLinkedInAccount({ params: { linkedInAccountId: id } });
  expect(await provider.standIn.accounts.find(known)).not.toBeNull();
  await linkedIn(other).disconnectLinkedInAccount({ params: { linkedInAccountId: theirs.id } });
  expect(await provider.standIn.accounts.find(known)).toBeNull();
});

it('leaves nothing behind when the provider opens no page, and offers nothing where there is none', async () => {
  main.deps.linkedIn = { ...provider.linkedIn, signInPage: () => Promise.reject(new Error('away')) };
  await expect(begin()).rejects.toMatchObject({ code: 'UPSTREAM' });
  expect(await account()).toBeUndefined();
  main.deps.linkedIn = null;
  await expect(begin()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await linkedIn().listLinkedInAccounts({})).toEqual({ provider: null, accounts: [] });
});

it('neither asks nor takes out at its provider what another provider connected, and connects it anew', async () => {
  const known = (await idAtProvider(await provider.connect(me, 'Theirs'))) ?? '';
  await main.test.query('update linkedin_account set deleted_at = now()');
  const before = async () =>
    (
      await main.test.query<{ id: number }>(
        `
          insert into linkedin_account (workspace_id, name, provider, provider_account, state)
          values ($1, 'Before', 'linkedin.agency.test', $2, 'SUCCESS')
          returning id
        `,
        [me.workspaceId, known],
      )
    )[0]!.id;
  const gone = await before();
  expect(await account()).toMatchObject({
    state: 'INVALID',
    state_reason: 'It was connected through linkedin.agency.test. Sign in again.',
  });
  await linkedIn().disconnectLinkedInAccount({ params: { linkedInAccountId: gone } });
  expect(await provider.standIn.accounts.find(known)).not.toBeNull();
  const id = await before();
  const begun = await linkedIn().reconnectLinkedInAccount({ params: { linkedInAccountId: id }, body: {} });
  await provider.signIn(begun.connect_url ?? '', 'Rosa');
  expect(await account()).toMatchObject({ id, state: 'SUCCESS', provider: 'test' });
  expect(await idAtProvider(id)).not.toBe(known);
});

it('takes one report of a sign-in, of an account that nobody else acts with', async () => {
  const known = (await idAtProvider(await provider.connect(me, 'Rosa'))) ?? '';
  const other = await main.signIn();
  const theirs = await main.asClient(linkedInContract, other).connectLinkedInAccount({ body: { name: 'Theirs' } });
  const [, address = ''] = reportsTo;
  const success = (id: string) => ({ status: 'CREATION_SUCCESS', account_id: id });
  expect((await report(address, success(known))).status).toBe(200);
  expect(await account(other)).toMatchObject({
    state: 'INVALID',
    state_reason: 'Another account of this installation acts with this LinkedIn account already.',
  });
  expect(await provider.standIn.accounts.find(known)).not.toBeNull();
  // A first success closes the address; what it names afterwards is nobody's.
  const again = await main
    .asClient(linkedInContract, other)
    .reconnectLinkedInAccount({ params: { linkedInAccountId: theirs.id }, body: {} });
  await provider.signIn(again.connect_url ?? '', 'Theirs');
  const own = (await idAtProvider(theirs.id)) ?? '';
  expect((await report(reportsTo[2] ?? '', success('stranger'))).status).toBe(404);
  expect((await report(reportsTo[2] ?? '', success(own))).status).toBe(404);
  expect(await idAtProvider(theirs.id)).toBe(own);
  expect(await provider.standIn.accounts.find(own)).not.toBeNull();
});

it('keeps no other person than the one who was signed in before', async () => {
  const id = await provider.connect(me, 'Rosa');
  const known = await idAtProvider(id);
  await linkedIn().reconnectLinkedInAccount({ params: { linkedInAccountId: id }, body: {} });
  await provider.standIn.accounts.add({ id: 'somebody', name: 'Else', status: 'OK', createdAt: 0, people: {} });
  await report(reportsTo[1] ?? '', { status: 'CREATION_SUCCESS', account_id: 'somebody' });
  expect(await account()).toMatchObject({ state: 'INVALID', state_reason: 'A different person signed in.' });
  expect(await idAtProvider(id)).toBe(known);
  expect(await provider.standIn.accounts.find('somebody')).toBeNull();
});

it('leaves nobody signed in at the provider whom it does not know', async () => {
  const made = async (id: string) =>
    provider.standIn.accounts.add({ id, name: id, status: 'OK', createdAt: 0, people: {} });
  for (const name of ['late', 'first', 'kept']) await made(name);
  const success = (id: string) => ({ status: 'CREATION_SUCCESS', account_id: id });
  // Disconnected while the page was open.
  const gone = await begin('Gone');
  await linkedIn().disconnectLinkedInAccount({ params: { linkedInAccountId: gone.id } });
  expect((await report(reportsTo[0] ?? '', success('late'))).status).toBe(404);
  expect(await provider.standIn.accounts.find('late')).toBeNull();
  // A second sign-in was begun while the first page was open.
  const twice = await begin('Twice');
  main.realClock.advance(1_000);
  await linkedIn().reconnectLinkedInAccount({ params: { linkedInAccountId: twice.id }, body: {} });
  expect((await report(reportsTo[1] ?? '', success('first'))).status).toBe(404);
  expect(await provider.standIn.accounts.find('first')).toBeNull();
  // The provider does not answer when it is asked what became of the account.
  const given = main.deps.linkedIn!;
  main.deps.linkedIn = { ...given, readAccount: () => Promise.reject(new Error('away')) };
  expect((await report(reportsTo[2] ?? '', success('kept'))).status).toBe(200);
  expect(await idAtProvider(twice.id)).toBe('kept');
  expect(await account()).toMatchObject({ state: 'INPROGRESS', connect_url: null });
  main.deps.linkedIn = given;
  expect(await account()).toMatchObject({ state: 'SUCCESS' });
});

it('finds an account working when its owner did not need to sign in again', async () => {
  const id = await provider.connect(me, 'Rosa');
  await linkedIn().reconnectLinkedInAccount({ params: { linkedInAccountId: id }, body: {} });
  await lookedAt(hour + 1);
  expect(await account()).toMatchObject({ id, state: 'SUCCESS', state_reason: null, connect_url: null });
});

it('does not overwrite a sign-in that was begun while the provider was asked', async () => {
  const id = await provider.connect(me, 'Rosa');
  await provider.standIn.signOut((await idAtProvider(id)) ?? '');
  await lookedAt(hour);
  const given = main.deps.linkedIn!;
  main.deps.linkedIn = {
    ...given,
    async readAccount(name) {
      main.deps.linkedIn = given;
      const answer = await given.readAccount(name);
      await linkedIn().reconnectLinkedInAccount({ params: { linkedInAccountId: id }, body: {} });
      return answer;
    },
  };
  expect(await account()).toMatchObject({ state: 'INPROGRESS', connect_url: expect.any(String) });
});

// The last one: after it, everybody's session is over.
it('does not believe a report that comes too late', async () => {
  await begin();
  main.realClock.advance(2 * hour);
  expect((await report(reportsTo[0] ?? '', { status: 'CREATION_SUCCESS', account_id: 'nobody' })).status).toBe(404);
});
