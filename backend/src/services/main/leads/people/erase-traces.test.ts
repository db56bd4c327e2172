import { Readable } from 'node:stream';
import { leadActionsContract } from '@skein/contracts/main/lead-actions.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { lockRun } from '#platform/bulk-runs/bulk-runs.store';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { removeLeads } from '#campaigns/campaign-leads/change-leads';
import { createCampaign } from '#campaigns/setup/create-campaign';
import { whoIs } from '#campaigns/setup/testing';
import { runActionNow } from '../lead-actions/testing';
import { addLeads } from './add-leads';
import { createUpload } from '../uploads/create-upload';
import { forgetFiles } from './erase-lead.store';
import { addressPattern } from './erase-traces.store';

let main: TestMain;
let me: SignedIn;
beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
});
afterAll(() => main.close());

const leads = () => main.asClient(leadsContract, me);
const query = <Row extends object>(sql: string, values: unknown[] = []) => main.test.query<Row>(sql, values);
const one = async (sql: string, values: unknown[] = []) => (await query<{ id: number }>(sql, values))[0]?.id as number;
const mailbox = () =>
  one(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port,
          imap_username
      )
      values ($1, 'M', 'm@company.test', 'h', 1, 'u', 'h', 1, 'u')
      on conflict (workspace_id, from_email)
      do update set from_name = 'M'
      returning id
    `,
    [me.workspaceId],
  );
const addOne = async (campaignId: number | null, email: string) =>
  (await addLeads(main.deps, whoIs(me), { campaignId, input: { leads: [{ email }] } })).outcomes[0] as {
    lead_id: number;
    enrolment_id: number;
  };

/** Every column of every table in which a text stands. */
async function placesOf(text: string): Promise<string[]> {
  const columns = await query<{ table: string; column: string }>(
    `
      select c.table_name as "table", c.column_name as "column"
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public'
        and t.table_type = 'BASE TABLE'
        and c.data_type in ('text', 'jsonb', 'json', 'ARRAY')
    `,
  );
  const found: string[] = [];
  for (const { table, column } of columns)
    if ((await query(`select 1 from "${table}" where "${column}"::text ilike $1 limit 1`, [`%${text}%`])).length > 0)
      found.push(`${table}.${column}`);
  return found;
}

it('erases what was left of a person where they were taken out, corrected, not recognised or looked for', async () => {
  const { id: campaignId } = await createCampaign(main.deps, whoIs(me), { name: 'Left' });
  const box = await mailbox();
  const { lead_id: leadId, enrolment_id: enrolmentId } = await addOne(campaignId, 'zoe.old@trace.test');
  const sent = await one(
    `
      insert into intent (
        workspace_id, kind, campaign_id, mailbox_id, enrolment_id, slot_at, send_at, message_id, envelope_id,
          to_email, state, sent_at, body_text, smtp_response
      )
      values (
        $1, 'CAMPAIGN', $2, $3, $4, now(), now(), '<t1@x>', '<t1@x>', 'zoe@trace.test', 'SENT', now(),
          'Dear Zoe', '250 <zoe@trace.test> ok'
      )
      returning id
    `,
    [me.workspaceId, campaignId, box, enrolmentId],
  );
  await query(
    `
      insert into event (workspace_id, kind, at, campaign_id, enrolment_id, lead_id, intent_id, evidence)
      values ($1, 'BOUNCE', now(), $2, $3, $4, $5, '{"text": "550 zoe@trace.test unknown"}')
    `,
    [me.workspaceId, campaignId, enrolmentId, leadId, sent],
  );
  await query(`update lead set email = 'zoe@trace.test' where id = $1`, [leadId]);
  expect((await removeLeads(main.deps, whoIs(me), campaignId, { enrolment_ids: [enrolmentId] })).changed).toBe(1);

  const second = await addOne((await createCampaign(main.deps, whoIs(me), { name: 'Later' })).id, 'zoe@trace.test');
  await query(
    `
      insert into intent (
        workspace_id, kind, campaign_id, mailbox_id, enrolment_id, slot_at, send_at, message_id, envelope_id,
          to_email, state, sent_at
      )
      select workspace_id, 'CAMPAIGN', campaign_id, $1, id, now(), now(), '<t2@x>', '<t2@x>',
        'zoe.old@trace.test', 'SENT', now()
      from enrolment
      where id = $2
    `,
    [box, second.enrolment_id],
  );
  const file = `inbox/${me.workspaceId}/received/${'0'.repeat(40)}-0`;
  await main.deps.files.put(file, Readable.from(['a CV']), { type: 'text/plain', maximum: 100 });
  const message = `
    insert into message (
      workspace_id, direction, mailbox_id, message_id, dedupe_key, from_email, to_emails, at, lead_id,
        untracked_state, suggestion, attachments
    )
    values ($1, $2, $3, $4, $4, $5, $6, now(), $7, $8, $9, $10)
  `;
  await query(message, [
    me.workspaceId,
    'in',
    box,
    '<m1@x>',
    'zoe@trace.test',
    '["m@company.test"]',
    leadId,
    null,
    null,
    JSON.stringify([{ name: 'cv.txt', storage_key: file }]),
  ]);
  await query(message, [me.workspaceId, 'in', box, '<m2@x>', 'Zoe.Old@trace.test', '[]', null, 'OPEN', null, '[]']);
  await query(message, [
    me.workspaceId,
    'out',
    box,
    '<m3@x>',
    'm@company.test',
    '["Zoe@trace.test"]',
    null,
    null,
    null,
    '[]',
  ]);
  await query(message, [
    me.workspaceId,
    'in',
    box,
    '<m4@x>',
    'boss@trace.test',
    '[]',
    null,
    'OPEN',
    '[{"lead_email": "zoe@trace.test", "enrolment_id": 1}, {"lead_email": "mazoe@trace.test", "enrolment_id": 2}]',
    '[]',
  ]);
  await query(
    `
      insert into intent (
        workspace_id, kind, campaign_id, mailbox_id, slot_at, send_at, message_id, envelope_id, to_email,
          state, sent_at, body_text, subject
      )
      values (
        $1, 'TEST', $2, $3, now(), now(), '<t3@x>', '<t3@x>', 'me@company.test', 'SENT', now(), 'Dear Zoe',
          'For Zoe'
      )
    `,
    [me.workspaceId, campaignId, box],
  );
  const upload = await one(
    `
      with run as (
        insert into bulk_run (workspace_id, kind, status) values ($1, 'LEAD_UPLOAD', 'COMPLETED') returning id
      )
      insert into lead_upload (workspace_id, run_id, file_name, storage_key)
      select $1, id, 'a.csv', ''
      from run
      returning id
    `,
    [me.workspaceId],
  );
  await query(
    `
      with run as (
        insert into bulk_run (workspace_id, kind, status)
        values ($1, 'LEAD_UPLOAD', 'COMPLETED'), ($1, 'LEAD_UPLOAD', 'RUNNING')
        returning id
      )
      insert into lead_upload (workspace_id, run_id, file_name, storage_key, columns)
      select $1, id, 'b.csv', '',
        '{"columns": [{"name": "email", "samples": ["zoe@trace.test"]}], "sample_rows": [["zoe@trace.test"]], "title_rows": []}'
      from run
    `,
    [me.workspaceId],
  );
  await query(
    `
      insert into upload_row (workspace_id, upload_id, row_number, outcome, email, lead_id)
      values ($1, $2, 1, 'UPDATED_EXISTING', 'zoe.first@trace.test', $3)
    `,
    [me.workspaceId, upload, leadId],
  );
  await query(
    `
      insert into saved_view (workspace_id, user_id, area, name, query)
      values ($1, $2, 'leads', 'Her', '{"address": "?search=zoe%40trace.test"}')
    `,
    [me.workspaceId, me.userId],
  );
  await query(
    `
      with run as (
        insert into bulk_run (workspace_id, kind, status, created_by) values ($1, 'LEAD_ACTION', 'COMPLETED', $2) returning id
      )
      insert into lead_action (workspace_id, run_id, kind, selection, options, who)
      select $1, id, 'EXPORT', '{"filter": {"email": "zoe@trace.test"}}', '{"kind": "EXPORT"}', '{}'
      from run
    `,
    [me.workspaceId, me.userId],
  );
  const hook = await one(
    `insert into webhook (workspace_id, name, webhook_url) values ($1, 'W', 'http://127.0.0.1:9/') returning id`,
    [me.workspaceId],
  );
  for (const payload of [
    { to: 'zoe@trace.test' },
    { text: 'From\nzoe@trace.test, yesterday' },
    { to: 'mazoe@trace.test' },
    { to: 'zoe@trace.test.example' },
  ])
    await query(
      `
        insert into webhook_delivery (workspace_id, webhook_id, event_type, payload)
        values ($1, $2, 'EMAIL_SENT', $3)
      `,
      [me.workspaceId, hook, JSON.stringify(payload)],
    );

  expect((await leads().eraseEffects({ params: { leadId } })).messages).toBe(3);
  await leads().eraseLead({ params: { leadId }, body: {} });
  expect(await query(`select payload ->> 'to' as to from webhook_delivery order by id`)).toEqual([
    { to: 'mazoe@trace.test' },
    { to: 'zoe@trace.test.example' },
  ]);
  expect(await query(`select suggestion from message`)).toEqual([
    { suggestion: [{ lead_email: 'mazoe@trace.test', enrolment_id: 2 }] },
  ]);
  await query('delete from webhook_delivery');
  await query('delete from message');
  expect(await placesOf('zoe')).toEqual([]);
  await expect(main.deps.files.get(file)).rejects.toThrow();
  expect(
    (await addLeads(main.deps, whoIs(me), { campaignId: null, input: { leads: [{ email: 'zoe.old@trace.test' }] } }))
      .counts,
  ).toEqual({
    SUPPRESSED: 1,
  });
  const { lead_id: other } = await addOne(null, 'xena@trace.test');
  await expect(leads().updateLead({ params: { leadId: other }, body: { email: 'Zoe@trace.test' } })).rejects.toThrow(
    'was erased at the request',
  );
});

it('an address is found in any text, and not as a part of another one', () => {
  const found = new RegExp(addressPattern(['ann.b@co.test']));
  expect(
    ['"ann.b@co.test"', '<ann.b@co.test>', 'to\\nann.b@co.test.', '?q=ann.b@co.test&x', 'ann.b@co.test'].map((text) =>
      found.test(text),
    ),
  ).toEqual([true, true, true, true, true]);
  expect(
    ['joann.b@co.test', 'x.ann.b@co.test', 'ann.b@co.tests', 'ann.b@co.test.uk', 'annxb@co.test'].map((text) =>
      found.test(text),
    ),
  ).toEqual([false, false, false, false, false]);
});

it('an export that is being written when somebody is erased ends, and its file is not kept', async () => {
  const { lead_id: leadId } = await addOne(null, 'yan@trace.test');
  const actions = main.asClient(leadActionsContract, me);
  const { id } = await actions.startLeadAction({ body: { selection: { filter: {} }, action: { kind: 'EXPORT' } } });
  const files = {
    ...main.deps.files,
    put: async (...given: Parameters<typeof main.deps.files.put>) => {
      const answer = await main.deps.files.put(...given);
      await leads().eraseLead({ params: { leadId }, body: {} });
      return answer;
    },
  };
  await runActionNow(main, id, { files });
  expect(await actions.getLeadAction({ params: { actionId: id } })).toMatchObject({
    status: 'FAILED',
    has_file: false,
    error: 'Someone was erased while the file was written. Export again.',
  });
});

it('leaves an old import that somebody begins at the same moment its file', async () => {
  const content = Readable.from([Buffer.from('email\nwim@trace.test\n')]);
  const { id } = await createUpload(main.deps, whoIs(me), { fileName: 'begun.csv', content });
  const [row] = await query<{ storage_key: string; run_id: number }>(
    'select storage_key, run_id from lead_upload where id = $1',
    [id],
  );
  const { storage_key: key, run_id: runId } = row as { storage_key: string; run_id: number };
  await query(`update bulk_run set created_at = now() - interval '2 days' where id = $1`, [runId]);
  let isOver = false;
  let forgetting: Promise<string[]> | undefined;
  const { workspaceId } = me;
  await main.deps.db.tenantSql(workspaceId, async (held) => {
    await lockRun(workspaceId, held, runId);
    forgetting = main.deps.db
      .tenantSql(workspaceId, (sql) => forgetFiles(workspaceId, sql, new Date()))
      .finally(() => {
        isOver = true;
      });
    const isWaiting = async () =>
      (await query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
        .length > 0;
    while (!isOver && !(await isWaiting()));
    await held.query(`update bulk_run set status = 'RUNNING' where workspace_id = $1 and id = $2`, [
      workspaceId,
      runId,
    ]);
  });
  expect(await forgetting).not.toContain(key);
});

it('forgets what verification remembers of a domain that nobody else is at', async () => {
  const { lead_id: leadId } = await addOne(null, 'ida@ida-alone.test');
  await addOne(null, 'jon@shared-firm.test');
  const second = await addOne(null, 'kim@shared-firm.test');
  await query(
    `
      insert into mail_domain_catch_all (domain, is_catch_all, checked_at)
      values ('ida-alone.test', true, now()), ('shared-firm.test', true, now())
    `,
  );
  // Somebody whom only another workspace knows.
  const stranger = await main.signIn();
  await query(
    `insert into lead (workspace_id, email, domain) values ($1, 'lea@known-elsewhere.test', 'known-elsewhere.test')`,
    [stranger.workspaceId],
  );
  await query(
    `insert into mail_domain_catch_all (domain, is_catch_all, checked_at) values ('known-elsewhere.test', true, now())`,
  );
  const third = await addOne(null, 'max@known-elsewhere.test');
  for (const id of [leadId, second.lead_id, third.lead_id])
    await leads().eraseLead({ params: { leadId: id }, body: {} });
  expect(await query('select domain from mail_domain_catch_all order by domain')).toEqual([
    { domain: 'known-elsewhere.test' },
    { domain: 'shared-firm.test' },
  ]);
});
