import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { uploadsContract } from '@skein/contracts/main/uploads.contract';
import * as fc from 'fast-check';
import { Readable } from 'node:stream';
import { coveringDomains } from '#platform/mail/covering-domains';
import type { JournaledOptOut } from '#platform/journal/journal-lines';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { whoIs } from '#campaigns/setup/testing';
import { restoreOptOuts } from '#lifecycle/lead-state/restore-opt-outs';
import { addLeads } from '../people/add-leads';
import { createUpload } from '../uploads/create-upload';
import { importNow } from '../uploads/testing';
import { isOnAnyBlockList, isOnBlockList } from '../people/is-on-block-list';

let main: TestMain;
let ada: SignedIn;
let campaignId: number;

beforeAll(async () => {
  main = await createTestMain();
});
afterAll(() => main.close());
beforeEach(async () => {
  ada = await main.signIn();
  campaignId = (await createCampaign(main.deps, whoIs(ada), { name: 'Yard time' })).id;
});

const list = () => main.asClient(blockListContract, ada);
const block = (...entries: string[]) => list().addBlockEntries({ body: { entries } });
const add = (emails: string[]) =>
  addLeads(main.deps, whoIs(ada), { campaignId, input: { leads: emails.map((email) => ({ email })) } });
async function importFile(emails: string[]) {
  const uploads = main.asClient(uploadsContract, ada);
  const { id, mapping } = await createUpload(main.deps, whoIs(ada), {
    fileName: 'leads.csv',
    content: Readable.from([`Email\n${emails.join('\n')}\n`]),
  });
  await uploads.startUpload({ params: { uploadId: id }, body: { mapping } });
  await importNow(main, id);
  const { counts } = await uploads.getUpload({ params: { uploadId: id } });
  return Object.fromEntries(counts.filter(({ count }) => count > 0).map(({ outcome, count }) => [outcome, count]));
}
const stopped = async () =>
  (
    await main.test.query<{ email: string }>(
      `
        select l.email
        from enrolment e
        join lead l on l.id = e.lead_id
        where e.campaign_id = $1 and e.status = 'BLOCKED'
        order by l.email
      `,
      [campaignId],
    )
  ).map(({ email }) => email);

/** Below acme.test, and what only looks so. */
const below = ['a@acme.test', 'b@mail.acme.test', 'c@eu.mail.acme.test'];
const strangers = [
  'd@notacme.test',
  'e@acme.test.other.test',
  'f@acme.testing.test',
  'g@mail-acme.test',
  'h@x.cme.test',
];

test('a blocked domain stops leads of its subdomains and no others, and undoing it resumes them', async () => {
  await add([...below, ...strangers]);
  const answer = await block('ACME.test');
  expect([answer.added, answer.leads_blocked, await stopped()]).toEqual([1, 3, below]);
  expect(await list().undoBlockEntries({ body: { entry_ids: answer.entry_ids } })).toEqual({
    removed: 1,
    leads_resumed: 3,
    leads_kept: 0,
  });
  expect(await stopped()).toEqual([]);
});

test('a blocked subdomain leaves the domain above it alone, and says what is below it', async () => {
  await add(below);
  expect((await block('*.mail.acme.test')).leads_blocked).toBe(2);
  expect(await stopped()).toEqual(below.slice(1));
});

test('what is below a blocked domain is not imported, and is known as blocked wherever it is asked for', async () => {
  await block('acme.test');
  expect(await add([...below, ...strangers])).toMatchObject({
    counts: { IMPORTED_NEW: strangers.length, SUPPRESSED: below.length },
  });
  expect(await importFile([...below, ...strangers, 'i@new.test'])).toEqual({
    IMPORTED_NEW: 1,
    UPDATED_EXISTING: strangers.length,
    SUPPRESSED: below.length,
  });
  await main.test.database.tenantSql(ada.workspaceId, async (sql) => {
    for (const email of [...below, ...strangers]) {
      const isListed = below.includes(email);
      expect([email, await isOnBlockList(main.deps, sql, ada.workspaceId, { email, clientScope: 0 })]).toEqual([
        email,
        isListed,
      ]);
      expect(await isOnAnyBlockList(main.deps, sql, ada.workspaceId, email)).toBe(isListed);
    }
  });
});

test('a blocked domain that a restored database does not know stops leads of its subdomains', async () => {
  await add([...below, ...strangers]);
  const entry = {
    change: 'ADDED',
    kind: 'domain',
    value: 'acme.test',
    clientScope: 0,
    source: 'manual',
    reason: null,
  } as const;
  const optOut: JournaledOptOut = { ...entry, id: '1', workspaceId: ada.workspaceId };
  expect(await restoreOptOuts(main.deps.db, [optOut], new Date(main.clock.now()))).toBe(1);
  expect(await stopped()).toEqual(below);
});

test('a public suffix is refused with the reason, and a name below it is not', async () => {
  const answer = await block('co.uk', 'COM', '*.com.au', 'acme.co.uk', 'github.io', 'nonsense');
  expect(answer).toMatchObject({ added: 2, invalid: ['co.uk', 'COM', '*.com.au', 'nonsense'] });
  expect(answer.problems).toEqual([
    { entry: 'co.uk', problem: 'Covers every domain under .co.uk; enter a company’s domain' },
    { entry: 'COM', problem: 'Covers every domain under .com; enter a company’s domain' },
    { entry: '*.com.au', problem: 'Covers every domain under .com.au; enter a company’s domain' },
    { entry: 'nonsense', problem: 'Neither an address nor a domain' },
  ]);
});

test('code and SQL name the same domains above a domain', async () => {
  const label = fc.constantFrom('a', 'mail', 'acme', 'co', 'uk', 'xn--bcher-kva', '');
  const domains = fc.sample(
    fc.array(label, { minLength: 1, maxLength: 6 }).map((labels) => labels.join('.')),
    { numRuns: 300, seed: 7 },
  );
  const rows = await main.test.query<{ domain: string; covering: string[] }>(
    'select domain, covering_domains(domain) as covering from unnest($1::text[]) as d(domain)',
    [domains],
  );
  expect(rows.map((row) => row.covering)).toEqual(rows.map((row) => coveringDomains(row.domain)));
  expect(await main.test.query('select covering_domains(null) as covering')).toEqual([{ covering: null }]);
  // A mail can name a sender of half a megabyte: each label would cost all that are behind it.
  for (const longer of [
    `${'a.'.repeat(2_000)}acme.test`,
    `${'a'.repeat(243)}.x.acme.test`,
    `${'a'.repeat(242)}.acme.test`,
  ]) {
    const [row] = await main.test.query<{ covering: string[] }>('select covering_domains($1) as covering', [longer]);
    expect(row?.covering).toEqual(coveringDomains(longer));
    expect(row?.covering.at(-1)).toBe('acme.test');
    expect(row?.covering.length).toBeLessThanOrEqual(127);
  }
  expect(coveringDomains('eu.mail.acme.test')).toEqual(['eu.mail.acme.test', 'mail.acme.test', 'acme.test']);
});

test('among 100,000 blocked domains, sending, planning and blocking search an index', async () => {
  await main.test.query(
    `
      insert into suppression (workspace_id, kind, value)
      select $1, 'domain', 'blocked' || n || '.test'
      from generate_series(1, 100000) n
    `,
    [ada.workspaceId],
  );
  await main.test.query(
    `
      insert into lead (workspace_id, email, domain)
      select $1, 'p' || n || '@mail.company' || n || '.test', 'mail.company' || n || '.test'
      from generate_series(1, 20000) n
    `,
    [ada.workspaceId],
  );
  await main.test.query('analyze suppression');
  await main.test.query('analyze lead');
  const plan = (text: string) =>
    main.test.database.tenantSql(ada.workspaceId, async (sql) =>
      (await sql.query<{ 'QUERY PLAN': string }>(`explain ${text}`)).rows.map((row) => row['QUERY PLAN']).join('\n'),
    );
  const key = 'suppression_workspace_id_kind_value_client_scope_key';
  // As planning, launch and resumes ask, and as the last check asks of who wrote instead of the lead.
  for (const covering of [
    'covering_domains(l.domain)',
    "covering_domains(l.domain) || covering_domains(split_part(lower(l.email), '@', 2))",
  ]) {
    const found = await plan(
      `
        select
          (
            select s.source
            from suppression s
            where s.workspace_id = l.workspace_id
              and s.client_scope in (0, 1)
              and ((s.kind = 'email' and s.value = l.email) or (s.kind = 'domain' and s.value = any(${covering})))
            limit 1
          )
        from lead l
        where l.workspace_id = ${ada.workspaceId}
      `,
    );
    expect(found).toContain(key);
    expect(found).not.toMatch(/Seq Scan on suppression/);
    expect(found).toMatch(/Index Cond:.*covering_domains/);
  }
  const leads = await main.test.query<{ 'QUERY PLAN': string }>(
    `
      explain
      select l.id
      from unnest(array['company7.test']) as d(domain)
      join lead l on l.workspace_id = ${ada.workspaceId}
        and l.domain like '%.%.%'
        and reverse(l.domain) collate "C" >= reverse(d.domain) || '.'
        and reverse(l.domain) collate "C" < reverse(d.domain) || '/'
    `,
  );
  expect(leads.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/using lead_subdomains|on lead_subdomains/);
});
