import { leadsContract } from '@skein/contracts/main/leads.contract';
import { verificationContract } from '@skein/contracts/main/verification.contract';
import { zoneResolver } from '#platform/mail/zone-resolver';
import { sandboxRoute } from '#platform/mail/mail-route';
import { createMemoryMailStore } from '#sandbox/mail-world/store/memory.store';
import { startMailWorld, type MailWorld } from '#sandbox/mail-world/world';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { whoIs } from '#campaigns/setup/testing';
import { addLeads } from '../people/add-leads';
import { postCredits } from './credits.store';
import { verifyNow } from './testing';
import type { Verifier } from './verifier';

let main: TestMain;
let world: MailWorld;
beforeAll(async () => {
  world = await startMailWorld({
    store: createMemoryMailStore(),
    clock: { now: () => 0 },
    seed: 'verification',
    mode: 'stepped',
  });
  const mx = {
    '*.test': [{ exchange: 'mail.skein.test', priority: 10 }],
    'mailinator.com': [{ exchange: 'mail.skein.test', priority: 10 }],
    'nomail.test': [{ exchange: '.', priority: 0 }],
  };
  main = await createTestMain({
    resolver: zoneResolver({ txt: {}, mx }),
    mailRoute: sandboxRoute(`smtp://${world.smtp.host}:${world.smtp.port}`),
  });
});
afterAll(async () => {
  await main.close();
  await world.close();
});

const api = (person: SignedIn) => main.asClient(verificationContract, person);
const leadsOf = (person: SignedIn) => main.asClient(leadsContract, person);
async function withCredits(): Promise<SignedIn> {
  const person = await main.signIn();
  await main.deps.db.tenantSql(person.workspaceId, (sql) =>
    postCredits(person.workspaceId, sql, {
      kind: 'PURCHASE',
      credits: 6_000,
      key: 'order:0:1',
      userId: null,
      at: new Date(main.realClock.now()),
    }),
  );
  return person;
}
const add = (person: SignedIn, ...emails: string[]) =>
  addLeads(main.deps, whoIs(person), { campaignId: null, input: { leads: emails.map((email) => ({ email })) } });
const everyone = { filter: {} };
const balanceOf = async (person: SignedIn) => (await api(person).verificationCredits({})).balance;
/** Runs the job as often as it asks for, each time when it is due. */
async function runAll(person: SignedIn, verificationId: number, more: { verifier?: Verifier } = {}) {
  for (let round = 0; round < 8; round += 1) {
    await verifyNow(main, verificationId, more);
    const run = await api(person).getVerification({ params: { verificationId } });
    if (run.status === 'COMPLETED') return run;
    main.realClock.advance(60_000);
  }
  throw new Error('The run did not end.');
}
const steady: Verifier = {
  name: 'steady',
  verify: async (_, emails) =>
    new Map(emails.map((email) => [email, { result: 'VALID', reason: 'ACCEPTED', detail: null }])),
};

it('tells by the mail servers which addresses can be mailed, and sends no mail', async () => {
  const person = await withCredits();
  await add(
    person,
    'ada@prospects.test',
    'rejects.bob@prospects.test',
    'info@prospects.test',
    'anybody@catchall.test',
    'greylisted.cy@prospects.test',
    'full.dan@prospects.test',
    'shy.eve@prospects.test',
    'x@mailinator.com',
    'gone@nowhere.example',
    'y@nomail.test',
  );
  const before = world.record.find({}).length;
  const started = await api(person).startVerification({ body: { selection: everyone, name: 'All' } });
  expect(started).toMatchObject({ status: 'IN_PROGRESS', total: 10, done: 0 });
  expect(await balanceOf(person)).toBe(5_990);
  const run = await runAll(person, started.id);
  expect(run).toMatchObject({
    status: 'COMPLETED',
    done: 10,
    percent: 100,
    counts: { VALID: 2, INVALID: 3, ROLE: 1, CATCH_ALL: 1, DISPOSABLE: 1, UNKNOWN: 2 },
    charged: 8,
  });
  const { rows } = await api(person).listVerifiedAddresses({ params: { verificationId: run.id } });
  expect(Object.fromEntries(rows.map((row) => [row.email.split('@')[0], row.reason]))).toEqual({
    ada: 'ACCEPTED',
    'rejects.bob': 'NO_MAILBOX',
    info: 'ROLE',
    anybody: 'CATCH_ALL',
    'greylisted.cy': 'ACCEPTED',
    'full.dan': 'MAILBOX_FULL',
    'shy.eve': 'REFUSED',
    x: 'DISPOSABLE',
    gone: 'NO_DOMAIN',
    y: 'NO_MAIL_SERVER',
  });
  expect(await balanceOf(person)).toBe(5_992);
  expect(world.record.find({})).toHaveLength(before);
  const invalid = await leadsOf(person).listLeads({ query: { verification: 'INVALID', sort: 'email' } as never });
  expect(invalid.rows.map((row) => row.email)).toEqual([
    'gone@nowhere.example',
    'rejects.bob@prospects.test',
    'y@nomail.test',
  ]);
  const unsure = await api(person).listVerifiedAddresses({
    params: { verificationId: run.id },
    query: { results: 'UNKNOWN,CATCH_ALL' } as never,
  });
  expect(unsure.total).toBe(3);
});

it('keeps invalid addresses from being mailed, until somebody wants them mailed after all', async () => {
  const person = await withCredits();
  const { id: campaignId } = await createCampaign(main.deps, whoIs(person), { name: 'Mails' });
  await addLeads(main.deps, whoIs(person), {
    campaignId,
    input: {
      leads: [{ email: 'rejects.one@prospects.test' }, { email: 'fine@prospects.test' }],
    },
  });
  const statuses = async () =>
    (
      await main.test.query<{ status: string }>(
        `
          select e.status
          from enrolment e
          join lead l on l.id = e.lead_id
          where e.campaign_id = $1
          order by l.email
        `,
        [campaignId],
      )
    ).map((row) => row.status);
  const { id } = await api(person).startVerification({ body: { selection: { filter: { campaign_id: campaignId } } } });
  await runAll(person, id);
  expect(await statuses()).toEqual(['STARTED', 'BLOCKED']);
  const listed = () => main.test.query('select value from suppression where workspace_id = $1', [person.workspaceId]);
  expect(await listed()).toEqual([{ value: 'rejects.one@prospects.test' }]);
  expect(await api(person).blockInvalid({ params: { verificationId: id }, body: { is_blocked: false } })).toMatchObject(
    { blocks_invalid: false },
  );
  expect(await listed()).toEqual([]);
  await api(person).blockInvalid({ params: { verificationId: id }, body: { is_blocked: true } });
  expect(await listed()).toHaveLength(1);
});

it('puts nobody on the block list who was erased while their address was asked about', async () => {
  const person = await withCredits();
  await add(person, 'rejects.late@prospects.test');
  const lead = (await leadsOf(person).listLeads({ query: {} })).rows[0]!;
  const { id } = await api(person).startVerification({ body: { selection: everyone, blocks_invalid: true } });
  const verifier: Verifier = {
    name: 'slow',
    async verify(_, emails) {
      await leadsOf(person).eraseLead({ params: { leadId: lead.id }, body: {} });
      return new Map(emails.map((email) => [email, { result: 'INVALID', reason: 'NO_MAILBOX', detail: null }]));
    },
  };
  await runAll(person, id, { verifier });
  expect(
    await main.test.query(`select kind, source from suppression where workspace_id = $1`, [person.workspaceId]),
  ).toEqual([{ kind: 'hash', source: 'erasure' }]);
});

it('charges once: not for what is known, not for what waits in another run, not for a job that is repeated', async () => {
  const person = await withCredits();
  await add(person, 'a@prospects.test', 'b@prospects.test');
  const first = await api(person).startVerification({ body: { selection: everyone } });
  await expect(api(person).startVerification({ body: { selection: everyone } })).rejects.toThrow(
    'being verified already',
  );
  await add(person, 'c@prospects.test');
  expect(await api(person).quoteVerification({ body: { selection: everyone } })).toMatchObject({
    leads: 3,
    waiting: 2,
    known: 0,
    needed: 1,
  });
  await runAll(person, first.id, { verifier: steady });
  await verifyNow(main, first.id, { verifier: steady });
  expect(await balanceOf(person)).toBe(5_998);
  const second = await api(person).startVerification({ body: { selection: everyone } });
  expect(second).toMatchObject({ total: 3, done: 2, counts: { VALID: 2 } });
  await runAll(person, second.id, { verifier: steady });
  expect(await balanceOf(person)).toBe(5_997);
  const sums = await main.test.query<{ sum: number; balance: number }>(
    `
      select sum(l.credits)::int as sum, max(a.balance) as balance
      from verification_ledger l
      join verification_account a using (workspace_id)
      where workspace_id = $1
    `,
    [person.workspaceId],
  );
  expect(sums[0]).toEqual({ sum: 5_997, balance: 5_997 });
});

it('goes on after a crash with the addresses that have no result', async () => {
  const person = await withCredits();
  await add(person, ...Array.from({ length: 450 }, (_, index) => `lead${index}@company${index % 7}.test`));
  const { id } = await api(person).startVerification({ body: { selection: everyone } });
  const asked: string[] = [];
  const breaking: Verifier = {
    name: 'breaking',
    verify: async (domain, emails) => {
      if (asked.length >= 200) throw new Error('The process ends here.');
      asked.push(...emails);
      return steady.verify(domain, emails);
    },
  };
  await expect(verifyNow(main, id, { verifier: breaking })).rejects.toThrow('ends here');
  expect(await api(person).getVerification({ params: { verificationId: id } })).toMatchObject({
    status: 'IN_PROGRESS',
    done: 200,
    charged: 200,
  });
  const again: string[] = [];
  const rest: Verifier = {
    name: 'rest',
    verify: async (domain, emails) => {
      again.push(...emails);
      return steady.verify(domain, emails);
    },
  };
  expect(await runAll(person, id, { verifier: rest })).toMatchObject({ done: 450, charged: 450 });
  expect(again.filter((email) => asked.includes(email))).toEqual([]);
  expect(await balanceOf(person)).toBe(5_550);
});

it('of workers that take a run at the same time, one counts and charges each address', async () => {
  const person = await withCredits();
  await add(person, ...Array.from({ length: 30 }, (_, index) => `both${index}@company${index % 3}.test`));
  const { id } = await api(person).startVerification({ body: { selection: everyone } });
  await Promise.all([1, 2, 3].map(() => verifyNow(main, id, { verifier: steady })));
  await verifyNow(main, id, { verifier: steady });
  expect(await api(person).getVerification({ params: { verificationId: id } })).toMatchObject({
    status: 'COMPLETED',
    done: 30,
    total: 30,
    charged: 30,
    counts: { VALID: 30 },
    stopped_at: null,
  });
  expect(await balanceOf(person)).toBe(5_970);
});

it('keeps what is done when it is stopped in the middle, and adds nothing after that', async () => {
  const person = await withCredits();
  await add(person, ...Array.from({ length: 250 }, (_, index) => `half${index}@half.test`));
  const { id } = await api(person).startVerification({ body: { selection: everyone } });
  let turns = 0;
  const stopping: Verifier = {
    name: 'stopping',
    verify: async (domain, emails) => {
      turns += 1;
      if (turns === 2) await api(person).stopVerification({ params: { verificationId: id }, body: {} });
      return steady.verify(domain, emails);
    },
  };
  await verifyNow(main, id, { verifier: stopping });
  expect(await api(person).getVerification({ params: { verificationId: id } })).toMatchObject({
    status: 'COMPLETED',
    done: 200,
    charged: 200,
    percent: 80,
    stopped_at: expect.any(String),
  });
  expect(await balanceOf(person)).toBe(5_800);
});

it('lets other jobs go first when its time is up, and comes back for the rest', async () => {
  const person = await withCredits();
  await add(person, ...Array.from({ length: 450 }, (_, index) => `lead${index}@long.test`));
  const { id } = await api(person).startVerification({ body: { selection: everyone } });
  const slow: Verifier = {
    name: 'slow',
    verify: async (domain, emails) => {
      main.realClock.advance(90_000);
      return steady.verify(domain, emails);
    },
  };
  await verifyNow(main, id, { verifier: slow });
  expect(await api(person).getVerification({ params: { verificationId: id } })).toMatchObject({
    status: 'IN_PROGRESS',
    done: 200,
  });
  expect(await runAll(person, id, { verifier: slow })).toMatchObject({ done: 450, charged: 450 });
});

it('names the runs of others to no limited member, in the ledger neither', async () => {
  const person = await withCredits();
  await add(person, 'a@prospects.test');
  await api(person).startVerification({ body: { selection: everyone, name: 'Secret list' } });
  const limited = await main.signIn({ workspaceId: person.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  expect((await api(limited).listVerifications({})).rows).toEqual([]);
  expect((await api(limited).verificationLedger({})).rows).toMatchObject([
    { kind: 'HELD', credits: -1, verification: null },
    { kind: 'PURCHASE' },
  ]);
  expect((await api(person).verificationLedger({})).rows[0]?.verification?.name).toBe('Secret list');
});

it('returns what a stopped run did not need, and refuses what the balance does not cover', async () => {
  const poor = await main.signIn();
  await add(poor, 'a@prospects.test', 'b@prospects.test');
  await expect(api(poor).startVerification({ body: { selection: everyone } })).rejects.toThrow(
    '2 credits and 0 are left',
  );
  await expect(api(poor).orderCredits({ body: { credits: 6_000, billing: 'ONE_TIME' } })).rejects.toThrow(
    'no card payment is set up',
  );
  const person = await withCredits();
  await add(person, 'a@prospects.test', 'b@prospects.test');
  const { id } = await api(person).startVerification({ body: { selection: everyone } });
  expect(await balanceOf(person)).toBe(5_998);
  expect(await api(person).stopVerification({ params: { verificationId: id }, body: {} })).toMatchObject({
    status: 'COMPLETED',
    done: 0,
    charged: 0,
  });
  await expect(api(person).stopVerification({ params: { verificationId: id }, body: {} })).rejects.toThrow(
    'over already',
  );
  expect(await balanceOf(person)).toBe(6_000);
  await expect(
    main.test.database.tenantSql(person.workspaceId, (sql) => sql.query('update verification_ledger set credits = 1')),
  ).rejects.toThrow('permission denied');
  await expect(
    main.test.database.tenantSql(person.workspaceId, (sql) =>
      sql.query('update verification_account set balance = -1'),
    ),
  ).rejects.toThrow('not_negative');
});

it('forgets what it knew when an address changes, and leaves clients out', async () => {
  const person = await withCredits();
  await add(person, 'old@prospects.test');
  const { id } = await api(person).startVerification({ body: { selection: everyone } });
  await runAll(person, id, { verifier: steady });
  const [lead] = (await leadsOf(person).listLeads({ query: {} as never })).rows;
  expect(lead?.verification).toBe('VALID');
  const changed = await leadsOf(person).updateLead({
    params: { leadId: lead?.id as number },
    body: { email: 'new@prospects.test' },
  });
  expect(changed).toMatchObject({ verification: null, verified_at: null });
  const client = await main.signIn({ workspaceId: person.workspaceId, client: { permissions: ['full_access'] } });
  await expect(api(client).verificationCredits({})).rejects.toThrow('agency');
  await expect(api(client).startVerification({ body: { selection: everyone } })).rejects.toThrow('agency');
});
