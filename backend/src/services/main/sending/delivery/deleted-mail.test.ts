import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';

import { createSendingWorld, type SendingWorld } from './testing';
import { recordUnsubscribe } from '#lifecycle/outcomes/record-unsubscribe';
import { recordClick } from '#lifecycle/outcomes/record-visits';
import { given } from '#lifecycle/lead-state/testing';

const hour = 3_600_000;
let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const addresses = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `silent.${name}${index}@prospects.test`);
const sentFrom = (email: string) => world.mail.record.count({ sender: email }).mails;
const idsOf = (sql: string, values: unknown[]) =>
  world.main.test.query<{ id: number }>(sql, values).then((rows) => rows.map((row) => row.id));

test('a mailbox stays under its daily cap when campaigns, leads and enrolments that it mailed are deleted', async () => {
  const { main, me } = world;
  const sender = 'rosa@caps.test';
  const mailboxId = await world.connect(sender, { message_per_day: 3, min_time_to_wait_minutes: 0 });
  const start = main.clock.now();
  const run = (name: string, count: number) =>
    world.campaign({
      mailboxIds: [mailboxId],
      leads: addresses(name, count),
      settings: { window_start: '00:00', window_end: '23:59', min_time_btwn_emails: 3 },
    });
  const first = await run('first', 1);
  await world.runUntil(start + hour);
  const second = await run('second', 1);
  await world.runUntil(start + 2 * hour);
  const third = await run('third', 1);
  await world.runUntil(start + 3 * hour);
  expect(sentFrom(sender)).toBe(3);

  await main.test.query(`update campaign set status = 'PAUSED', next_trigger_at = null where id = $1`, [first]);
  await main.asClient(campaignsContract, me).deleteCampaign({ params: { campaignId: first } });
  const [enrolment] = await idsOf('select id from enrolment where campaign_id = $1', [second]);
  await main
    .asClient(campaignLeadsContract, me)
    .removeLeads({ params: { campaignId: second }, body: { selection: { enrolment_ids: [enrolment as number] } } });
  const [lead] = await idsOf('select lead_id as id from enrolment where campaign_id = $1', [third]);
  await main.asClient(leadsContract, me).deleteLead({ params: { leadId: lead as number } });

  await run('fourth', 3);
  await world.runUntil(start + 6 * hour);
  expect(sentFrom(sender)).toBe(3);
});

test('the links of a mail go on working after its campaign and its lead were deleted', async () => {
  const { main, me } = world;
  const mailboxId = await world.connect('rosa@links.test', { min_time_to_wait_minutes: 0 });
  const [address] = addresses('links', 1);
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: [address as string],
    steps: [{ days: 0, subject: 'Hello', body: '<p><a href="https://links.test/page">Page</a></p>' }],
    settings: { window_start: '00:00', window_end: '23:59' },
  });
  await world.runUntil(main.clock.now() + hour);
  const [intentId] = await idsOf('select id from intent where campaign_id = $1', [campaignId]);
  const [leadId] = await idsOf('select lead_id as id from enrolment where campaign_id = $1', [campaignId]);
  await main.test.query(`update campaign set status = 'PAUSED', next_trigger_at = null where id = $1`, [campaignId]);
  await main.asClient(campaignsContract, me).deleteCampaign({ params: { campaignId } });

  const activity = {
    intentId: BigInt(intentId as number),
    at: new Date(main.clock.now()),
    isMachine: false,
    evidence: {},
  };
  expect((await main.deps.db.systemSql((sql) => recordClick(sql, { ...activity, linkIndex: 0 })))?.url).toBe(
    'https://links.test/page',
  );
  await main.asClient(leadsContract, me).deleteLead({ params: { leadId: leadId as number } });
  expect(await main.deps.db.systemSql((sql) => recordUnsubscribe(sql, activity))).toEqual({
    workspaceId: me.workspaceId,
    email: address,
  });
  const again = await main.asClient(campaignLeadsContract, me).addLeads({
    params: { campaignId: await world.campaign({ mailboxIds: [mailboxId], leads: [] }) },
    body: { leads: [{ email: address as string }] },
  });
  expect(again.counts).toEqual({ UNSUBSCRIBED: 1 });
});

test('neither campaign nor lead is deleted while one of its mails is leaving', async () => {
  const { main, me } = world;
  const mailboxId = await world.connect('rosa@leaving.test');
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: addresses('leaving', 1),
    settings: { status: 'PAUSED', next_trigger_at: null },
  });
  const [enrolment] = await main.test.query<{ id: number; lead_id: number }>(
    'select id, lead_id from enrolment where campaign_id = $1',
    [campaignId],
  );
  await given(main).lead({ campaignId }).replied();
  await main.test.query(
    `
      insert into intent (
        workspace_id, campaign_id, enrolment_id, mailbox_id, state, slot_at, send_at, message_id, envelope_id,
          to_email, leased_until
      )
      values (
        $1, $2, $3, $4, 'SUBMITTING', now(), now(), '<leaving@leaving.test>', 'leaving', 'x@prospects.test',
          now() + interval '1 hour'
      )
    `,
    [me.workspaceId, campaignId, enrolment?.id, mailboxId],
  );
  await expect(main.asClient(campaignsContract, me).deleteCampaign({ params: { campaignId } })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await expect(
    main.asClient(leadsContract, me).deleteLead({ params: { leadId: enrolment?.lead_id as number } }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
});
