import { createPlacementWorld, minute, type PlacementWorld } from './testing';

let placement: PlacementWorld;
let mailbox: number;
const day = 1_440 * minute;

beforeAll(async () => {
  placement = await createPlacementWorld();
  mailbox = await placement.world.connect('rosa@northlight.test', {
    min_time_to_wait_minutes: 1,
    message_per_day: 500,
  });
});
afterAll(() => placement.world.close());

const client = (headers: Record<string, string> = { ...placement.world.me.headers }) => placement.clientOf(headers);
const now = () => placement.world.main.clock.now();
const add = async (more: object = {}) => {
  const { id } = await client().addTest({
    body: {
      name: 'Docks',
      type: 'auto',
      subject: 'A question',
      body_text: 'Hello Sam, how do you plan the docks?',
      sender_ids: [mailbox],
      regions: ['Europe'],
      every_days: 7,
      ...more,
    },
  });
  return { placementTestId: id };
};

test('a test is renamed and moved, and everything that is not named stays', async () => {
  const params = await add();
  const before = await client().testSettings({ params });
  const { id: folder } = await client().addFolder({ body: { name: 'Before launch' } });
  await client().changeTest({ params, body: { name: ' Docks, west ', folder_id: folder, description: 'For Kim' } });
  const after = await client().testSettings({ params });
  expect(after.test).toEqual({ ...before.test, name: 'Docks, west', folder_id: folder, description: 'For Kim' });
  expect((await client().tests({ query: { folder_id: folder } })).rows.map(({ name }) => name)).toEqual([
    'Docks, west',
  ]);
  await client().changeTest({ params, body: { folder_id: null } });
  expect((await client().tests({ query: { folder_id: folder } })).rows).toEqual([]);
  await expect(client().changeTest({ params, body: { folder_id: folder + 100 } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a changed schedule plans the next run anew, from now on', async () => {
  const params = await add();
  const nextRun = async () => Date.parse((await client().report({ params })).next_run_at ?? '');
  expect(await nextRun()).toBe(now() + 7 * day);
  await client().changeTest({ params, body: { every_days: 2 } });
  expect(await nextRun()).toBe(now() + 2 * day);
  await client().changeTest({ params, body: { pass_percent: 60, rest_below: 40, below_runs: 3, notifies: true } });
  expect(await nextRun()).toBe(now() + 2 * day);

  // Tuesdays at nine in Chicago: the days give way to the cron schedule.
  await client().changeTest({ params, body: { cron: '0 9 * * 2', time_zone: 'America/Chicago' } });
  expect(new Date(await nextRun())).toEqual(new Date('2026-11-17T15:00:00Z'));
  expect((await client().testSettings({ params })).test).toMatchObject({
    every_days: null,
    cron: '0 9 * * 2',
    pass_percent: 60,
    rest_below: 40,
    below_runs: 3,
    notifies: true,
  });
  const refused = (body: object) => expect(client().changeTest({ params, body })).rejects;
  await refused({ cron: '* * * * *' }).toMatchObject({ details: [{ field: 'cron' }] });
  await refused({ every_days: null }).toMatchObject({ details: [{ field: 'every_days' }] });
  await refused({ ends_at: '2026-01-01T00:00:00Z' }).toMatchObject({ details: [{ field: 'ends_at' }] });
  await refused({ pauses_step: true }).toMatchObject({ details: [{ field: 'pauses_step' }] });
  await refused({ name: '' }).toMatchObject({ code: 'VALIDATION' });

  // A later end does not put off the run that is planned.
  const planned = await nextRun();
  placement.world.main.clock.set(now() + 60 * minute);
  await client().changeTest({ params, body: { ends_at: new Date(now() + 90 * day).toISOString() } });
  expect(await nextRun()).toBe(planned);
});

test('a rule pauses a step only for people who see its campaign', async () => {
  const { world } = placement;
  const campaignId = await world.campaign({ mailboxIds: [mailbox], leads: ['ada@prospects.test'] });
  const [variant] = await world.main.test.query<{ id: number }>(
    'select v.id from step_variant v join sequence_step s on s.id = v.step_id where s.campaign_id = $1',
    [campaignId],
  );
  const params = await add({ campaign_id: campaignId, variant_id: variant?.id, body_html: '<p>Hello</p>' });
  const member = await world.main.signIn({ workspaceId: world.me.workspaceId, role: 'LIMITED_FULL_MEMBER_ACCESS' });
  await world.main.test.query('update mailbox set created_by = $1 where id = $2', [member.userId, mailbox]);
  const theirs = client({ ...member.headers });
  const pause = () => theirs.changeTest({ params, body: { pauses_step: true } });
  await expect(pause()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await world.main.test.query('update campaign set created_by = $1 where id = $2', [member.userId, campaignId]);
  await pause();
  expect((await client().testSettings({ params })).test.pauses_step).toBe(true);
});

test('somebody’s own test of a campaign that is gone pauses no step', async () => {
  const { world } = placement;
  const campaignId = await world.campaign({ mailboxIds: [mailbox], leads: ['bob@prospects.test'] });
  const [variant] = await world.main.test.query<{ id: number }>(
    'select v.id from step_variant v join sequence_step s on s.id = v.step_id where s.campaign_id = $1',
    [campaignId],
  );
  const params = await add({ campaign_id: campaignId, variant_id: variant?.id, body_html: '<p>Hello</p>' });
  await world.main.test.query('delete from campaign where id = $1', [campaignId]);
  await client().changeTest({ params, body: { notifies: true } });
  await expect(client().changeTest({ params, body: { pauses_step: true } })).rejects.toMatchObject({
    details: [{ field: 'pauses_step' }],
  });
});

test('a paused or stopped test keeps its schedule changes, and runs no sooner for them', async () => {
  const paused = await add();
  await client().pause({ params: paused });
  await client().changeTest({ params: paused, body: { every_days: 1 } });
  expect(await client().report({ params: paused })).toMatchObject({ is_paused: true, next_run_at: null });
  await client().resume({ params: paused });
  expect(Date.parse((await client().report({ params: paused })).next_run_at ?? '')).toBe(now() + day);

  const stopped = await add();
  await client().stop({ params: stopped });
  await client().changeTest({ params: stopped, body: { every_days: 3 } });
  expect(await client().report({ params: stopped })).toMatchObject({ is_stopped: true, next_run_at: null });
});

test('a schedule that had ended takes a monitor of the plan when it goes on', async () => {
  const params = await add({ every_days: 30, ends_at: new Date(now() + 10 * day).toISOString() });
  expect((await client().report({ params })).next_run_at).toBeNull();
  const { monitors } = await client().choices({});
  const { test, deps } = placement.world.main;
  const { workspaceId } = placement.world.me;
  await deps.db.systemSql((sql) =>
    sql.query('update workspace set monitor_limit = $2 where id = $1', [workspaceId, monitors.used]),
  );
  await expect(client().changeTest({ params, body: { ends_at: null } })).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
  });
  // What leaves the schedule alone needs no room.
  await client().changeTest({ params, body: { name: 'Ended' } });
  await test.query('update workspace set monitor_limit = null where id = $1', [workspaceId]);
  await client().changeTest({ params, body: { ends_at: null } });
  expect((await client().choices({})).monitors.used).toBe(monitors.used + 1);
});

test('a manual test has no schedule, and its settings make a copy of it', async () => {
  const params = await add({ type: 'manual', every_days: null, rest_below: 50, regions: [], providers: [] });
  await expect(client().changeTest({ params, body: { every_days: 2 } })).rejects.toMatchObject({
    details: [{ field: 'every_days' }],
  });
  const { test, campaign } = await client().testSettings({ params });
  expect(test).toMatchObject({ type: 'manual', subject: 'A question', sender_ids: [mailbox], rest_below: 50 });
  // All seeds, however many there will be.
  expect([test.seed_groups, campaign]).toEqual([[], null]);
  const { id } = await client().addTest({ body: { ...test, name: 'Copy' } });
  const copy = await client().testSettings({ params: { placementTestId: id } });
  expect(copy.test).toEqual({ ...test, name: 'Copy' });
});

test('a copy of a test says how many of its seeds and mailboxes are gone, and never takes all seeds instead', async () => {
  const { world } = placement;
  const gone = await world.connect('gone@northlight.test');
  const params = await add({
    type: 'manual',
    every_days: null,
    providers: ['GMX stand-in'],
    sender_ids: [mailbox, gone],
  });
  const other = await add({ type: 'manual', every_days: null, providers: ['Zoho stand-in', 'GMX stand-in'] });
  expect((await client().testSettings({ params })).gone).toEqual({ seeds: 0, mailboxes: 0 });
  await world.main.test.query(`update placement_seed set is_active = false where provider = 'GMX stand-in'`);
  await world.main.test.query('update mailbox set deleted_at = now() where id = $1', [gone]);
  const left = await client().testSettings({ params });
  expect(left.gone).toEqual({ seeds: 1, mailboxes: 1 });
  expect(left.test).toMatchObject({
    sender_ids: [mailbox],
    seed_groups: [{ provider: 'GMX stand-in', region: 'Europe' }],
  });
  await expect(client().addTest({ body: { ...left.test, name: 'Copy' } })).rejects.toMatchObject({
    details: [{ field: 'providers', message: 'matches no seed' }],
  });
  // Those that are left are enough for a copy.
  const some = await client().testSettings({ params: other });
  expect(some.gone).toEqual({ seeds: 1, mailboxes: 0 });
  const { id } = await client().addTest({ body: { ...some.test, name: 'Copy' } });
  expect((await client().testSettings({ params: { placementTestId: id } })).gone.seeds).toBe(0);
  await world.main.test.query(`update placement_seed set is_active = true where provider = 'GMX stand-in'`);
});

test('nobody changes or copies a test of another workspace', async () => {
  const params = await add();
  const other = await placement.world.main.signIn();
  const theirs = client({ ...other.headers });
  const refused = { code: expect.stringMatching(/NOT_FOUND|FORBIDDEN/) as string };
  await expect(theirs.changeTest({ params, body: { name: 'Mine' } })).rejects.toMatchObject(refused);
  await expect(theirs.testSettings({ params })).rejects.toMatchObject(refused);
});
