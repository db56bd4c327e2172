import { campaignMailboxesContract } from '@skein/contracts/main/campaign-mailboxes.contract';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';

import { createSendingWorld, type SendingWorld } from './testing';
import { rulesIn } from './testing/rules-world';

/** Each rule of the engine in a campaign that really runs: triggers, reservations, SMTP, outcomes; the clock jumps. */
const hour = 3_600_000;
const day = 24 * hour;
let world: SendingWorld;

const { box, people, sql, sent, dayOf, perDay, next, step, opener, hourly, inbound } = rulesIn(() => world);

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());
// A campaign of one test must not use mailboxes' time, or the plan's e-mails, in the next.
afterEach(async () => {
  await world.main.test.query(`update campaign set status = 'PAUSED' where status = 'ACTIVE'`);
});

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

test('a mailbox at its daily limit: the campaign, its explanation and the preview name one reason and one time', async () => {
  const monday = next(1);
  world.main.clock.set(monday + 8 * hour);
  const mailboxId = await box({ message_per_day: 3, min_time_to_wait_minutes: 1 });
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: people(6),
    steps: [opener, step({ days: 3 })],
  });
  await world.runUntil(monday + 10 * hour);
  expect(await sent(campaignId)).toHaveLength(3);
  // Rounds begin some seconds late, as in a busy process, and go on finding the same.
  for (const round of [1, 2]) {
    world.main.clock.set(monday + 10 * hour + round * 600_000 + 20_000);
    await world.runUntil(world.main.clock.now() + 1);
  }
  const params = { campaignId };
  const tomorrow = new Date(monday + day + 8 * hour).toISOString();
  const { next: said } = await world.main.asClient(campaignsContract, world.me).getCampaign({ params });
  expect(said).toMatchObject({
    kind: 'WAITING',
    code: 'MAILBOX_DAILY_CAP',
    text: 'The mailbox has reached its daily limit',
    at: tomorrow,
  });
  const why = await world.main.asClient(reviewContract, world.me).explainCampaign({ params });
  expect(why).toMatchObject({ answer: `${said.text}.`, next_eligible_at: tomorrow });
  const [waiting] = await sql<{ id: number }>(
    `select id from enrolment where campaign_id = $1 and steps_sent = 0 limit 1`,
    [campaignId],
  );
  const preview = (seqNumber: number) =>
    world.main
      .asClient(sequencesContract, world.me)
      .previewStep({ params, body: { seq_number: seqNumber, enrolment_id: waiting!.id } });
  expect(Date.parse((await preview(1)).earliest_send_at!)).toBeGreaterThanOrEqual(Date.parse(tomorrow));
  // Known once the first has left.
  expect((await preview(2)).earliest_send_at).toBeNull();

  // A reply of a person takes nothing from the limit, and is counted beside it nowhere.
  await sql(
    `insert into intent (workspace_id, kind, campaign_id, mailbox_id, state, slot_at, send_at, sent_at, message_id, envelope_id, to_email)
      select workspace_id, 'REPLY', campaign_id, mailbox_id, 'SENT', $2, $2, $2, 'reply-' || message_id, 'reply-' || envelope_id, to_email
      from intent where campaign_id = $1 and state = 'SENT' limit 1`,
    [campaignId, new Date(world.main.clock.now())],
  );
  const { mailboxes } = await world.main
    .asClient(campaignMailboxesContract, world.me)
    .listCampaignMailboxes({ params });
  expect(mailboxes).toMatchObject([{ sent_today: 3, cap_today: 3 }]);
  const mailbox = await world.main.asClient(mailboxesContract, world.me).get({ params: { mailboxId } });
  expect(mailbox).toMatchObject({ sent_today: 3, cap_today: 3 });
  const limit = why.checks.find((check) => check.code === 'MAILBOX_DAILY_CAP');
  expect(limit?.facts).toMatchObject({ used: 3, cap: 3 });
});
