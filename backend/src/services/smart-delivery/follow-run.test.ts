import { auditContract } from '@skein/contracts/main/audit.contract';
import { mailboxChangesContract } from '@skein/contracts/main/mailbox-changes.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
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
  expect(await actionsOfNextRun(id)).toEqual([]);
});

/** What the next run brought about, day by day until it is settled: a low daily limit spreads its emails over several. */
async function actionsOfNextRun(
  id: number,
  beside?: () => Promise<unknown>,
): Promise<readonly { mailbox: string; action: string; text: string }[]> {
  await client().runAgain({ params: { placementTestId: id } });
  for (let isSettled = false; !isSettled;) {
    placement.world.main.clock.set(placement.world.main.clock.now() + 25 * 60 * minute);
    await placement.runFor(30, beside);
    const open = await query('select from placement_run where test_id = $1 and settled_at is null', [id]);
    isSettled = open.length === 0;
  }
  return (await client().report({ params: { placementTestId: id } })).actions;
}
/** Any email in an inbox is good enough from now on. */
const asksLittle = (id: number) => query('update placement_test set rest_below = 1 where id = $1', [id]);
/** The filters of the seeds have grown kind: what they found in open runs of a test so far is in the inbox. */
const kindly = (id: number) => () =>
  query(
    `update placement_mail set landed = 'INBOX'
     where landed = 'SPAM' and run_id in (select id from placement_run where test_id = $1 and settled_at is null)`,
    [id],
  );
const variantOf = async () =>
  (
    await query<{ is_paused: boolean; pause_reason: string | null }>(
      'select v.is_paused, s.pause_reason from step_variant v join sequence_step s on s.id = v.step_id where v.id = $1',
      [variantId],
    )
  )[0];

test('a mailbox that is placed well again gets its limit back, its step resumes, and settling again changes nothing', async () => {
  const id = (await client().tests({ query: { search: 'Copy' } })).rows[0]?.id as number;
  await asksLittle(id);
  const actions = await actionsOfNextRun(id, kindly(id));
  expect(actions.map(({ action }) => action)).toEqual(['cap-restored', 'step-resumed']);
  expect(actions[0]?.text).toMatch(
    /^Daily limit restored from 5 to 200\. Placement of \d+% in run 3 of “Copy”, at least 1%\.$/,
  );
  expect(actions[1]?.text).toMatch(
    /^Resumed step 1 of .*\. Not every mailbox of run 3 of “Copy” was placed below 1%\.$/,
  );
  const recovered = await mailboxOf(stray);
  expect(recovered?.message_per_day).toBe(200);
  expect(recovered?.placement).not.toHaveProperty('cap');
  expect(recovered?.placement).toHaveProperty('scores');
  expect(await variantOf()).toEqual({ is_paused: false, pause_reason: null });
  expect((await history('campaign'))[0]?.changes.find(({ field }) => field === 'step 1')).toMatchObject({
    before: 'paused',
    after: 'on',
  });
  await query('update mailbox set message_per_day = 5 where id = $1', [stray]);
  await query('update placement_run set settled_at = null where test_id = $1', [id]);
  await placement.runFor(2);
  expect((await mailboxOf(stray))?.message_per_day).toBe(5);
  await query('update mailbox set message_per_day = 200 where id = $1', [stray]);
});

test('what a person changed meanwhile stays when a mailbox recovers', async () => {
  const { id } = await startTest('Mine', [stray], { cap_to: 50, pauses_step: true });
  await placement.runFor(30);
  expect((await mailboxOf(stray))?.message_per_day).toBe(50);
  expect((await variantOf())?.is_paused).toBe(true);
  await query('update mailbox set message_per_day = 120 where id = $1', [stray]);
  // Saving the sequence takes the reason away: the pause is the person's from then on.
  await query('update sequence_step set pause_reason = null where campaign_id = $1', [campaignId]);
  await asksLittle(id);
  expect(await actionsOfNextRun(id, kindly(id))).toEqual([]);
  expect((await mailboxOf(stray))?.message_per_day).toBe(120);
  expect((await variantOf())?.is_paused).toBe(true);
  await query('update mailbox set message_per_day = 200 where id = $1', [stray]);
});

test('a rest ends with the test that caused it, not with another', async () => {
  const { id } = await startTest('Rest', [stray], {});
  await placement.runFor(30);
  const rested = (await mailboxOf(stray))?.resting_until as Date;
  expect(rested.getTime()).toBeGreaterThan(placement.world.main.clock.now());
  const other = await startTest('Other', [stray], {});
  await asksLittle(other.id);
  await placement.runFor(30, kindly(other.id));
  expect((await client().report({ params: { placementTestId: other.id } })).actions).toEqual([]);
  expect((await mailboxOf(stray))?.resting_until).toEqual(rested);
  await asksLittle(id);
  const [action] = await actionsOfNextRun(id, kindly(id));
  expect(action).toMatchObject({ mailbox: 'lena@northlight-team.test', action: 'rest-ended' });
  expect(action?.text).toMatch(/^Resumed sending, instead of resting until .*\. Placement of \d+% in run 2 of “Rest”/);
  expect((await mailboxOf(stray))?.resting_until).toBeNull();
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

test('a rule that is switched off lets go of what it did, without another run', async () => {
  const low = await placement.world.connect('nora@northlight-team.test', {
    min_time_to_wait_minutes: 1,
    message_per_day: 200,
  });
  const { id } = await startTest('Off', [low], { cap_to: 7, rest_below: 99, campaign_id: null, variant_id: null });
  await placement.runFor(30);
  expect((await mailboxOf(low))?.message_per_day).toBe(7);
  await client().changeTest({ params: { placementTestId: id }, body: { rest_below: null } });
  await placement.runFor(1);
  expect((await mailboxOf(low))?.message_per_day).toBe(200);
  expect((await history('mailbox'))[0]?.changes).toContainEqual(
    expect.objectContaining({ field: 'reason', after: '“Off” no longer follows falling placement.' }),
  );
});

test('what a test did ends with its schedule, when no run is left in which a mailbox could recover', async () => {
  await query('update step_variant set is_paused = false where id = $1', [variantId]);
  const low = await placement.world.connect('ends@northlight-team.test', {
    min_time_to_wait_minutes: 1,
    message_per_day: 200,
  });
  const ends = placement.world.main.clock.now() + 20 * 60 * minute;
  const { id } = await startTest('Scheduled', [low], {
    ...{ type: 'auto', every_days: 1, ends_at: new Date(ends).toISOString() },
    ...{ cap_to: 8, rest_below: 99, pauses_step: true },
  });
  await placement.runFor(30);
  expect((await mailboxOf(low))?.message_per_day).toBe(8);
  expect((await variantOf())?.is_paused).toBe(true);
  placement.world.main.clock.set(ends);
  await placement.runFor(1);
  expect((await mailboxOf(low))?.message_per_day).toBe(200);
  expect(await variantOf()).toEqual({ is_paused: false, pause_reason: null });
  // Settled again, its last run changes nothing any more.
  await query('update placement_run set settled_at = null where test_id = $1', [id]);
  await placement.runFor(1);
  expect((await mailboxOf(low))?.message_per_day).toBe(200);
});

test.each(['is_stopped', 'deleted'])(
  'what a test did ends although the process died right after it was %s',
  async (end) => {
    await query('update step_variant set is_paused = false where id = $1', [variantId]);
    const [capped, rested] = [
      await placement.world.connect(`capped-${end}@northlight-team.test`, { message_per_day: 200 }),
      await placement.world.connect(`rested-${end}@northlight-team.test`, { message_per_day: 200 }),
    ];
    const { id } = await startTest(`Dies ${end}`, [capped], {});
    await query(`update placement_mail set state = 'CANCELLED' where state = 'PLANNED'`, []);
    const { actions } = placement.deps;
    const { workspaceId } = me();
    const cause = { testId: id, why: `Placement fell ${end}` };
    expect(await actions.lowerCap(workspaceId, capped, 9, cause)).toBe(200);
    expect(await actions.rest(workspaceId, rested, 7, cause)).not.toBeNull();
    expect(await actions.pauseStep(workspaceId, { campaignId, variantId }, cause)).not.toBeNull();
    // As the request that ends it commits; what it does next never comes.
    await query(
      end === 'deleted'
        ? 'delete from placement_test where id = $1'
        : 'update placement_test set is_stopped = true where id = $1',
      [id],
    );
    await placement.runFor(1);
    expect((await mailboxOf(capped))?.message_per_day).toBe(200);
    expect((await mailboxOf(rested))?.resting_until).toBeNull();
    expect(await variantOf()).toEqual({ is_paused: false, pause_reason: null });
  },
);

test('once a test is stopped, nothing that a run of it began is done any more', async () => {
  await query('update step_variant set is_paused = false where id = $1', [variantId]);
  const low = await placement.world.connect('stops@northlight-team.test', { message_per_day: 200 });
  const { id } = await startTest('Stops', [low], {});
  await query('update enrolment set mailbox_id = $2 where campaign_id = $1', [campaignId, low]);
  await client().stop({ params: { placementTestId: id } });
  const { actions } = placement.deps;
  const { workspaceId } = me();
  const cause = { testId: id, why: 'Too late' };
  expect(await actions.lowerCap(workspaceId, low, 9, cause)).toBeNull();
  expect(await actions.rest(workspaceId, low, 7, cause)).toBeNull();
  expect(await actions.pauseStep(workspaceId, { campaignId, variantId }, cause)).toBeNull();
  expect(await actions.moveLeads(workspaceId, low, [low], cause)).toEqual({ moved: 0, campaigns: 0, stayed: 0 });
  expect(await mailboxOf(low)).toMatchObject({ message_per_day: 200, resting_until: null });
  expect((await variantOf())?.is_paused).toBe(false);
  await query('update enrolment set mailbox_id = $2 where campaign_id = $1', [campaignId, stray]);
});

test('whoever stops a test waits for the action that is being taken, and ends it', async () => {
  const low = await placement.world.connect('races@northlight-team.test', { message_per_day: 200 });
  const { id } = await startTest('Races', [low], {});
  const { workspaceId } = me();
  const cause = { testId: id, why: 'Just in time' };
  for (let time = 0; time < 3; time += 1) {
    await query('update placement_test set is_stopped = false where id = $1', [id]);
    await Promise.all([
      placement.deps.actions.lowerCap(workspaceId, low, 9, cause),
      client().stop({ params: { placementTestId: id } }),
    ]);
    expect((await mailboxOf(low))?.message_per_day).toBe(200);
  }
});

test('a limit that a person sets stays when a mailbox recovers, also where it is the number of the test', async () => {
  const low = await placement.world.connect('own@northlight-team.test', { message_per_day: 200 });
  const { id } = await startTest('Own', [low], {});
  const { workspaceId } = me();
  const cause = { testId: id, why: 'Placement fell' };
  const mailboxes = placement.world.main.asClient(mailboxesContract, me());
  const changes = placement.world.main.asClient(mailboxChangesContract, me());
  const bulk = async (message_per_day: number) => {
    await changes.startMailboxChange({ body: { selection: { mailbox_ids: [low] }, change: { message_per_day } } });
    await placement.world.main.runJobs();
  };
  const writes = {
    single: (limit: number) => mailboxes.update({ params: { mailboxId: low }, body: { message_per_day: limit } }),
    bulk,
  };
  for (const write of Object.values(writes)) {
    await query(`update mailbox set message_per_day = 200, placement = '{}' where id = $1`, [low]);
    expect(await placement.deps.actions.lowerCap(workspaceId, low, 9, cause)).toBe(200);
    await write(9);
    expect(await placement.deps.actions.recover(workspaceId, low, cause)).toBeNull();
    expect((await mailboxOf(low))?.message_per_day).toBe(9);
  }
  // A setting that says nothing of the limit leaves it to the test.
  await query(`update mailbox set message_per_day = 200, placement = '{}' where id = $1`, [low]);
  await placement.deps.actions.lowerCap(workspaceId, low, 9, cause);
  await mailboxes.update({ params: { mailboxId: low }, body: { from_name: 'Nora' } });
  await placement.deps.actions.recover(workspaceId, low, cause);
  expect((await mailboxOf(low))?.message_per_day).toBe(200);
});

test.each(['stop', 'deleteTest'] as const)('what a test did ends with it: %s', async (end) => {
  await query('update step_variant set is_paused = false where id = $1', [variantId]);
  const low = await placement.world.connect(`${end.toLowerCase()}@northlight-team.test`, {
    min_time_to_wait_minutes: 1,
    message_per_day: 200,
  });
  const rule = { cap_to: 6, rest_below: 99, pauses_step: true };
  const { id } = await startTest(`Ends by ${end}`, [low], rule);
  await placement.runFor(30);
  expect((await mailboxOf(low))?.message_per_day).toBe(6);
  expect((await variantOf())?.is_paused).toBe(true);
  await client()[end]({ params: { placementTestId: id } });
  expect((await mailboxOf(low))?.message_per_day).toBe(200);
  expect(await variantOf()).toEqual({ is_paused: false, pause_reason: null });
  expect((await history('mailbox'))[0]?.changes).toContainEqual(
    expect.objectContaining({ field: 'reason', after: `“Ends by ${end}” no longer follows falling placement.` }),
  );
});

test('a run that was on its way when its test was stopped changes nothing', async () => {
  const low = await placement.world.connect('late@northlight-team.test', {
    min_time_to_wait_minutes: 1,
    message_per_day: 200,
  });
  const { id } = await startTest('Stopped', [low], { cap_to: 6, rest_below: 99 });
  await placement.runFor(2);
  await client().stop({ params: { placementTestId: id } });
  await placement.runFor(30);
  const [run] = await query<{ settled_at: Date | null }>('select settled_at from placement_run where test_id = $1', [
    id,
  ]);
  expect(run?.settled_at).not.toBeNull();
  expect((await mailboxOf(low))?.message_per_day).toBe(200);
});
