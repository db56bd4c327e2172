import { leadTasksContract } from '@skein/contracts/main/lead-tasks.contract';
import { leadActionsContract } from '@skein/contracts/main/lead-actions.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { emailStep, whoIs } from '#campaigns/setup/testing';
import { saveSequence } from '#campaigns/sequences/save-sequence';
import { runActionNow } from '../lead-actions/testing';
import { addLeads } from './add-leads';
import { given } from '#lifecycle/lead-state/testing';

let main: TestMain;
let me: SignedIn;
beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const leads = (person = me) => main.asClient(leadsContract, person);
async function addOne(campaignId: number | null, email: string, more: object = {}): Promise<number> {
  const answer = await addLeads(main.deps, whoIs(me), { campaignId, input: { leads: [{ email, ...more }] } });
  return answer.outcomes[0]?.lead_id as number;
}

it('erases a person everywhere but for a hash, and the address does not come in again', async () => {
  const { id: campaignId } = await createCampaign(main.deps, whoIs(me), { name: 'Erasure' });
  const leadId = await addOne(campaignId, 'erika@erase.test', {
    first_name: 'Erika',
    custom_fields: { note: 'private' },
  });
  const [mailbox] = await main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username
      )
      values ($1, 'M', 'm@company.test', 'h', 1, 'u', 'h', 1, 'u')
      returning id
    `,
    [me.workspaceId],
  );
  const [enrolment] = await main.test.query<{ id: number }>('select id from enrolment where lead_id = $1', [leadId]);
  await main.test.query(
    `
      insert into message (
        workspace_id, direction, mailbox_id, enrolment_id, lead_id, message_id, dedupe_key, from_email,
          text_body, at
      )
      values ($1, 'in', $2, $3, $4, '<e@x>', '<e@x>', 'erika@erase.test', 'I am Erika', now())
    `,
    [me.workspaceId, mailbox?.id, enrolment?.id, leadId],
  );
  await main.test.query(
    `
      insert into intent (
        workspace_id, kind, campaign_id, mailbox_id, enrolment_id, slot_at, send_at, message_id, envelope_id,
          to_email, state, sent_at, body_text
      )
      values (
        $1, 'CAMPAIGN', $2, $3, $4, now(), now(), '<i@x>', '<i@x>', 'erika@erase.test', 'SENT', now(),
          'Dear Erika'
      )
    `,
    [me.workspaceId, campaignId, mailbox?.id, enrolment?.id],
  );
  const [webhook] = await main.test.query<{ id: number }>(
    `insert into webhook (workspace_id, name, webhook_url) values ($1, 'W', 'http://127.0.0.1:9/') returning id`,
    [me.workspaceId],
  );
  await main.test.query(
    `
      insert into webhook_delivery (workspace_id, webhook_id, event_type, payload)
      values ($1, $2, 'EMAIL_SENT', '{"to_email": "erika@erase.test"}')
    `,
    [me.workspaceId, webhook?.id],
  );
  await main.test.query(
    `
      with run as (
        insert into bulk_run (workspace_id, kind, status, created_at)
        select $1, 'BLOCK_UPLOAD', s, now() - interval '2 days'
        from unnest(array['FAILED', 'UPLOADED']) as s
        returning id, status
      )
      insert into block_upload (workspace_id, run_id, file_name, storage_key, columns)
      select $1, id, 'list.csv', 'uploads/none-' || status || '.csv', '[{"name": "email", "samples": ["erika@erase.test"]}]'
      from run
    `,
    [me.workspaceId],
  );
  await main.test.query(
    `insert into suppression (workspace_id, kind, value, source) values ($1, 'email', 'erika@erase.test', 'unsubscribe')`,
    [me.workspaceId],
  );
  await leads().addNote({ params: { leadId }, body: { note_message: 'Erika called' } });
  const effects = { campaigns: 1, messages: 1, notes: 1, tasks: 0, lists: 0 };
  expect(await leads().eraseEffects({ params: { leadId } })).toEqual(effects);
  expect(await leads().eraseLead({ params: { leadId }, body: {} })).toEqual(effects);
  // The journal, which no process writes here, takes what comes and goes on a block list from there and seals it.
  await main.test.query('delete from opt_out_queue');

  // Every column of every table, whatever it is called.
  const columns = await main.test.query<{ table: string; column: string }>(
    `
      select c.table_name as "table", c.column_name as "column"
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public'
        and t.table_type = 'BASE TABLE'
        and c.data_type in ('text', 'jsonb', 'json', 'ARRAY')
    `,
  );
  const named: string[] = [];
  for (const { table, column } of columns)
    if ((await main.test.query(`select 1 from "${table}" where "${column}"::text ilike '%erika%' limit 1`)).length > 0)
      named.push(`${table}.${column}`);
  expect(named).toEqual([]);
  expect(
    await main.test.query(`select kind, source, length(value) as length from suppression where workspace_id = $1`, [
      me.workspaceId,
    ]),
  ).toEqual([{ kind: 'hash', source: 'erasure', length: 43 }]);

  const again = await addLeads(main.deps, whoIs(me), {
    campaignId,
    input: {
      leads: [{ email: 'Erika@erase.test' }, { email: 'other@erase.test' }],
      settings: { ignore_global_block_list: true },
    },
  });
  expect(again.outcomes.map((row) => [row.outcome, row.reason?.slice(0, 29)])).toEqual([
    ['SUPPRESSED', "Erased at the person's reques"],
    ['IMPORTED_NEW', undefined],
  ]);
  const stranger = await main.signIn();
  expect(
    (
      await addLeads(main.deps, whoIs(stranger), {
        campaignId: null,
        input: { leads: [{ email: 'erika@erase.test' }] },
      })
    ).counts,
  ).toEqual({ IMPORTED_NEW: 1 });
});

it('keeps no address in the change history of people who are unsubscribed and erased by the hundred', async () => {
  const person = await main.signIn();
  const emails = ['una@many.test', 'uma@many.test'];
  await addLeads(main.deps, whoIs(person), { campaignId: null, input: { leads: emails.map((email) => ({ email })) } });
  const actions = main.asClient(leadActionsContract, person);
  for (const kind of ['UNSUBSCRIBE', 'ERASE'] as const) {
    const { id } = await actions.startLeadAction({ body: { selection: { filter: {} }, action: { kind } } });
    await runActionNow(main, id);
    expect(await actions.getLeadAction({ params: { actionId: id } })).toMatchObject({ status: 'COMPLETED', done: 2 });
  }
  const history = await main.test.query('select * from audit_entry where workspace_id = $1', [person.workspaceId]);
  expect(JSON.stringify(history)).not.toContain('many.test');
});

it('merges two leads: campaigns, notes, tasks and fields become one, the other address stays known', async () => {
  const first = await createCampaign(main.deps, whoIs(me), { name: 'First' });
  const second = await createCampaign(main.deps, whoIs(me), { name: 'Second' });
  const keep = await addOne(first.id, 'ana@merge.test', { first_name: 'Ana', custom_fields: { city: 'Rome' } });
  const other = await addOne(second.id, 'ana.b@merge.test', {
    first_name: 'A.',
    last_name: 'Berg',
    custom_fields: { city: 'Paris', team: 'Ops' },
  });
  await addLeads(main.deps, whoIs(me), { campaignId: first.id, input: { leads: [{ email: 'ana.b@merge.test' }] } });
  await leads().addNote({ params: { leadId: other }, body: { note_message: 'From the other' } });
  await main.asClient(leadTasksContract, me).createLeadTask({ params: { leadId: other }, body: { name: 'Call' } });
  const merged = await leads().mergeLead({ params: { leadId: keep }, body: { other_lead_id: other } });
  expect(merged).toMatchObject({
    email: 'ana@merge.test',
    first_name: 'Ana',
    last_name: 'Berg',
    custom_fields: { city: 'Rome', team: 'Ops' },
    aliases: [{ email: 'ana.b@merge.test' }],
  });
  expect(merged.campaigns.map((campaign) => campaign.campaign_name).sort()).toEqual(['First', 'Second']);
  expect((await leads().listNotes({ params: { leadId: keep } })).notes).toHaveLength(1);
  expect(
    (await leads().leadTimeline({ params: { leadId: keep }, query: {} })).entries.map((entry) => entry.text),
  ).toEqual(expect.arrayContaining(['Task: Call', 'From the other', 'Added to the campaign']));
  await expect(leads().getLead({ params: { leadId: other } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('does not merge two histories of one campaign, and follows an unsubscribe of either', async () => {
  const { id: campaignId } = await createCampaign(main.deps, whoIs(me), { name: 'Both' });
  await saveSequence(main.deps, whoIs(me), campaignId, {
    steps: [emailStep('<p>Hello</p>', { subject: 'Hello' }), emailStep('<p>Again</p>', { days: 3 })],
  });
  const keep = await addOne(campaignId, 'x@both.test');
  const other = await addOne(campaignId, 'y@both.test');
  await given(main).lead({ campaignId }).emailed();
  await expect(leads().mergeLead({ params: { leadId: keep }, body: { other_lead_id: other } })).rejects.toThrow(
    'Both have begun in Both',
  );
  // Writing on LinkedIn is a history too.
  const writes = await addOne(campaignId, 'v@both.test');
  await main.test.query(
    `
      with account as (
        insert into linkedin_account (workspace_id, name, provider, state) values ($1, 'Rosa', 'test', 'SUCCESS')
        returning id
      )
      insert into linkedin_message (workspace_id, account_id, enrolment_id, provider_message, text, at)
      select $1, account.id, e.id, 'v', 'Hello', now()
      from account
      cross join enrolment e
      where e.lead_id = $2
    `,
    [me.workspaceId, writes],
  );
  await expect(leads().mergeLead({ params: { leadId: writes }, body: { other_lead_id: other } })).rejects.toThrow(
    'Both have begun in Both',
  );
  const fresh = await addOne(campaignId, 'z@both.test');
  await main.test.query('update lead set is_unsubscribed = true where id = $1', [other]);
  const merged = await leads().mergeLead({ params: { leadId: fresh }, body: { other_lead_id: other } });
  expect(merged).toMatchObject({
    is_unsubscribed: true,
    campaigns: [{ lead_status: 'STOPPED', reason: 'UNSUBSCRIBED' }],
  });
  await expect(leads().mergeLead({ params: { leadId: keep }, body: { other_lead_id: keep } })).rejects.toThrow(
    'this lead itself',
  );
});

it('adds tasks to a lead manually, changes them and shows them in the order of their urgency', async () => {
  const tasks = main.asClient(leadTasksContract, me);
  const leadId = await addOne(null, 'tasks@lead.test');
  const later = await tasks.createLeadTask({
    params: { leadId },
    body: { name: 'Later', due_at: '2027-01-02T09:00:00Z' },
  });
  const soon = await tasks.createLeadTask({
    params: { leadId },
    body: { name: 'Soon', priority: 'HIGH', due_at: '2027-01-01T09:00:00Z', assigned_user_id: me.userId },
  });
  expect((await tasks.listLeadTasks({ params: { leadId } })).tasks.map((task) => task.name)).toEqual(['Soon', 'Later']);
  expect(
    await tasks.changeLeadTask({ params: { taskId: soon.id }, body: { name: 'Sooner', due_at: null } }),
  ).toMatchObject({ name: 'Sooner', due_at: null, priority: 'HIGH' });
  const stranger = await main.signIn();
  await expect(
    tasks.createLeadTask({ params: { leadId }, body: { name: 'No', assigned_user_id: stranger.userId } }),
  ).rejects.toThrow('isn’t someone you can assign work to');
  await tasks.deleteLeadTask({ params: { taskId: later.id } });
  expect((await tasks.listLeadTasks({ params: { leadId } })).tasks).toHaveLength(1);
  expect((await tasks.listReminders({ query: {} })).rows).toEqual([]);
});
