import { verificationContract } from '@skein/contracts/main/verification.contract';
import type { AskServer } from '#platform/http/ask-server';
import { sandboxVerifierKey, sandboxVerifiers } from '#sandbox/verification/sandbox-verifiers';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { whoIs } from '#campaigns/setup/testing';
import { addLeads } from '../people/add-leads';
import { millionVerifier } from './providers/millionverifier';
import { zeroBounce } from './providers/zerobounce';
import { verifyNow } from './testing';

let main: TestMain;
const asked: string[] = [];
const services = sandboxVerifiers();
/** The stand-ins, with a record of what they were asked; `broken` answers in their place. */
let broken: AskServer | null = null;
beforeAll(async () => {
  main = await createTestMain({
    verifiers: {
      ...services,
      ask: (request) => {
        asked.push(request.url);
        return (broken ?? services.ask)(request);
      },
    },
  });
});
afterAll(() => main.close());
beforeEach(() => {
  asked.length = 0;
  broken = null;
});

const api = (person: SignedIn) => main.asClient(verificationContract, person);
const people = [
  'ada@prospects.test',
  'rejects.bob@prospects.test',
  'info@prospects.test',
  'anybody@catchall.test',
  'x@mailinator.com',
  'shy.eve@prospects.test',
];

async function withLeads(emails: readonly string[] = people): Promise<SignedIn> {
  const person = await main.signIn();
  await addLeads(main.deps, whoIs(person), { campaignId: null, input: { leads: emails.map((email) => ({ email })) } });
  return person;
}
const start = (person: SignedIn) => api(person).startVerification({ body: { selection: { filter: {} } } });
async function finish(person: SignedIn, verificationId: number) {
  for (let round = 0; round < 8; round += 1) {
    await verifyNow(main, verificationId);
    const run = await api(person).getVerification({ params: { verificationId } });
    if (run.status === 'COMPLETED') return run;
    main.realClock.advance(60_000);
  }
  throw new Error('The run did not end.');
}

it.each(['ZEROBOUNCE', 'MILLIONVERIFIER'] as const)(
  'verifies at %s with the workspace’s key, for no credits of ours',
  async (provider) => {
    const person = await withLeads();
    await expect(
      api(person).setVerificationProvider({ body: { provider, api_key: 'wrong-key' } }),
    ).rejects.toMatchObject({ code: 'VALIDATION', details: [{ field: 'api_key' }] });
    const set = await api(person).setVerificationProvider({ body: { provider, api_key: sandboxVerifierKey } });
    expect(set).toMatchObject({ provider, last_four: '-key', is_sandbox: true });
    expect(set.credits_left).toBeGreaterThan(0);
    expect(await api(person).quoteVerification({ body: { selection: { filter: {} } } })).toMatchObject({
      leads: 6,
      needed: 0,
      missing: 0,
      provider,
    });
    const run = await finish(person, (await start(person)).id);
    expect(run).toMatchObject({
      status: 'COMPLETED',
      done: 6,
      charged: 0,
      provider,
      error: null,
      counts: { VALID: 1, INVALID: 1, ROLE: 1, CATCH_ALL: 1, DISPOSABLE: 1, UNKNOWN: 1 },
    });
    expect((await api(person).verificationLedger({})).rows).toEqual([]);
    const [row] = await main.test.query<{ key_sealed: Buffer }>(
      'select key_sealed from verification_provider where workspace_id = $1',
      [person.workspaceId],
    );
    expect(row?.key_sealed.toString('latin1')).not.toContain(sandboxVerifierKey);
    expect(asked.every((url) => url.startsWith('https://api.'))).toBe(true);
  },
);

it('ends a run with what to do when the account is empty, the key is refused or taken out, and goes on after trouble', async () => {
  const person = await withLeads(['a@prospects.test', 'b@prospects.test']);
  await api(person).setVerificationProvider({ body: { provider: 'MILLIONVERIFIER', api_key: sandboxVerifierKey } });
  broken = () =>
    Promise.resolve({ status: 200, text: '{"result":"error","error":"Insufficient credits"}', retryAfter: null });
  expect(await finish(person, (await start(person)).id)).toMatchObject({
    done: 0,
    error: expect.stringContaining('no verifications left') as string,
  });
  let paid = 1;
  broken = (request) =>
    paid-- > 0
      ? services.ask(request)
      : Promise.resolve({ status: 200, text: '{"error":"Insufficient credits"}', retryAfter: null });
  expect(await finish(person, (await start(person)).id)).toMatchObject({
    done: 1,
    counts: { VALID: 1 },
    error: expect.stringContaining('no verifications left') as string,
  });
  broken = () => Promise.resolve({ status: 401, text: '', retryAfter: null });
  expect(await finish(person, (await start(person)).id)).toMatchObject({
    done: 1,
    error: expect.stringContaining('does not accept the key') as string,
  });
  broken = null;
  const { id } = await start(person);
  await api(person).setVerificationProvider({ body: { provider: 'ZEROBOUNCE', api_key: sandboxVerifierKey } });
  expect(await finish(person, id)).toMatchObject({
    error: expect.stringContaining('taken out') as string,
    provider: 'MILLIONVERIFIER',
  });
  let troubles = 3;
  broken = (request) =>
    troubles-- > 0 ? Promise.resolve({ status: 503, text: '<html>', retryAfter: null }) : services.ask(request);
  expect(await finish(person, (await start(person)).id)).toMatchObject({ done: 2, counts: { VALID: 2 }, error: null });
});

it('reads the services’ answers as ours', () => {
  const zero = (status: string, sub = '') => {
    const { result, reason } = zeroBounce.readFinding({ status, sub_status: sub });
    return `${result} ${reason}`;
  };
  expect([
    zero('valid'),
    zero('invalid', 'no_dns_entries'),
    zero('invalid', 'mailbox_quota_exceeded'),
    zero('catch-all'),
    zero('spamtrap'),
    zero('abuse'),
    zero('do_not_mail', 'role_based_catch_all'),
    zero('do_not_mail', 'global_suppression'),
    zero('unknown', 'antispam_system'),
    zero('new word'),
  ]).toEqual([
    'VALID ACCEPTED',
    'INVALID NO_DOMAIN',
    'UNKNOWN MAILBOX_FULL',
    'CATCH_ALL CATCH_ALL',
    'INVALID ADVISED_AGAINST',
    'INVALID ADVISED_AGAINST',
    'ROLE ROLE',
    'INVALID ADVISED_AGAINST',
    'UNKNOWN REFUSED',
    'UNKNOWN NO_ANSWER',
  ]);
  expect(() => zeroBounce.readFinding({ error: 'Invalid API key or your account ran out of credits' })).toThrow(
    'no verifications left',
  );
  expect(() => zeroBounce.readCredits({ Credits: -1 })).toThrow('does not accept the key');
  expect(millionVerifier.readFinding({ result: 'ok', role: true })).toMatchObject({ result: 'ROLE' });
  for (const nonsense of [null, [], 'x', { status: 7 }])
    for (const service of [zeroBounce, millionVerifier])
      expect(service.readFinding(nonsense)).toMatchObject({ result: null, reason: 'NO_ANSWER' });
});

it('lets only whoever changes settings choose, and tells clients nothing', async () => {
  const person = await withLeads([]);
  const member = await main.signIn({ workspaceId: person.workspaceId, role: 'FULL_MEMBER_ACCESS' });
  await expect(api(member).setVerificationProvider({ body: { provider: 'SKEIN' } })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  expect(await api(member).readVerificationProvider({})).toMatchObject({ provider: 'SKEIN', last_four: null });
  const client = await main.signIn({ workspaceId: person.workspaceId, client: { permissions: ['full_access'] } });
  await expect(api(client).readVerificationProvider({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(api(person).setVerificationProvider({ body: { provider: 'ZEROBOUNCE' } })).rejects.toMatchObject({
    details: [{ field: 'api_key' }],
  });
});
