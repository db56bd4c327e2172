import { reviewContract } from '@skein/contracts/main/review.contract';

import { createSendingWorld, type SendingWorld } from './testing';
import { rulesIn } from './testing/rules-world';

/** What halts a campaign or a part of its leads, in campaigns that really run. */
const hour = 3_600_000;
const day = 24 * hour;
let world: SendingWorld;

const { box, people, sql, sent, next, step, opener, hourly, inbound } = rulesIn(() => world);

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());
// A campaign of one test must not use mailboxes' time, or the plan's e-mails, in the next.
afterEach(async () => {
  await world.main.test.query(`update campaign set status = 'PAUSED' where status = 'ACTIVE'`);
});

test('automatic replies: ignored, or the sequence waits for the day of return, or for a delay', async () => {
  const start = next(1) + 7 * hour;
  world.main.clock.set(start);
  const settings = (autoReactivateOOO: boolean, reactivateOOOwithDelay: number | null) => ({
    ...hourly,
    out_of_office: JSON.stringify({
      ignoreOOOasReply: true,
      autoReactivateOOO,
      reactivateOOOwithDelay,
      autoCategorizeOOO: false,
    }),
  });
  const make = async (given: Record<string, unknown>) =>
    world.campaign({
      mailboxIds: [await box()],
      leads: people(1),
      steps: [opener, step({ days: 1 })],
      settings: given,
    });
  const [ignored, dated, delayed] = [
    await make(settings(false, null)),
    await make(settings(true, 7)),
    await make(settings(true, 3)),
  ];
  await world.runUntil(start + 3 * hour);
  const returnAt = Math.floor(start / day) * day + 5 * day;
  for (const [campaignId, back] of [
    [ignored, returnAt],
    [dated, returnAt],
    [delayed, null],
  ] as const) {
    await inbound((await sent(campaignId))[0]!.enrolment_id, {
      kind: 'out_of_office',
      returnDay: back === null ? null : new Date(back).toISOString().slice(0, 10),
    });
  }
  await world.runUntil(start + 9 * day);
  const gap = async (campaignId: number) => {
    const [one, two] = await sent(campaignId);
    return (two!.sent_at.getTime() - one!.sent_at.getTime()) / day;
  };
  expect(await gap(ignored)).toBeLessThan(2);
  expect((await sent(dated))[1]!.sent_at.getTime()).toBeGreaterThanOrEqual(returnAt);
  expect(await gap(dated)).toBeLessThan(6);
  expect(await gap(delayed)).toBeGreaterThanOrEqual(3);
  expect(await gap(delayed)).toBeLessThan(4);
});

test('a day of return begins by the clock of the campaign, and where it sends by leads’ clocks, by the lead’s too', async () => {
  const start = next(1) + 15 * hour;
  world.main.clock.set(start);
  const holdOf = async (settings: Record<string, unknown>, leadZone: string) => {
    const leads = people(1);
    const campaignId = await world.campaign({
      // The mailbox keeps UTC: its clock begins no day of return.
      mailboxIds: [await box()],
      leads,
      steps: [opener, step({ days: 1 })],
      settings: { ...hourly, time_zone: 'America/New_York', window_start: '00:00', window_end: '23:59', ...settings },
    });
    await sql('update lead set time_zone = $2 where email = any($1)', [leads, leadZone]);
    await world.runUntil(world.main.clock.now() + 2 * hour);
    const lead = (await sent(campaignId))[0]!.enrolment_id;
    await inbound(lead, { kind: 'out_of_office', returnDay: new Date(start + 10 * day).toISOString().slice(0, 10) });
    const [held] = await sql<{ hold_until: Date }>('select hold_until from enrolment where id = $1', [lead]);
    return (held!.hold_until.getTime() - Math.floor((start + 10 * day) / day) * day) / hour;
  };
  const newYork = await holdOf({}, 'Asia/Tokyo');
  expect([4, 5]).toContain(newYork);
  expect(await holdOf({ time_zone_mode: 'LEAD' }, 'Pacific/Honolulu')).toBe(10);
  // In Tokyo the day has begun before: screens name it by the campaign's zone, in which it begins later.
  expect(await holdOf({ time_zone_mode: 'LEAD' }, 'Asia/Tokyo')).toBe(newYork);
});

test('the bounce guard pauses the campaign with its reason and cancels what is reserved', async () => {
  world.main.clock.set(next(1) + 7 * hour);
  const campaignId = await world.campaign({
    mailboxIds: [await box(), await box()],
    leads: [
      ...people(5),
      ...Array.from({ length: 5 }, (_, index) => `rejects.guard${index}@prospects.test`),
      ...people(30),
    ],
    settings: { min_time_btwn_emails: 10, max_leads_per_day: 0, bounce_guard_min_sent: 5, bounce_guard_percent: 20 },
  });
  await world.runUntil(world.main.clock.now() + day);
  const [campaign] = await sql<{ status: string; status_reason: string; status_detail: { sent: number } }>(
    'select status, status_reason, status_detail from campaign where id = $1',
    [campaignId],
  );
  expect(campaign).toMatchObject({
    status: 'PAUSED',
    status_reason: 'BOUNCE_GUARD',
    status_detail: { bounces: expect.any(Number) },
  });
  expect((await sent(campaignId)).length).toBeLessThan(20);
  expect(await sql(`select id from intent where campaign_id = $1 and state = 'RESERVED'`, [campaignId])).toEqual([]);
});

test('leads of a mailbox that is dead for a day go on from another, in a new thread, visibly', async () => {
  world.main.clock.set(next(1) + 7 * hour);
  const [dead, other] = [await box(), await box()];
  const campaignId = await world.campaign({
    mailboxIds: [dead],
    leads: people(2),
    steps: [opener, step({ days: 1, subject: '' })],
    settings: hourly,
  });
  await world.runUntil(world.main.clock.now() + 6 * hour);
  expect(await sent(campaignId)).toHaveLength(2);
  await sql('insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id) values ($1, $2, $3)', [
    world.me.workspaceId,
    campaignId,
    other,
  ]);
  await sql(
    `update mailbox set failing_since = $2, is_smtp_success = false, smtp_failure_error = 'down' where id = $1`,
    [dead, new Date(world.main.clock.now())],
  );
  // Not yet dead for a day when the step is due: it waits and says for what.
  await world.runUntil(world.main.clock.now() + 20 * hour);
  expect(await sent(campaignId)).toHaveLength(2);
  // The first of them is put off by the server: a lead that was moved stays moved when its reservation is released in between.
  let isPutOff = false;
  world.mail.setSmtpFaults(({ stage }) => {
    if (stage !== 'rcpt' || isPutOff) return null;
    isPutOff = true;
    return { reply: 450, text: '4.2.0 Greylisted, try again' };
  });
  await world.runUntil(world.main.clock.now() + 2 * day);
  world.mail.setSmtpFaults(null);
  expect(isPutOff).toBe(true);
  const followUps = (await sent(campaignId)).filter((mail) => mail.seq_number === 2);
  expect(followUps).toHaveLength(2);
  for (const mail of followUps)
    expect(mail).toMatchObject({ mailbox_id: other, reallocated_from: dead, in_reply_to: null, subject: 'Docks' });
});

test('the plan’s emails end with the constraint CREDITS, for every campaign, and go on when there are more', async () => {
  world.main.clock.set(next(1) + 7 * hour);
  const campaignId = await world.campaign({ mailboxIds: [await box()], leads: people(4), settings: hourly });
  const [before] = await sql<{ used: number }>('select email_credits_used as used from workspace where id = $1', [
    world.me.workspaceId,
  ]);
  const { planTable } = await import('@skein/contracts/plan-limits');
  await sql(`update workspace set email_credits_used = $2 where id = $1`, [
    world.me.workspaceId,
    planTable.pro.emails - 2,
  ]);
  await world.runUntil(world.main.clock.now() + 10 * hour);
  expect(await sent(campaignId)).toHaveLength(2);
  expect(
    (
      await sql<{ constraint_code: string; checkpoint: string }>(
        `
          select constraint_code, checkpoint
          from trigger_run
          where campaign_id = $1
          order by sequence desc
          limit 1
        `,
        [campaignId],
      )
    )[0],
  ).toMatchObject({ constraint_code: 'CREDITS' });
  await sql('update workspace set email_credits_used = $2 where id = $1', [world.me.workspaceId, before!.used]);
  await world.runUntil(world.main.clock.now() + day);
  expect(await sent(campaignId)).toHaveLength(4);
});

test('a text that grows without end for one lead, or a campaign that cannot be planned, stops nobody else', async () => {
  const start = next(1);
  world.main.clock.set(start);
  const running = { ...hourly, min_time_btwn_emails: 30, next_trigger_at: new Date(start) };
  const greedy =
    '<p>Hi{% if email contains "greedy" %}{% for a in (1..50) %}{% for b in (1..50) %}{% for c in (1..50) %}x{% endfor %}{% endfor %}{% endfor %}{% endif %}</p>';
  const leads = people(3);
  const one = await world.campaign({
    mailboxIds: [await box()],
    leads: ['greedy@prospects.test', ...leads],
    steps: [step({ subject: 'Docks', body: greedy })],
    settings: running,
  });
  // Nothing that is checked makes such a row; it stands for whatever a plan may fail on.
  const broken = await world.campaign({
    mailboxIds: [await box()],
    leads: people(2),
    settings: { ...running, next_trigger_at: new Date(start - 1) },
  });
  await sql('update campaign set time_zone = $2 where id = $1', [broken, 'No/Such_Zone']);
  const other = await world.campaign({ mailboxIds: [await box()], leads: people(4), settings: running });
  await world.runUntil(start + day);
  expect((await sent(one)).map((mail) => mail.to_email)).toEqual(leads);
  expect(
    await sql(
      `
        select l.email, e.constraint_code, e.is_parked
        from enrolment e
        join lead l on l.id = e.lead_id
        where e.campaign_id = $1 and e.status = $2
      `,
      [one, 'STARTED'],
    ),
  ).toMatchObject([{ constraint_code: 'MISSING_MERGE_DATA', is_parked: true }]);
  expect(await sent(other)).toHaveLength(4);
  const tries = await sql<{ checkpoint: string }>('select checkpoint from trigger_run where campaign_id = $1', [
    broken,
  ]);
  expect(tries.length).toBeGreaterThan(2);
  expect(tries[0]?.checkpoint).toContain('could not be planned');
  const reviews = world.main.asClient(reviewContract, world.me);
  expect(await reviews.explainCampaign({ params: { campaignId: broken } })).toMatchObject({
    binding: { code: 'CAMPAIGN_UNPLANNABLE' },
    remedies: [{ action: 'EDIT_SCHEDULE' }],
  });
  await sql(`update campaign set status = 'ARCHIVED', next_trigger_at = null where id = $1`, [other]);
  expect((await reviews.explainCampaign({ params: { campaignId: other } })).remedies[0]?.text).toContain(
    'Bring the campaign back',
  );
});

test('a campaign may allow that a field is blank, never that its value looks like a template', async () => {
  const leads = people(2);
  const campaignId = await world.campaign({
    mailboxIds: [await box()],
    leads,
    steps: [step({ subject: 'Docks', body: '<p>Hi {{last_name}}</p>' })],
    settings: { allow_missing_fields: ['last_name'] },
  });
  await sql('update lead set last_name = $2 where email = $1', [leads[0], '{{email}}']);
  await world.runUntil(world.main.clock.now() + day);
  expect((await sent(campaignId)).map((mail) => mail.to_email)).toEqual([leads[1]]);
  expect(
    await sql('select constraint_code from enrolment where campaign_id = $1 and steps_sent = 0', [campaignId]),
  ).toEqual([{ constraint_code: 'MISSING_MERGE_DATA' }]);
});
