import { blockListContract } from '@skein/contracts/main/block-list.contract';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { leadTasksContract } from '@skein/contracts/main/lead-tasks.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';

import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { appendEvents } from '#lifecycle/events/append-events';
import { given } from '#lifecycle/lead-state/testing';

let main: TestMain;
let owner: SignedIn;
const email = 'shared@prospects.test';
const hidden = 'hidden@prospects.test';

beforeAll(async () => {
  main = await createTestMain();
  owner = await main.signIn();
});
afterAll(() => main.close());

async function campaignOf(name: string, who: { clientId?: number | null; memberId?: number }, emails: string[]) {
  const { id } = await main.asClient(campaignsContract, owner).createCampaign({ body: { name } });
  await main.test.query('update campaign set client_id = $2, team_member_id = $3 where id = $1', [
    id,
    who.clientId ?? null,
    who.memberId ?? null,
  ]);
  const added = await main
    .asClient(campaignLeadsContract, owner)
    .addLeads({ params: { campaignId: id }, body: { leads: emails.map((each) => ({ email: each })) } });
  return {
    id,
    leads: added.outcomes.map((row) => row.lead_id as number),
    enrolments: added.outcomes.map((row) => row.enrolment_id as number),
  };
}

/** Notes and a task of the owner about the same lead in two campaigns, one inside and one outside of somebody's scope. */
async function world(name: string, who: SignedIn, assigned: { clientId?: number | null; memberId?: number }) {
  const inside = await campaignOf(`${name} inside`, assigned, [email, hidden]);
  const outside = await campaignOf(`${name} outside`, {}, [email]);
  const inbox = main.asClient(inboxContract, owner);
  await inbox.addNote({
    params: { enrolmentId: inside.enrolments[0] as number },
    body: { note_message: 'about the inside' },
  });
  await inbox.addNote({
    params: { enrolmentId: outside.enrolments[0] as number },
    body: { note_message: 'about the outside' },
  });
  await inbox.addTask({ params: { enrolmentId: outside.enrolments[0] as number }, body: { name: 'Outside' } });
  return {
    inside,
    outside,
    leads: main.asClient(leadsContract, who),
    inCampaign: main.asClient(campaignLeadsContract, who),
  };
}

test.each(['client', 'limited member'] as const)(
  'of a lead that others mail as well, a %s sees only its own campaigns, notes and events',
  async (kind) => {
    const who =
      kind === 'client'
        ? await main.signIn({ workspaceId: owner.workspaceId, client: { permissions: ['full_access'] } })
        : await main.signIn({ workspaceId: owner.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
    const { inside, outside, leads } = await world(
      kind,
      who,
      kind === 'client' ? { clientId: who.clientId } : { memberId: who.userId },
    );
    const leadId = inside.leads[0] as number;
    expect((await leads.getLead({ params: { leadId } })).campaigns.map((campaign) => campaign.campaign_id)).toEqual([
      inside.id,
    ]);
    expect((await leads.listLeads({ query: { email } })).rows[0]?.campaigns.map((campaign) => campaign.id)).toEqual([
      inside.id,
    ]);
    expect((await leads.listNotes({ params: { leadId } })).notes.map((note) => note.note_message)).toEqual([
      'about the inside',
    ]);
    await leads.addNote({ params: { leadId }, body: { note_message: 'my own' } });
    expect((await leads.listNotes({ params: { leadId } })).notes.map((note) => note.note_message)).toEqual([
      'my own',
      'about the inside',
    ]);
    const { entries } = await leads.leadTimeline({ params: { leadId } });
    expect(entries.map((entry) => entry.campaign_id)).toEqual([inside.id]);
    const panel = await main
      .asClient(inboxContract, who)
      .getPanel({ params: { enrolmentId: inside.enrolments[0] as number } });
    expect([panel.notes.length, panel.tasks.length, panel.other_campaigns.length]).toEqual([2, 0, 0]);
    expect(
      (await main.asClient(inboxContract, owner).getPanel({ params: { enrolmentId: outside.enrolments[0] as number } }))
        .tasks.length,
    ).toBeGreaterThan(0);
  },
);

test('leads of a category that is kept from a client are in none of its lists and counts', async () => {
  const client = await main.signIn({
    workspaceId: owner.workspaceId,
    client: { permissions: ['full_access'], restrictedCategories: [2] },
  });
  const { inside, leads, inCampaign } = await world('restricted', client, { clientId: client.clientId });
  const [shown, kept] = inside.enrolments as [number, number];
  await main.test.query('update enrolment set category_id = 2 where id = $1', [kept]);
  const params = { campaignId: inside.id };
  expect((await inCampaign.listCampaignLeads({ params })).rows.map((row) => row.enrolment_id)).toEqual([shown]);
  expect((await inCampaign.listCampaignLeads({ params, query: { search: 'prospects' } })).total).toBe(1);
  expect((await inCampaign.countCampaignLeads({ params })).total).toBe(1);
  await expect(inCampaign.getCampaignLead({ params: { ...params, enrolmentId: kept } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await inCampaign.pauseLeads({ params, body: { selection: { enrolment_ids: [shown, kept] } } })).toMatchObject({
    changed: 1,
    unchanged: 1,
  });
  await expect(leads.getLead({ params: { leadId: inside.leads[1] as number } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect((await leads.listLeads({ query: { email: hidden } })).rows).toEqual([]);
});

test('an import for a client does not name the campaigns of others', async () => {
  const client = await main.signIn({ workspaceId: owner.workspaceId, client: { permissions: ['full_access'] } });
  const own = await campaignOf('Of the client', { clientId: client.clientId }, ['other@prospects.test']);
  const added = await main.asClient(campaignLeadsContract, client).addLeads({
    params: { campaignId: own.id },
    body: { leads: [{ email }], settings: { ignore_duplicate_leads_in_other_campaign: true } },
  });
  expect(added.outcomes[0]).toMatchObject({ outcome: 'IN_OTHER_CAMPAIGN', reason: 'In another campaign' });
});

test('a client neither changes nor unsubscribes for others a lead that they mail as well', async () => {
  const client = await main.signIn({ workspaceId: owner.workspaceId, client: { permissions: ['full_access'] } });
  const { inside, outside, leads, inCampaign } = await world('shared', client, { clientId: client.clientId });
  const [leadId, ownId] = inside.leads as [number, number];
  await expect(leads.updateLead({ params: { leadId }, body: { first_name: 'Changed' } })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await main.test.query('delete from enrolment where lead_id = $1 and campaign_id <> $2', [ownId, inside.id]);
  expect((await leads.updateLead({ params: { leadId: ownId }, body: { first_name: 'Own' } })).first_name).toBe('Own');
  await leads.unsubscribeLead({ params: { leadId } });
  const state = async (id: number) =>
    (await main.test.query<{ status: string }>('select status from enrolment where id = $1', [id]))[0]?.status;
  expect([await state(inside.enrolments[0] as number), await state(outside.enrolments[0] as number)]).toEqual([
    'STOPPED',
    'STARTED',
  ]);
  expect((await main.asClient(leadsContract, owner).getLead({ params: { leadId } })).is_unsubscribed).toBe(false);
  const again = await inCampaign.addLeads({
    params: { campaignId: inside.id },
    body: { leads: [{ email: hidden, first_name: 'Own again' }, { email: 'another@prospects.test' }] },
  });
  expect(again.outcomes[1]?.outcome).toBe('IMPORTED_NEW');
  const next = await campaignOf('shared second', { clientId: client.clientId }, ['first@prospects.test']);
  const outcome = await inCampaign.addLeads({
    params: { campaignId: next.id },
    body: { leads: [{ email, first_name: 'Overwritten' }] },
  });
  expect(outcome.outcomes[0]?.outcome).toBe('UNSUBSCRIBED');
  const free = await campaignOf('not theirs', {}, ['free@prospects.test']);
  await inCampaign.addLeads({
    params: { campaignId: next.id },
    body: { leads: [{ email: 'free@prospects.test', first_name: 'Overwritten' }] },
  });
  expect(
    (await main.asClient(leadsContract, owner).getLead({ params: { leadId: free.leads[0] as number } })).first_name,
  ).toBeNull();
});

test('the figures of a client’s campaign leave out the leads of hidden categories', async () => {
  const client = await main.signIn({
    workspaceId: owner.workspaceId,
    client: { permissions: ['full_access'], restrictedCategories: [2] },
  });
  const { inside } = await world('figures', client, { clientId: client.clientId });
  const [shown, kept] = inside.enrolments as [number, number];
  await main.test.query(
    'update enrolment set category_id = case when id = $2 then 2 else 1 end, reply_count = 1 where id = any($1)',
    [[shown, kept], kept],
  );
  await main.deps.db.tenantSql(owner.workspaceId, (sql) =>
    appendEvents(
      sql,
      [shown, kept].flatMap((enrolmentId) =>
        (['SENT', 'REPLY'] as const).map((kind) => ({
          workspaceId: owner.workspaceId,
          kind,
          at: new Date(main.clock.now()),
          campaignId: inside.id,
          enrolmentId,
          isFirst: true,
        })),
      ),
    ),
  );
  const of = async (who: SignedIn) => {
    const {
      counts: { sent, replied, positive },
    } = await main.asClient(campaignsContract, who).getCampaign({ params: { campaignId: inside.id } });
    return { sent, replied, positive };
  };
  expect(await of(owner)).toEqual({ sent: 2, replied: 2, positive: 2 });
  expect(await of(client)).toEqual({ sent: 1, replied: 1, positive: 1 });
});

test.each(['client', 'limited member'] as const)(
  'what others do with a shared lead neither finds it for a %s nor is told with it',
  async (kind) => {
    const who =
      kind === 'client'
        ? await main.signIn({ workspaceId: owner.workspaceId, client: { permissions: ['full_access'] } })
        : await main.signIn({ workspaceId: owner.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
    const address = `${kind.slice(0, 3)}@filters.test`;
    const inside = await campaignOf(
      `${kind} filters`,
      kind === 'client' ? { clientId: who.clientId } : { memberId: who.userId },
      [address],
    );
    const outside = await campaignOf(`${kind} filters outside`, {}, [address]);
    const leadId = inside.leads[0] as number;
    await given(main)
      .lead(inside.enrolments[0] as number)
      .finished();
    await main.test.query('update enrolment set category_id = 5 where id = $1', [outside.enrolments[0]]);
    const other = await main.signIn({ workspaceId: owner.workspaceId, client: { permissions: ['full_access'] } });
    await main.test.query(
      `insert into suppression (workspace_id, kind, value, client_scope) values ($1, 'email', $2, $3)`,
      [owner.workspaceId, address, other.clientId],
    );
    const [upload] = await main.test.query<{ id: number }>(
      `
        with run as (
          insert into bulk_run (workspace_id, kind, status) values ($1, 'LEAD_UPLOAD', 'COMPLETED') returning id
        )
        insert into lead_upload (workspace_id, run_id, campaign_id, file_name, storage_key)
        select $1, id, $2, 'Secret customer.csv', ''
        from run
        returning id
      `,
      [owner.workspaceId, outside.id],
    );
    await main.test.query('update lead set upload_id = $2 where id = $1', [leadId, upload?.id]);
    const leads = main.asClient(leadsContract, who);
    const count = async (query: object) => (await leads.listLeads({ query: { email: address, ...query } })).rows.length;
    expect([await count({ campaign_id: inside.id }), await count({ campaign_id: outside.id })]).toEqual([1, 0]);
    expect([
      await count({ category_ids: [5] }),
      await count({ lead_statuses: ['STARTED'] }),
      await count({ lead_statuses: ['COMPLETED'] }),
    ]).toEqual([0, 0, 1]);
    expect([
      await count({ lead_type: 'active' }),
      await count({ lead_type: 'previously_active' }),
      await count({ lead_type: 'yet_to_use' }),
    ]).toEqual([0, 1, 0]);
    expect(await leads.getLead({ params: { leadId } })).toMatchObject({ suppression: null, upload: null });
    expect(await main.asClient(leadsContract, owner).getLead({ params: { leadId } })).toMatchObject({
      suppression: { value: address },
      upload: { file_name: 'Secret customer.csv' },
    });

    const [tasks, ofOwner] = [main.asClient(leadTasksContract, who), main.asClient(leadTasksContract, owner)];
    const theirs = await ofOwner.createLeadTask({ params: { leadId }, body: { name: 'Of the agency' } });
    const own = await tasks.createLeadTask({ params: { leadId }, body: { name: 'Own' } });
    expect((await tasks.listLeadTasks({ params: { leadId } })).tasks.map((task) => task.name)).toEqual(['Own']);
    await expect(
      tasks.changeLeadTask({ params: { taskId: theirs.id }, body: { name: 'Taken' } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await tasks.deleteLeadTask({ params: { taskId: own.id } });
    expect((await ofOwner.listLeadTasks({ params: { leadId } })).tasks.map((task) => task.name)).toEqual([
      'Of the agency',
    ]);
  },
);

test('a manual unsubscribe counts for the client whose campaign it ends, and taking an entry off a client’s list leaves that of everybody', async () => {
  const client = await main.signIn({ workspaceId: owner.workspaceId, client: { permissions: ['full_access'] } });
  const address = 'counted@filters.test';
  const {
    leads: [leadId],
    enrolments: [enrolmentId],
  } = await campaignOf('counted', { clientId: client.clientId }, [address]);
  await main.asClient(leadsContract, owner).unsubscribeLead({ params: { leadId: leadId as number } });
  expect(
    await main.test.query(`select client_id from event where enrolment_id = $1 and kind = 'UNSUBSCRIBE'`, [
      enrolmentId,
    ]),
  ).toEqual([{ client_id: client.clientId }]);
  const [entry] = await main.test.query<{ id: number }>(
    `
      insert into suppression (workspace_id, kind, value, client_scope, source)
      values ($1, 'email', $2, $3, 'unsubscribe')
      returning id
    `,
    [owner.workspaceId, address, client.clientId],
  );
  await main.asClient(blockListContract, owner).removeBlockEntry({ params: { entryId: entry?.id as number } });
  expect(
    (await main.asClient(leadsContract, owner).getLead({ params: { leadId: leadId as number } })).is_unsubscribed,
  ).toBe(true);
});

test('figures, pushes and reasons of a subsequence leave out the leads of hidden categories', async () => {
  const client = await main.signIn({
    workspaceId: owner.workspaceId,
    client: { permissions: ['full_access'], restrictedCategories: [2] },
  });
  const parent = await campaignOf('pushes', { clientId: client.clientId }, ['shown@push.test', 'kept@push.test']);
  const ofOwner = main.asClient(subsequencesContract, owner);
  const { id: subsequenceId } = await ofOwner.createSubsequence({
    params: { campaignId: parent.id },
    body: { name: 'After' },
  });
  expect(
    (await ofOwner.pushLeads({ params: { subsequenceId }, body: { selection: { enrolment_ids: parent.enrolments } } }))
      .changed,
  ).toBe(2);
  const pushed = await main.test.query<{ id: number; spin_index: number }>(
    'select id, spin_index from enrolment where campaign_id = $1 order by id',
    [subsequenceId],
  );
  expect(pushed.map((row) => row.spin_index)).toEqual([0, 1]);
  await main.test.query('update enrolment set category_id = 2 where id = $1', [pushed[1]?.id]);
  const of = async (who: SignedIn) => {
    const api = main.asClient(subsequencesContract, who);
    const [row] = (await api.listSubsequences({ params: { campaignId: parent.id } })).rows;
    return [
      row?.progress.total,
      row?.pushes.pushed,
      (await api.getRule({ params: { subsequenceId } })).counts.pushed,
      (await api.listPushes({ params: { subsequenceId } })).rows.length,
    ];
  };
  expect([await of(owner), await of(client)]).toEqual([
    [2, 2, 2, 2],
    [1, 1, 1, 1],
  ]);
  await expect(
    main
      .asClient(reviewContract, client)
      .explainLead({ params: { campaignId: subsequenceId, enrolmentId: pushed[1]?.id as number } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a campaign that is given to another client takes its subsequences along', async () => {
  const [before, after] = [
    await main.signIn({ workspaceId: owner.workspaceId, client: { permissions: ['full_access'] } }),
    await main.signIn({ workspaceId: owner.workspaceId, client: { permissions: ['full_access'] } }),
  ];
  const parent = await campaignOf('handed over', { clientId: before.clientId }, ['handed@over.test']);
  const { id } = await main
    .asClient(subsequencesContract, owner)
    .createSubsequence({ params: { campaignId: parent.id }, body: { name: 'Later' } });
  const ofOwner = main.asClient(campaignsContract, owner);
  await expect(
    ofOwner.updateCampaign({ params: { campaignId: id }, body: { client_id: after.clientId } }),
  ).rejects.toThrow('that of its parent campaign');
  await ofOwner.updateCampaign({ params: { campaignId: parent.id }, body: { client_id: after.clientId } });
  await expect(
    main.asClient(campaignsContract, before).getCampaign({ params: { campaignId: id } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await main.asClient(campaignsContract, after).getCampaign({ params: { campaignId: id } })).toMatchObject({
    id,
    name: 'Later',
  });
});
