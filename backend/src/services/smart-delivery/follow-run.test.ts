import { auditContract } from '@skein/contracts/main/audit.contract';
import { noticesContract } from '@skein/contracts/main/notices.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { createPlacementWorld, minute, type PlacementWorld } from './testing';

let placement: PlacementWorld;
let stray: number;
let sound: number;
let campaignId: number;
let variantId: number;

beforeAll(async () => {
  placement = await createPlacementWorld();
  const { world } = placement;
  // Its mail leaves from an address that its SPF record does not name: it lands in spam.
  stray = await world.connect('lena@northlight-team.test', { min_time_to_wait_minutes: 1, message_per_day: 200 });
  sound = await world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 1, message_per_day: 200 });
  campaignId = await world.campaign({
    mailboxIds: [stray, sound],
    leads: Array.from({ length: 6 }, (_, index) => `silent.move${index}@prospects.test`),
    settings: { window_start: '00:00', window_end: '00:10' },
  });
  const [variant] = await query<{ id: number }>(
    'select v.id from step_variant v join sequence_step s on s.id = v.step_id where s.campaign_id = $1',
    [campaignId],
  );
  variantId = variant?.id as number;
  await query('update enrolment set mailbox_id = $2 where campaign_id = $1', [campaignId, stray]);
});
afterAll(() => placement.world.close());

const query = <Row extends object>(sql: string, values: unknown[]) => placement.world.main.test.query<Row>(sql, values);
const me = () => placement.world.me;
const client = () => placement.clientOf({ ...me().headers });
const startTest = (name: string, senders: number[], more: object) =>
  client().addTest({
    body: {
      name,
      type: 'manual',
      subject: 'A question about your docks',
      body_text: 'Hello Sam, do you plan the docks yourself? Reply with no to opt out.',
      sender_ids: senders,
      regions: ['Europe'],
      rest_below: 60,
      campaign_id: campaignId,
      variant_id: variantId,
      ...more,
    },
  });
const mailboxOf = async (id: number) =>
  (
    await query<{ resting_until: Date | null; message_per_day: number; placement: { scores: Record<string, number> } }>(
      'select resting_until, message_per_day, placement from mailbox where id = $1',
      [id],
    )
  )[0];
const history = async (kind: 'mailbox' | 'campaign') =>
  (await placement.world.main.asClient(auditContract, me()).listEntries({ query: { kind, limit: 50 } })).rows.filter(
    ({ changes }) => changes.some(({ field }) => field === 'reason'),
  );

test('a mailbox that falls rests, its leads move, people hear of it, and history and Why? give the reason', async () => {
  const { id } = await startTest('Docks', [stray, sound], { moves_leads: true, pauses_step: true, notifies: true });
  await placement.runFor(30);
  const report = await client().report({ params: { placementTestId: id } });
  const why = /^Placement of \d+% in run 1 of “Docks”, below 60%\.$/;
  expect(report.actions.map(({ mailbox, action }) => [mailbox, action])).toEqual([
    ['lena@northlight-team.test', 'rest'],
    ['lena@northlight-team.test', 'leads'],
    ['', 'notice'],
  ]);
  expect(report.actions[1]?.text).toMatch(/^6 leads of 1 campaign moved to other mailboxes\./);
  expect((await mailboxOf(stray))?.resting_until?.getTime()).toBeGreaterThan(
    placement.world.main.clock.now() + 6 * 24 * 60 * minute,
  );
  expect((await mailboxOf(sound))?.resting_until).toBeNull();
  const leads = await query<{ mailbox_id: number }>('select mailbox_id from enrolment where campaign_id = $1', [
    campaignId,
  ]);
  expect(new Set(leads.map(({ mailbox_id: mailbox }) => mailbox))).toEqual(new Set([sound]));

  const [rested] = await history('mailbox');
  expect(rested).toMatchObject({ via: 'system', object: { label: 'lena@northlight-team.test' } });
  expect(rested?.changes.find(({ field }) => field === 'reason')?.after).toMatch(why);
  const [moved] = await history('campaign');
  expect(moved).toMatchObject({ effect: { leads: 6 } });

  const explained = await placement.world.main.asClient(reviewContract, me()).explainMailbox({
    params: { campaignId, mailboxId: stray },
  });
  const resting = explained.checks.find(({ code }) => code === 'MAILBOX_RESTING');
  expect(resting?.facts['reason']).toMatch(why);

  const notices = await placement.world.main.asClient(noticesContract, me()).listNotices({ query: {} });
  expect(notices.rows.find(({ kind }) => kind === 'placement-fell')).toMatchObject({
    title: expect.stringMatching(/^Placement of lena@northlight-team\.test fell to \d+%$/),
    href: `/app/email-deliverability/smart-inbox/${id}/test/action-steps`,
  });
  // Final Review and matching by provider read the newest placement.
  expect(Object.keys((await mailboxOf(sound))?.placement.scores ?? {}).sort()).toEqual(['GMAIL', 'OTHER', 'OUTLOOK']);
});

test('where every mailbox falls, the limit is lowered and the step pauses, each once', async () => {
  await query('update mailbox set resting_until = null where id = $1', [stray]);
  const { id } = await startTest('Copy', [stray], { cap_to: 5, pauses_step: true });
  await placement.runFor(30);
  const report = await client().report({ params: { placementTestId: id } });
  expect(report.actions.map(({ action }) => action)).toEqual(['cap', 'step']);
  expect(report.actions[0]?.text).toMatch(/^Daily limit lowered from 200 to 5\. /);
  expect((await mailboxOf(stray))?.message_per_day).toBe(5);
  const [variant] = await query<{ is_paused: boolean }>('select is_paused from step_variant where id = $1', [
    variantId,
  ]);
  expect(variant?.is_paused).toBe(true);
  expect((await history('campaign')).some(({ changes }) => changes.some(({ field }) => field === 'step 1'))).toBe(true);
  const [lead] = await query<{ id: number }>('select id from enrolment where campaign_id = $1 limit 1', [campaignId]);
  const explained = await placement.world.main.asClient(reviewContract, me()).explainLead({
    params: { campaignId, enrolmentId: lead?.id as number },
  });
  expect(explained.checks.find(({ code }) => code === 'NO_VARIANT')?.facts['reason']).toMatch(
    /^Every mailbox of run 1 of “Copy” was placed below 60%\.$/,
  );
  await client().runAgain({ params: { placementTestId: id } });
  placement.world.main.clock.set(placement.world.main.clock.now() + 25 * 60 * minute);
  await placement.runFor(30);
  expect((await client().report({ params: { placementTestId: id } })).actions).toEqual([]);
});

test('a mailbox that has to be low in two runs in a row rests after the second, and a test has a pass mark of its own', async () => {
  const low = await placement.world.connect('amir@northlight-team.test', {
    min_time_to_wait_minutes: 1,
    message_per_day: 200,
  });
  const { id } = await startTest('Twice', [low], {
    below_runs: 2,
    pass_percent: 1,
    rest_below: 99,
    campaign_id: null,
    variant_id: null,
  });
  const params = { placementTestId: id };
  await placement.runFor(30);
  expect(await client().report({ params })).toMatchObject({ run: 1, actions: [], pass_percent: 1, below_runs: 2 });
  expect((await client().report({ params })).latest.score).toBeLessThan(85);
  expect((await client().tests({ query: { search: 'twi' } })).rows).toMatchObject([{ id, status: 'PASS' }]);
  expect((await client().tests({ query: { search: 'twi', status: 'FAIL' } })).rows).toEqual([]);
  expect(await client().tests({ query: { status: 'PASS', limit: 1 } })).toMatchObject({ rows: [{ id }] });
  expect((await mailboxOf(low))?.resting_until).toBeNull();
  placement.world.main.clock.set(placement.world.main.clock.now() + 25 * 60 * minute);
  await client().runAgain({ params });
  await placement.runFor(30);
  const [action] = (await client().report({ params })).actions;
  expect(action).toMatchObject({ mailbox: 'amir@northlight-team.test', action: 'rest' });
  expect(action?.text).toMatch(/in run 2 of “Twice”, below 99% in 2 runs in a row\.$/);
});
