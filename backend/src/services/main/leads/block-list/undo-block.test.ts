import { blockListContract } from '@skein/contracts/main/block-list.contract';
import type { SqlClient } from '#platform/db/database';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { whoIs } from '#campaigns/setup/testing';
import { suppressLeads } from '#lifecycle/lifecycle.api';
import { insertEntries } from './block-list.store';
import { addLeads } from '../people/add-leads';
import { given } from '#lifecycle/lead-state/testing';

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
  await addLeads(main.deps, whoIs(ada), {
    campaignId,
    input: {
      leads: ['a@alder.test', 'b@alder.test', 'c@alder.test', 'd@birch.test'].map((email) => ({ email })),
    },
  });
});

const list = (person = ada) => main.asClient(blockListContract, person);
const block = async (...entries: string[]) => (await list().addBlockEntries({ body: { entries } })).entry_ids;
const undo = (entry_ids: number[], person = ada) => list(person).undoBlockEntries({ body: { entry_ids } });
const lead = (email: string) => given(main).lead({ campaignId, email });
const states = () =>
  main.test.query<{ email: string; status: string; reason: string | null }>(
    `
      select l.email, e.status, e.reason, e.hold_kind, e.hold_until, e.reason_detail, e.next_step_id, e.ended_at
      from enrolment e
      join lead l on l.id = e.lead_id
      where e.campaign_id = $1
      order by l.email
    `,
    [campaignId],
  );
const statuses = async () => (await states()).map(({ status }) => status);

test('what a domain stopped continues as it was: queued, paused or away', async () => {
  await lead('b@alder.test').paused();
  await lead('c@alder.test').away(new Date(main.clock.now() + 5 * 86_400_000), { until: 'soon' });
  const before = await states();
  const ids = await block('alder.test');
  expect(await statuses()).toEqual(['BLOCKED', 'BLOCKED', 'BLOCKED', before[3]?.status]);
  expect(await undo(ids)).toEqual({ removed: 1, leads_resumed: 3, leads_kept: 0 });
  expect(await states()).toEqual(before);
  expect((await list().listBlockEntries({ query: {} })).rows).toEqual([]);
  expect(await undo(ids)).toEqual({ removed: 0, leads_resumed: 0, leads_kept: 0 });
});

test('a lead that another entry covers, or that an earlier one had stopped, stays blocked', async () => {
  await block('a@alder.test');
  main.clock.advance(1_000);
  const domain = await block('alder.test');
  await block('b@alder.test');
  expect(await undo(domain)).toEqual({ removed: 1, leads_resumed: 1, leads_kept: 1 });
  expect(await statuses()).toEqual(['BLOCKED', 'BLOCKED', 'STARTED', 'STARTED']);
});

test('only the entries that an action added are taken off, and only by who added them', async () => {
  const first = await block('alder.test');
  expect(await block('alder.test')).toEqual([]);
  const colleague = await main.signIn({ workspaceId: ada.workspaceId, role: 'ADMIN_ACCESS' });
  const stranger = await main.signIn();
  for (const person of [colleague, stranger])
    expect(await undo(first, person)).toEqual({ removed: 0, leads_resumed: 0, leads_kept: 0 });
  expect(await statuses()).toEqual(['BLOCKED', 'BLOCKED', 'BLOCKED', 'STARTED']);
});

test('an entry that somebody else asks for as well, or that an opt-out needs, is not undone', async () => {
  const colleague = await main.signIn({ workspaceId: ada.workspaceId, role: 'ADMIN_ACCESS' });
  const domain = await block('alder.test');
  const theirs = await list(colleague).addBlockEntries({ body: { entries: ['alder.test'] } });
  expect(theirs).toMatchObject({ added: 0, already_there: 1, entry_ids: [] });
  expect(await undo(domain)).toEqual({ removed: 0, leads_resumed: 0, leads_kept: 0 });
  const address = await block('d@birch.test');
  const [lead] = await main.test.query<{ id: number }>(
    `select id from lead where email = 'd@birch.test' and workspace_id = $1`,
    [ada.workspaceId],
  );
  await main.deps.db.tenantSql(ada.workspaceId, (sql) =>
    suppressLeads(ada.workspaceId, sql, [lead?.id as number], {
      ...{ source: 'unsubscribe', reason: 'Asked by phone', userId: ada.userId, clientId: null },
      at: new Date(main.clock.now()),
    }),
  );
  expect(await undo(address)).toEqual({ removed: 0, leads_resumed: 0, leads_kept: 0 });
  expect(await statuses()).toEqual(['BLOCKED', 'BLOCKED', 'BLOCKED', 'BLOCKED']);
});

test('a lead that answered or opted out while it was blocked stays blocked', async () => {
  const ids = await block('alder.test');
  main.clock.advance(60_000);
  await main.test.query(
    `
      with box as (
        insert into mailbox (
          workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username
        )
        values ($3, 'Rosa', 'rosa@sender.test', '127.0.0.1', 1, 'u', '127.0.0.1', 1, 'u')
        returning id
      )
      insert into message (
        workspace_id, campaign_id, enrolment_id, lead_id, mailbox_id, direction, kind, message_id, dedupe_key, from_email, at
      )
      select e.workspace_id, e.campaign_id, e.id, e.lead_id, box.id, 'in', 'reply', 'm1', 'm1', l.email, $2
      from box
      cross join enrolment e
      join lead l on l.id = e.lead_id
      where e.campaign_id = $1 and l.email = 'a@alder.test'
    `,
    [campaignId, new Date(main.clock.now()), ada.workspaceId],
  );
  await lead('b@alder.test').optedOut();
  expect(await undo(ids)).toEqual({ removed: 1, leads_resumed: 1, leads_kept: 2 });
  expect(await statuses()).toEqual(['BLOCKED', 'BLOCKED', 'STARTED', 'STARTED']);
});

test('a block is undone within a day', async () => {
  const ids = await block('alder.test');
  main.clock.advance(25 * 3_600_000);
  expect(await undo(ids)).toEqual({ removed: 0, leads_resumed: 0, leads_kept: 0 });
});

test('an entry that is taken off while somebody else adds it is on the list for them', async () => {
  const colleague = await main.signIn({ workspaceId: ada.workspaceId, role: 'ADMIN_ACCESS' });
  const ids = await block('alder.test');
  const added = await main.deps.db.tenantSql(ada.workspaceId, async (sql) => {
    let isFirst = true;
    const query = async (text: string, values?: unknown[]) => {
      const answer = await sql.query(text, values);
      if (isFirst && text.includes('insert into suppression')) {
        isFirst = false;
        expect(await undo(ids)).toMatchObject({ removed: 1 });
      }
      return answer;
    };
    return insertEntries(
      ada.workspaceId,
      Object.assign(Object.create(sql), { query }) as SqlClient,
      [{ kind: 'domain', value: 'alder.test' }],
      {
        ...{ clientScope: 0, source: 'manual', reason: null, userId: colleague.userId },
        at: new Date(main.clock.now()),
      },
    );
  });
  expect(added).toHaveLength(1);
  expect((await list().listBlockEntries({ query: {} })).rows).toMatchObject([{ value: 'alder.test' }]);
  expect(await undo(added)).toEqual({ removed: 0, leads_resumed: 0, leads_kept: 0 });
});

test('an entry that a verification brought is not undone by who took it over', async () => {
  await main.test.query(
    `
      with run as (
        insert into bulk_run (workspace_id, kind, status, total) values ($1, 'VERIFICATION', 'COMPLETED', 1) returning id
      )
      insert into verification (workspace_id, name, run_id)
      select $1, 'Check', id
      from run
    `,
    [ada.workspaceId],
  );
  const [entry] = await main.test.query<{ id: number }>(
    `
      insert into suppression (workspace_id, kind, value, source, created_at)
      values ($1, 'email', 'a@alder.test', 'verification', $2)
      returning id
    `,
    [ada.workspaceId, new Date(main.clock.now())],
  );
  await block('a@alder.test');
  expect((await list().listBlockEntries({ query: {} })).rows).toMatchObject([{ source: 'manual' }]);
  expect(await undo([entry?.id as number])).toMatchObject({ removed: 0 });
});
