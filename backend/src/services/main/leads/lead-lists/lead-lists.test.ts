import {
  leadActionsContract,
  type LeadAction,
  type LeadActionView,
  type leadSelection,
} from '@skein/contracts/main/lead-actions.contract';
import { leadListsContract } from '@skein/contracts/main/lead-lists.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import type { z } from 'zod';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { whoIs } from '#campaigns/setup/testing';
import { runActionNow } from '../lead-actions/testing';
import { scopeOf } from '#access/campaign-access/campaign-scope';
import { addLeads } from '../people/add-leads';
import { importBatch } from '../people/import-batch';
import { readLeads } from '../people/leads.store';
import { storedRow } from '../people/stored-row';
import { findMembersOf } from '../list-access/list-access.store';

let main: TestMain;
let me: SignedIn;
beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const lists = (person = me) => main.asClient(leadListsContract, person);
const actions = (person = me) => main.asClient(leadActionsContract, person);
const leads = (person = me) => main.asClient(leadsContract, person);
const addresses = (...names: string[]) => names.map((name) => ({ email: `${name}@lists.test` }));
/** Asks for an action and lets its ten seconds pass. */
async function doAll(
  selection: z.input<typeof leadSelection>,
  action: LeadAction,
  person = me,
): Promise<LeadActionView> {
  const { id } = await actions(person).startLeadAction({ body: { selection, action } });
  await runActionNow(main, id);
  return actions(person).getLeadAction({ params: { actionId: id } });
}

it('keeps lists with tags, and adds leads to them once', async () => {
  const [tag] = await main.test.query<{ id: number }>(
    `insert into tag (workspace_id, name) values ($1, 'Fair') returning id`,
    [me.workspaceId],
  );
  const list = await lists().createLeadList({ body: { name: 'Trade fair', tag_ids: [tag?.id as number] } });
  expect(list).toMatchObject({ name: 'Trade fair', lead_count: 0, tags: [{ name: 'Fair' }] });
  await expect(lists().createLeadList({ body: { name: 'Trade fair' } })).rejects.toThrow('another list');
  const params = { listId: list.id };
  expect((await lists().addToLeadList({ params, body: { leads: addresses('a', 'b', 'a') } })).counts).toEqual({
    IMPORTED_NEW: 2,
    DUPLICATE_IN_FILE: 1,
  });
  expect((await lists().addToLeadList({ params, body: { leads: addresses('a', 'c') } })).counts).toEqual({
    ALREADY_IN_LIST: 1,
    IMPORTED_NEW: 1,
  });
  expect(await lists().getLeadList({ params })).toMatchObject({ lead_count: 3, active_count: 0 });
  const found = await leads().listLeads({ query: { list_id: list.id, sort: 'email', limit: 2 } });
  expect(found.rows.map((lead) => lead.email)).toEqual(['a@lists.test', 'b@lists.test']);
  expect(
    (
      await leads().listLeads({
        query: { list_id: list.id, sort: 'email', limit: 2, cursor: found.next_cursor as string },
      })
    ).rows.map((lead) => lead.email),
  ).toEqual(['c@lists.test']);
  expect((await lists().updateLeadList({ params, body: { name: 'Fair 2027', tag_ids: [] } })).tags).toEqual([]);
  expect((await lists().listLeadLists({ query: { search: '2027' } })).rows.map((row) => row.id)).toEqual([list.id]);
});

it('pushes a list into a campaign by its rules: copied it stays in the list, moved it leaves it', async () => {
  const person = await main.signIn();
  const list = await lists(person).createLeadList({ body: { name: 'Push' } });
  await lists(person).addToLeadList({ params: { listId: list.id }, body: { leads: addresses('one', 'two', 'gone') } });
  await main.test.query(`update lead set is_unsubscribed = true where workspace_id = $1 and email like 'gone%'`, [
    person.workspaceId,
  ]);
  const selection = { filter: { list_id: list.id } };
  const copied = await doAll(selection, { kind: 'PUSH_TO_CAMPAIGN', campaign_name: 'From the list' }, person);
  expect(copied).toMatchObject({
    status: 'COMPLETED',
    total: 3,
    done: 3,
    changed: 2,
    percent: 100,
    campaign: { name: 'From the list' },
    reasons: [{ reason: 'Unsubscribed', count: 1 }],
  });
  expect((await lists(person).getLeadList({ params: { listId: list.id } })).lead_count).toBe(3);
  const { id: second } = await createCampaign(main.deps, whoIs(person), { name: 'Second' });
  const moved = await doAll(
    selection,
    { kind: 'PUSH_TO_CAMPAIGN', campaign_id: second, from_list_id: list.id },
    person,
  );
  expect(moved).toMatchObject({ changed: 2 });
  expect((await leads(person).listLeads({ query: { list_id: list.id } })).rows.map((lead) => lead.email)).toEqual([
    'gone@lists.test',
  ]);
});

it('reads of long lists no more than what tells that they are too long', async () => {
  const person = await main.signIn();
  const ids = await Promise.all(
    [0, 1, 2].map(async (number) => (await lists(person).createLeadList({ body: { name: `Long ${number}` } })).id),
  );
  await main.test.query(
    `
      insert into lead (workspace_id, email, domain)
      select $1, 'long' || n || '@lists.test', 'lists.test'
      from generate_series(1, 9000) n
    `,
    [person.workspaceId],
  );
  // Each lead stands in two of three lists.
  await main.test.query(
    `
      insert into lead_list_member (workspace_id, list_id, lead_id)
      select $1, list, id
      from lead, unnest($2::int[]) with ordinality as l(list, place)
      where workspace_id = $1 and id % 3 <> place - 1
    `,
    [person.workspaceId, ids],
  );
  await main.test.query('ANALYZE lead_list_member');
  const [first] = await main.test.query<{ id: number }>('select min(id) as id from lead where workspace_id = $1', [
    person.workspaceId,
  ]);
  await main.deps.db.tenantSql(person.workspaceId, async (sql) => {
    const read = async () =>
      (
        await sql.query<{ rows: number }>(
          `
            select (seq_tup_read + idx_tup_fetch)::int as rows
            from pg_stat_xact_user_tables
            where relname = 'lead_list_member'
          `,
        )
      ).rows[0]?.rows ?? 0;
    const before = await read();
    expect(await findMembersOf(person.workspaceId, sql, ids, 200)).toEqual(
      Array.from({ length: 200 }, (_, index) => (first?.id as number) + index),
    );
    expect((await read()) - before).toBeLessThanOrEqual(3 * 200);
    expect(await findMembersOf(person.workspaceId, sql, ids, 20_000)).toHaveLength(9_000);
  });
});

it('enrols what stands in a list without writing its values again, so that an edit in the meantime stays', async () => {
  const person = await main.signIn();
  const { id: campaignId } = await createCampaign(main.deps, whoIs(person), { name: 'Edited' });
  await addLeads(main.deps, whoIs(person), {
    campaignId: null,
    input: {
      leads: [
        { email: 'edited@lists.test', first_name: 'Before' },
        { email: 'gone-by-now@lists.test', first_name: 'Kept' },
      ],
    },
  });
  const [edited, gone] = (await main.test.query<{ id: number }>(
    'select id from lead where workspace_id = $1 order by id',
    [person.workspaceId],
  )) as [{ id: number }, { id: number }];
  const read = await main.deps.db.tenantSql(person.workspaceId, (sql) =>
    readLeads(person.workspaceId, sql, scopeOf(whoIs(person)), [edited.id, gone.id]),
  );
  await leads(person).updateLead({ params: { leadId: edited.id }, body: { first_name: 'After' } });
  await leads(person).deleteLead({ params: { leadId: gone.id } });
  const target = {
    campaignId,
    clientScope: 0,
    uploadId: null,
    options: {},
    hashOf: (email: string) => email,
    at: new Date(main.clock.now()),
    realNow: new Date(main.realClock.now()),
  };
  const rows = read.map((lead, index) => storedRow(lead, index + 1));
  for (const outcomes of [
    ['UPDATED_EXISTING', 'IMPORTED_NEW'],
    ['ALREADY_IN_CAMPAIGN', 'ALREADY_IN_CAMPAIGN'],
  ])
    expect(
      (
        await main.deps.db.tenantSql(person.workspaceId, (sql) => importBatch(person.workspaceId, sql, target, rows))
      ).outcomes.map((row) => row.outcome),
    ).toEqual(outcomes);
  expect(
    (await leads(person).listLeads({ query: { campaign_id: campaignId, sort: 'email' } as never })).rows.map(
      (lead) => lead.first_name,
    ),
  ).toEqual(['After', 'Kept']);
});

it('takes an action back while it waits, and does nothing of it', async () => {
  const person = await main.signIn();
  await addLeads(main.deps, whoIs(person), { campaignId: null, input: { leads: addresses('keep', 'me') } });
  const action = await actions(person).startLeadAction({
    body: { selection: { filter: {} }, action: { kind: 'DELETE' } },
  });
  expect(action).toMatchObject({ status: 'WAITING', total: 2 });
  expect(new Date(action.can_undo_until as string).getTime()).toBe(main.realClock.now() + 10_000);
  expect((await actions(person).cancelLeadAction({ params: { actionId: action.id }, body: {} })).status).toBe(
    'CANCELLED',
  );
  await runActionNow(main, action.id);
  expect((await leads(person).listLeads({ query: {} })).total).toBe(2);
  await expect(actions(person).cancelLeadAction({ params: { actionId: action.id }, body: {} })).rejects.toThrow(
    'nothing to undo',
  );
});

it('goes on behind the last batch after it broke off, and stops when told', async () => {
  const person = await main.signIn();
  await main.test.query(
    `
      insert into lead (workspace_id, email, domain)
      select $1, 'n' || n || '@many.test', 'many.test'
      from generate_series(1, 250) n
    `,
    [person.workspaceId],
  );
  const { id } = await actions(person).startLeadAction({
    body: { selection: { filter: {} }, action: { kind: 'UNSUBSCRIBE' } },
  });
  let batches = 0;
  const broken = {
    ...main.deps,
    live: {
      ...main.deps.live,
      publish: async (...given: Parameters<typeof main.deps.live.publish>) => {
        if (++batches === 2) throw new Error('killed');
        return main.deps.live.publish(...given);
      },
    },
  };
  await expect(runActionNow(main, id, broken)).rejects.toThrow('killed');
  expect(await actions(person).getLeadAction({ params: { actionId: id } })).toMatchObject({
    status: 'RUNNING',
    done: 100,
  });
  await runActionNow(main, id);
  expect(await actions(person).getLeadAction({ params: { actionId: id } })).toMatchObject({
    status: 'COMPLETED',
    done: 250,
    changed: 250,
  });
  expect((await leads(person).listLeads({ query: { is_unsubscribed: true } })).total).toBe(250);
});

it('exports exactly what is filtered, with every custom field, and a file that can be imported again', async () => {
  const person = await main.signIn();
  await addLeads(main.deps, whoIs(person), {
    campaignId: null,
    input: {
      leads: [
        { email: 'x@export.test', first_name: 'José', custom_fields: { city: '=1+1' } },
        { email: 'y@export.test', custom_fields: { size: 12 } },
        { email: 'z@other.test' },
      ],
    },
  });
  const done = await doAll({ filter: { domain: 'export.test' } }, { kind: 'EXPORT' }, person);
  expect(done).toMatchObject({ status: 'COMPLETED', total: 2, done: 2, has_file: true });
  const file = await (await main.app.request(`/api/lead-actions/${done.id}/file`, { headers: person.headers })).text();
  const [header, ...rows] = file.replace('\ufeff', '').trim().split('\r\n');
  expect(header).toBe(
    'email,first_name,last_name,phone_number,company_name,website,linkedin_profile,location,company_url,city,size,lead_esp,is_unsubscribed,is_bounced,tags,campaigns,created_at',
  );
  expect(rows).toHaveLength(2);
  expect(file).toContain('José');
  expect(file).toContain("'=1+1");
  const viewer = await main.signIn({ workspaceId: person.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  await expect(
    actions(viewer).startLeadAction({ body: { selection: { filter: {} }, action: { kind: 'EXPORT' } } }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

it("shows a client its own lists and the leads in them, and nobody else's", async () => {
  const owner = await main.signIn();
  const client = await main.signIn({ workspaceId: owner.workspaceId, client: { permissions: ['full_access'] } });
  const ours = await lists(owner).createLeadList({ body: { name: 'Ours' } });
  await lists(owner).addToLeadList({ params: { listId: ours.id }, body: { leads: addresses('secret') } });
  const theirs = await lists(client).createLeadList({ body: { name: 'Theirs' } });
  await lists(client).addToLeadList({ params: { listId: theirs.id }, body: { leads: addresses('mine') } });
  expect((await lists(client).listLeadLists({ query: {} })).rows.map((row) => row.name)).toEqual(['Theirs']);
  expect((await leads(client).listLeads({ query: {} })).rows.map((lead) => lead.email)).toEqual(['mine@lists.test']);
  await expect(lists(client).getLeadList({ params: { listId: ours.id } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(leads(client).listLeads({ query: { list_id: ours.id } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(
    actions(client).startLeadAction({
      body: { selection: { filter: {} }, action: { kind: 'ADD_TO_LIST', list_id: ours.id } },
    }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
