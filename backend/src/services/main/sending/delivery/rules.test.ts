import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';

import type { MatchedInbound } from '#engine/inbox-sync/inbound.types';
import { createSendingWorld, type SendingWorld, type TestStep } from './testing';
import { recordInbound } from '#lifecycle/outcomes/record-inbound';

/** Each rule of the engine in a campaign that really runs: triggers, reservations, SMTP, outcomes; the clock jumps. */
const hour = 3_600_000;
const day = 24 * hour;
let world: SendingWorld;
let counter = 0;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());
// A campaign of one test must not use mailboxes' time, or the plan's e-mails, in the next.
afterEach(async () => {
  await world.main.test.query(`update campaign set status = 'PAUSED' where status = 'ACTIVE'`);
});

const box = (settings: Parameters<SendingWorld['connect']>[1] = {}) =>
  world.connect(`box${(counter += 1)}@northlight.test`, settings);
const people = (count: number, domain = 'prospects.test') => {
  counter += 1;
  return Array.from({ length: count }, (_, index) => `silent.${counter}x${index}@${domain}`);
};
const sql = <Row>(text: string, values: unknown[] = []) =>
  world.main.test.query<Row & Record<string, unknown>>(text, values);
interface Sent {
  enrolment_id: number;
  seq_number: number;
  mailbox_id: number;
  variant_id: number;
  sent_at: Date;
  is_new_lead: boolean;
  to_email: string;
  in_reply_to: string | null;
  reallocated_from: number | null;
}
const sent = (campaignId: number) =>
  sql<Sent>(`select * from intent where campaign_id = $1 and state = 'SENT' order by sent_at, id`, [campaignId]);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const perDay = (mails: readonly Sent[]) =>
  mails.reduce(
    (counts, mail) => counts.set(dayOf(mail.sent_at), (counts.get(dayOf(mail.sent_at)) ?? 0) + 1),
    new Map<string, number>(),
  );
/** Midnight UTC of a weekday (0 is Sunday) that has not begun. */
const next = (weekday: number) => {
  const today = Math.floor(world.main.clock.now() / day) * day;
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7 || 7;
  return today + ahead * day;
};
const step = (more: Partial<TestStep> = {}): TestStep => ({ days: 0, subject: '', body: '<p>Again</p>', ...more });
const opener = step({ subject: 'Docks', body: '<p>Hi</p>' });
const hourly = { min_time_btwn_emails: 60, max_leads_per_day: 0 };

const inbound = async (
  enrolmentId: number,
  classification: Partial<MatchedInbound['classification']> & { kind: 'reply' | 'out_of_office' },
) => {
  const [intent] = await sql<{ id: string; workspace_id: number; mailbox_id: number; message_id: string }>(
    `select * from intent where enrolment_id = $1 and state = 'SENT' order by id desc limit 1`,
    [enrolmentId],
  );
  await world.main.deps.db.systemSql((client) =>
    recordInbound(client, {
      workspaceId: intent!.workspace_id,
      enrolmentId,
      intentId: intent!.id,
      messageRowId: '1',
      messageId: `<in-${(counter += 1)}@prospects.test>`,
      at: new Date(world.main.clock.now()),
      match: { rule: 'references' },
      isFreeMailDomain: (domain: string) => domain === 'gmail.com',
      classification: { category: null, evidence: [], returnAt: null, returnText: null, ...classification },
    } as unknown as MatchedInbound),
  );
};

test('several windows, weekdays and holidays: nothing leaves outside, and each window is used', async () => {
  const monday = next(1);
  world.main.clock.set(monday);
  const campaignId = await world.campaign({
    mailboxIds: [await box()],
    leads: people(40),
    settings: {
      ...hourly,
      sending_days: [1, 2, 3],
      window_start: '08:00',
      window_end: '10:00',
      extra_windows: JSON.stringify([{ days: [1, 6], start: '20:00', end: '22:00' }]),
      holidays: [dayOf(new Date(monday + day))],
      next_trigger_at: new Date(monday),
    },
  });
  await world.runUntil(monday + 7 * day);
  const times = (await sent(campaignId)).map((mail) => mail.sent_at);
  expect(new Set(times.map((at) => `${at.getUTCDay()} ${at.getUTCHours() < 12 ? 'morning' : 'evening'}`))).toEqual(
    new Set(['1 morning', '1 evening', '3 morning', '6 evening']),
  );
  for (const at of times) expect([8, 9, 20, 21]).toContain(at.getUTCHours());
});

test('lead-local time: each lead is written to in the window of its own zone', async () => {
  const start = next(2);
  world.main.clock.set(start);
  const leads = people(6);
  const campaignId = await world.campaign({
    mailboxIds: [await box()],
    leads,
    settings: {
      ...hourly,
      min_time_btwn_emails: 30,
      window_start: '09:00',
      window_end: '11:00',
      time_zone_mode: 'LEAD',
      next_trigger_at: new Date(start),
    },
  });
  // One that a person gave, one that the phone number tells, and leads of whom nobody knows.
  await sql(`update lead set time_zone = 'Asia/Tokyo' where email = any($1)`, [leads.slice(0, 2)]);
  await sql(`update lead set phone_number = '+1 212 555 0123' where email = any($1)`, [leads.slice(2, 4)]);
  await world.runUntil(start + 2 * day);
  const mails = await sent(campaignId);
  expect(mails).toHaveLength(6);
  for (const mail of mails) {
    const zone = ['Asia/Tokyo', 'America/New_York', 'Etc/GMT'][Math.floor(leads.indexOf(mail.to_email) / 2)]!;
    expect(['09', '10']).toContain(
      new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hour12: false }).format(mail.sent_at),
    );
  }
});

test('delays of hours and minutes count from the real send; delays in sending days jump over the days without a window', async () => {
  const friday = next(5);
  world.main.clock.set(friday + 8 * hour);
  const fast = await world.campaign({
    mailboxIds: [await box()],
    leads: people(1),
    steps: [opener, step({ hours: 2, minutes: 30 })],
    settings: { min_time_btwn_emails: 10 },
  });
  const weekdays = await world.campaign({
    mailboxIds: [await box()],
    leads: people(1),
    steps: [opener, step({ days: 2 })],
    settings: { ...hourly, sending_days: [1, 2, 3, 4, 5] },
  });
  const counted = await world.campaign({
    mailboxIds: [await box()],
    leads: people(1),
    steps: [opener, step({ days: 2 })],
    settings: { ...hourly, sending_days: [1, 2, 3, 4, 5], delay_basis: 'SENDING_DAYS' },
  });
  await world.runUntil(friday + 6 * day);
  const [first, second] = await sent(fast);
  expect(second!.sent_at.getTime() - first!.sent_at.getTime()).toBeGreaterThanOrEqual(2.5 * hour);
  expect(second!.sent_at.getTime() - first!.sent_at.getTime()).toBeLessThan(2.5 * hour + 12 * 60_000);
  expect((await sent(weekdays)).map((mail) => mail.sent_at.getUTCDay())).toEqual([5, 1]);
  expect((await sent(counted)).map((mail) => mail.sent_at.getUTCDay())).toEqual([5, 2]);
});

test('follow-ups get their share of a day, and each side uses what the other leaves', async () => {
  world.main.clock.set(next(1) + 7 * hour);
  const campaignId = await world.campaign({
    mailboxIds: [await box({ message_per_day: 10 })],
    leads: people(70),
    steps: [opener, ...[2, 3, 4].map(() => step({ days: 1 }))],
    settings: {
      min_time_btwn_emails: 30,
      max_leads_per_day: 0,
      follow_up_percentage: 70,
      sending_days: [1, 2, 3, 4, 5, 6, 7],
    },
  });
  await world.runUntil(world.main.clock.now() + 6 * day);
  const mails = await sent(campaignId);
  const days = [...new Set(mails.map((mail) => dayOf(mail.sent_at)))];
  const shares = days
    .map((date) => mails.filter((mail) => dayOf(mail.sent_at) === date).map((mail) => mail.is_new_lead))
    .map((kinds) => [kinds.filter(Boolean).length, kinds.filter((isNew) => !isNew).length]);
  // The first day has new leads only: they use the whole cap. Later both kinds wait in plenty: three new ones, seven follow-ups.
  expect(shares[0]).toEqual([10, 0]);
  for (const share of shares.slice(2, 5)) expect(share).toEqual([3, 7]);
});

test('provider matching: strict sends only from a mailbox of the lead’s provider, prefer takes it first and idles none', async () => {
  world.main.clock.set(next(1) + 7 * hour);
  const run = async (mode: string) => {
    const [gmail, other] = [await box(), await box()];
    await sql(`update mailbox set type = 'GMAIL' where id = $1`, [gmail]);
    const campaignId = await world.campaign({
      mailboxIds: [gmail, other],
      leads: people(8),
      settings: { ...hourly, esp_match_mode: mode },
    });
    await sql(
      `
        update enrolment
        set provider = case when id % 4 = 0 then 'GMAIL' when id % 4 = 1 then 'OTHER' else 'OUTLOOK' end
        where campaign_id = $1
      `,
      [campaignId],
    );
    return { campaignId, gmail };
  };
  const strict = await run('STRICT');
  const prefer = await run('PREFER');
  await world.runUntil(world.main.clock.now() + 11 * hour);
  const providers = new Map(
    (
      await sql<{ id: number; provider: string }>('select id, provider from enrolment where campaign_id = any($1)', [
        [strict.campaignId, prefer.campaignId],
      ])
    ).map((row) => [row.id, row.provider]),
  );
  const strictly = await sent(strict.campaignId);
  expect(strictly.length).toBe(4);
  for (const mail of strictly)
    expect(providers.get(mail.enrolment_id)).toBe(mail.mailbox_id === strict.gmail ? 'GMAIL' : 'OTHER');
  expect(
    await sql('select distinct constraint_code from enrolment where campaign_id = $1 and steps_sent = 0', [
      strict.campaignId,
    ]),
  ).toEqual([{ constraint_code: 'PROVIDER_MATCH' }]);
  const preferred = await sent(prefer.campaignId);
  expect(preferred).toHaveLength(8);
  for (const mail of preferred)
    if (providers.get(mail.enrolment_id) === 'GMAIL') expect(mail.mailbox_id).toBe(prefer.gmail);
});

test('company limit a day, with free mail domains left out; a reply pauses the company, and only it', async () => {
  world.main.clock.set(next(1) + 7 * hour);
  const acme = people(5, 'acme-limit.test');
  const free = people(3, 'gmail.com');
  const campaignId = await world.campaign({
    mailboxIds: [await box()],
    leads: [...acme, ...free],
    steps: [opener, step({ days: 1 })],
    settings: { ...hourly, company_daily_limit: 2, pause_company_on_reply: true },
  });
  await world.runUntil(world.main.clock.now() + 12 * hour);
  const first = await sent(campaignId);
  expect(first.filter((mail) => mail.to_email.endsWith('@acme-limit.test'))).toHaveLength(2);
  expect(first.filter((mail) => mail.to_email.endsWith('@gmail.com'))).toHaveLength(3);
  await inbound(first.find((mail) => mail.to_email.endsWith('@acme-limit.test'))!.enrolment_id, { kind: 'reply' });
  await inbound(first.find((mail) => mail.to_email.endsWith('@gmail.com'))!.enrolment_id, { kind: 'reply' });
  await world.runUntil(world.main.clock.now() + 3 * day);
  const all = await sent(campaignId);
  expect(all.filter((mail) => mail.to_email.endsWith('@acme-limit.test'))).toHaveLength(2);
  // The two others with a free mail address are at nobody's company: they get their second step.
  expect(all.filter((mail) => mail.to_email.endsWith('@gmail.com'))).toHaveLength(5);
  expect(
    await sql(
      `
        select distinct constraint_code, hold_kind
        from enrolment e
        join lead l on l.id = e.lead_id
        where e.campaign_id = $1 and l.domain = 'acme-limit.test' and e.status in ('STARTED', 'INPROGRESS')
      `,
      [campaignId],
    ),
  ).toEqual([{ constraint_code: 'COMPANY_PAUSED', hold_kind: 'COMPANY_REPLY' }]);
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
  const returnAt = start + 5 * day;
  for (const [campaignId, back] of [
    [ignored, returnAt],
    [dated, returnAt],
    [delayed, null],
  ] as const) {
    await inbound((await sent(campaignId))[0]!.enrolment_id, {
      kind: 'out_of_office',
      returnAt: back === null ? null : new Date(back).toISOString(),
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

test('the bounce guard pauses the campaign with its reason and takes back what is reserved', async () => {
  world.main.clock.set(next(1) + 7 * hour);
  counter += 1;
  const campaignId = await world.campaign({
    mailboxIds: [await box(), await box()],
    leads: [
      ...people(5),
      ...Array.from({ length: 5 }, (_, index) => `rejects.guard${counter}x${index}@prospects.test`),
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
  // The first of them is put off by the server: a lead that was moved stays moved when its reservation is given back in between.
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

test('the ramp of a mailbox grows its cap day by day', async () => {
  const start = next(1) + 7 * hour;
  world.main.clock.set(start);
  const mailboxId = await box({ message_per_day: 9 });
  await world.main
    .asClient(mailboxesContract, world.me)
    .update({ params: { mailboxId }, body: { ramp: { start: 2, increase: 3 } } });
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: people(40),
    settings: { min_time_btwn_emails: 30, max_leads_per_day: 0 },
  });
  await world.runUntil(start + 4 * day);
  expect([...perDay(await sent(campaignId)).values()]).toEqual([2, 5, 8, 9]);
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

test('variants: equal shares until the test names a winner, with its evidence; then leads get the winner; a person may decide otherwise', async () => {
  world.main.clock.set(next(1) + 7 * hour);
  const boxes = await Promise.all(Array.from({ length: 4 }, () => box({ message_per_day: 60 })));
  const campaignId = await world.campaign({
    mailboxIds: boxes,
    leads: people(150),
    steps: [{ ...opener, others: ['<p>Other words</p>'], metric: 'OPEN_RATE' }],
    settings: { min_time_btwn_emails: 10, max_leads_per_day: 110 },
  });
  await world.runUntil(world.main.clock.now() + 12 * hour);
  const sequences = world.main.asClient(sequencesContract, world.me);
  const [running] = (await sequences.listVariantTests({ params: { campaignId } })).tests;
  expect(running).toMatchObject({
    state: 'RUNNING',
    missing: 'OBSERVED',
    sample_sent: 110,
    sample_needed: 30,
    winner: null,
    rule: expect.stringContaining('20%'),
  });
  const counts = await sql<{ label: string; count: number }>(
    `
      select v.label, count(*)::int as count
      from intent i
      join step_variant v on v.id = i.variant_id
      where i.campaign_id = $1
      group by 1
      order by 1
    `,
    [campaignId],
  );
  expect(Math.abs(counts[0]!.count - counts[1]!.count)).toBeLessThanOrEqual(1);
  // People open the second text far more often.
  await sql(
    `
      update intent i
      set first_open_at = sent_at + interval '2 hours'
      from step_variant v
      where v.id = i.variant_id and i.campaign_id = $1 and (v.label = 'B' or i.id % 8 = 0)
    `,
    [campaignId],
  );
  // The next leads wait until the first were observed for a day.
  world.main.clock.set(world.main.clock.now() + 1.6 * day);
  await world.runUntil(world.main.clock.now() + 12 * hour);
  const [won] = (await sequences.listVariantTests({ params: { campaignId } })).tests;
  expect(won).toMatchObject({
    state: 'WON',
    winner: { variant_label: 'B', by: 'TEST', evidence: { metric: 'OPEN_RATE', needed: 40 } },
  });
  const after = await sql<{ label: string }>(
    `
      select v.label
      from intent i
      join step_variant v on v.id = i.variant_id
      join sequence_step s on s.id = i.step_id
      where i.campaign_id = $1 and i.slot_at > s.winner_at
    `,
    [campaignId],
  );
  expect(after.length).toBeGreaterThan(20);
  expect(new Set(after.map((row) => row.label))).toEqual(new Set(['B']));
  const [a] = won!.variants;
  expect(
    (await sequences.setWinner({ params: { campaignId, stepId: won!.step_id }, body: { variant_id: a!.variant_id } }))
      .tests[0],
  ).toMatchObject({ state: 'WON', winner: { variant_label: 'A', by: 'USER' } });
  expect(
    (await sequences.setWinner({ params: { campaignId, stepId: won!.step_id }, body: { variant_id: null } })).tests[0],
  ).toMatchObject({ state: 'OFF', winner: null });
  await expect(
    sequences.setWinner({ params: { campaignId, stepId: won!.step_id }, body: { variant_id: 999_999 } }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
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
    leads: [`greedy.${counter}@prospects.test`, ...leads],
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
