import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { wireApi } from '#public-api/v1/testing';
import { createSubsequenceWorld, type SubsequenceWorld } from './testing';
import { given } from '#lifecycle/lead-state/testing';

const day = 24 * 3_600_000;
let world: SubsequenceWorld;
const at = (name: string) => `${name}@alder.test`;

beforeAll(async () => {
  world = await createSubsequenceWorld({ leads: ['one', 'two', 'three', 'four', 'five', 'gone'].map(at) });
  await world.sendFirst(2);
});
afterAll(async () => {
  await world.close();
});

const idOf = async (name: string) => (await world.enrolment(at(name), world.parentId))?.id as number;

test('is made as a draft with the schedule and the mailboxes of its parent, and has no subsequences itself', async () => {
  const made = await world.api().createSubsequence({ params: { campaignId: world.parentId }, body: { name: 'Made' } });
  expect(made).toMatchObject({
    status: 'DRAFTED',
    parent_campaign_id: world.parentId,
    mailbox_count: 1,
    schedule: { start_hour: '08:00', is_saved: true },
    missing: { import_leads: [] },
  });
  await expect(world.api().createSubsequence({ params: { campaignId: made.id }, body: {} })).rejects.toThrow(
    'subsequence itself',
  );
  await expect(
    world.api().createSubsequence({
      params: { campaignId: world.parentId },
      body: { triggers: [{ kind: 'CATEGORY', category_ids: [4] }] },
    }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
  await expect(
    world.api().saveRule({
      params: { subsequenceId: made.id },
      body: { triggers: [{ kind: 'CATEGORY', category_ids: [99_999] }] },
    }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
  await expect(world.api().getRule({ params: { subsequenceId: world.parentId } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const rule = await world.api().saveRule({
    params: { subsequenceId: made.id },
    body: {
      triggers: [{ kind: 'REPLY_TEXT', phrases: ['price'], match_all: false, seq_number: null }],
      delay_seconds: 3600,
    },
  });
  expect(rule).toMatchObject({
    delay_seconds: 3600,
    stop_on_parent_reply: true,
    parent: { id: world.parentId, step_count: 2 },
    triggers: [{ kind: 'REPLY_TEXT', phrases: ['price'] }],
  });
  const copy = await world.world.main
    .asClient(campaignsContract, world.world.me)
    .duplicateCampaign({ params: { campaignId: world.parentId }, body: { duplicate_sub_sequence: true } });
  const copied = (await world.api().listSubsequences({ params: { campaignId: copy.id } })).rows;
  expect(copied.map((row) => row.rule.triggers)).toContainEqual(rule.triggers);
  const other = await world.world.main.signIn();
  await expect(
    world.world.main.asClient(campaignsContract, other).getCampaign({ params: { campaignId: made.id } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a person pushes leads manually: once each, never somebody who unsubscribed, and the reserved email of the parent is cancelled', async () => {
  const id = await world.start('Manually', []);
  await world.query(`update lead set is_unsubscribed = true where email = $1`, [at('gone')]);
  const push = (enrolmentIds: number[]) =>
    world.api().pushLeads({
      params: { subsequenceId: id },
      body: { selection: { enrolment_ids: enrolmentIds }, delay_seconds: 86_400 },
    });
  expect(await push([await idOf('one'), await idOf('gone')])).toMatchObject({
    changed: 1,
    unchanged: 1,
    reasons: [{ reason: 'Unsubscribed, bounced or on the block list', count: 1 }],
  });
  expect(await push([await idOf('one')])).toMatchObject({
    changed: 0,
    unchanged: 1,
    reasons: [{ reason: 'In the subsequence already' }],
  });
  expect(await world.enrolment(at('one'), world.parentId)).toMatchObject({ status: 'COMPLETED', reason: 'PUSHED' });
  const resumed = await world.world.main.asClient(campaignLeadsContract, world.world.me).resumeLeads({
    params: { campaignId: world.parentId },
    body: { selection: { enrolment_ids: [await idOf('one')] } },
  });
  expect(resumed).toMatchObject({ changed: 0, reasons: [{ reason: 'Continues in a subsequence', count: 1 }] });
  const { rows, total } = await world.api().listPushes({ params: { subsequenceId: id }, query: {} });
  expect(total).toBe(2);
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'MANUAL', outcome: 'SKIPPED', skip_reason: 'SUPPRESSED' }),
      expect.objectContaining({
        outcome: 'PUSHED',
        status: 'STARTED',
        lead: expect.objectContaining({ email: at('one') }),
      }),
    ]),
  );
  // Taken out and pushed again: a person may, a trigger may not.
  await world.world.main.asClient(campaignLeadsContract, world.world.me).removeLeads({
    params: { campaignId: id },
    body: { selection: { enrolment_ids: [(await world.enrolment(at('one'), id))?.id as number] } },
  });
  expect(await push([await idOf('one')])).toMatchObject({ changed: 1 });
});

test('a reply to the subsequence stops it, its siblings, and the parent that somebody had resumed; an ignored reply lets them go on', async () => {
  const first = await world.start('First', [], { subject: 'First' });
  const second = await world.start('Second', []);
  const free = await world.start('Resumes', [], { stop_on_parent_reply: false });
  for (const id of [first, second, free])
    await world.api().pushLeads({
      params: { subsequenceId: id },
      body: { selection: { enrolment_ids: [await idOf('two')] }, delay_seconds: id === first ? 0 : 5 * 86_400 },
    });
  await world.world.runUntil(world.world.main.clock.now() + day);
  await given(world.world.main)
    .lead(await idOf('two'))
    .resumed();
  await world.reply(at('two'), 'Please leave it.', first);
  expect(await world.enrolment(at('two'), first)).toMatchObject({ reason: 'REPLIED' });
  expect(await world.enrolment(at('two'), second)).toMatchObject({ status: 'STOPPED', reason: 'PARENT_REPLIED' });
  expect(await world.enrolment(at('two'), world.parentId)).toMatchObject({ status: 'STOPPED', reason: 'REPLIED' });
  expect(await world.enrolment(at('two'), free)).toMatchObject({ status: 'STARTED' });
  const [message] = await world.query<{ id: string }>(
    `
      select m.id
      from message m
      join enrolment e on e.id = m.enrolment_id
      where e.campaign_id = $1 and m.direction = 'in'
    `,
    [first],
  );
  await world.world.main
    .asClient(inboxContract, world.world.me)
    .ignoreReply({ params: { messageId: Number(message?.id) } });
  expect(await world.enrolment(at('two'), second)).toMatchObject({ status: 'STARTED', reason: null });
});

test('the lead keeps its mailbox only where the subsequence has it, and is never in two mailboxes of one thread', async () => {
  const other = await world.world.connect('dan@northlight.test', { message_per_day: 500, min_time_to_wait_minutes: 0 });
  const id = await world.start('Elsewhere', [], { subject: 'From Dan' });
  await world.query('delete from campaign_mailbox where campaign_id = $1', [id]);
  await world.query('insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id) values ($1, $2, $3)', [
    world.world.me.workspaceId,
    id,
    other,
  ]);
  await world
    .api()
    .pushLeads({ params: { subsequenceId: id }, body: { selection: { enrolment_ids: [await idOf('three')] } } });
  expect(await world.enrolment(at('three'), id)).toMatchObject({ mailbox_id: null });
  await world.world.runUntil(world.world.main.clock.now() + day);
  expect(await world.sentIntent(at('three'), id)).toMatchObject({
    mailbox_id: other,
    in_reply_to: null,
    references: [],
  });
});

test('API v1 makes a subsequence in both spellings and pushes a lead with a delay in seconds', async () => {
  const api = await wireApi(world.world.main, world.world.me);
  const made = (
    await api('POST', '/campaigns/create-subsequence', {
      parent_campaign_id: world.parentId,
      subsequence_name: 'Wire',
      condition_events: [{ event: 'replied' }, { type: 'LEAD_CATEGORY', category_id: '1' }, 'opened'],
    })
  ).json as { id: number; subsequence_id: number; ok: true };
  expect(made).toMatchObject({ ok: true, success: true, name: 'Wire', subsequence_id: made.id });
  expect((await world.api().getRule({ params: { subsequenceId: made.id } })).triggers).toEqual([
    { kind: 'REPLY', seq_number: null },
    { kind: 'CATEGORY', category_ids: [1] },
    { kind: 'OPEN', seq_number: null },
  ]);
  const other = (
    await api('POST', `/campaigns/${world.parentId}/create-subsequence`, {
      name: 'Other',
      trigger: 'NO_REPLY',
      trigger_seq_number: 2,
    })
  ).json as { id: number };
  expect((await world.api().getRule({ params: { subsequenceId: other.id } })).triggers).toEqual([
    { kind: 'RE_ENGAGEMENT', silence_days: 7 },
  ]);
  expect(
    (
      await api('POST', '/campaigns/create-subsequence', {
        parent_campaign_id: world.parentId,
        condition_events: [{ event: 'dances' }],
      })
    ).status,
  ).toBe(400);
  expect(
    (
      await api('POST', '/master-inbox/push-to-subsequence', {
        email_lead_map_id: await idOf('four'),
        sub_sequence_id: made.id,
        sub_sequence_delay_time: '7200',
        stop_lead_on_parent_campaign_reply: true,
      })
    ).json,
  ).toMatchObject({ ok: true });
  const placed = await world.enrolment(at('four'), made.id);
  expect((placed?.next_due_at as Date).getTime()).toBe(world.world.main.clock.now() + 7_200_000);
  expect(
    (
      await api('POST', '/master-inbox/push-to-subsequence', {
        email_lead_map_id: await idOf('gone'),
        sub_sequence_id: made.id,
      })
    ).status,
  ).toBe(409);
  expect(
    (
      await api('POST', '/master-inbox/push-to-subsequence', {
        email_lead_map_id: await idOf('five'),
        sub_sequence_id: 999_999,
      })
    ).status,
  ).toBe(404);
});
