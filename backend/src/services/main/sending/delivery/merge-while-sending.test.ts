import { leadsContract } from '@skein/contracts/main/leads.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { createSendingWorld, type SendingWorld } from './testing';

/** Leads that are merged, and mailboxes that begin to rest, while a campaign really sends; the mail server's record says what left. */
const hour = 3_600_000;
const day = 24 * hour;
const steps = [
  { days: 0, subject: 'Docks', body: '<p>Hi</p>' },
  { days: 1, subject: '', body: '<p>Again</p>' },
];
const settings = { min_time_btwn_emails: 60, max_leads_per_day: 0, window_start: '00:00', window_end: '23:59' };
let world: SendingWorld;
let counter = 0;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());
afterEach(async () => {
  await world.main.test.query(`update campaign set status = 'PAUSED' where status = 'ACTIVE'`);
});

const sql = <Row>(text: string, values: unknown[] = []) =>
  world.main.test.query<Row & Record<string, unknown>>(text, values);
const merge = (keep: number, other: number) =>
  world.main.asClient(leadsContract, world.me).mergeLead({ params: { leadId: keep }, body: { other_lead_id: other } });
const leadOf = async (email: string) =>
  (await sql<{ id: number }>('select id from lead where email = $1', [email]))[0]!.id;
/** A campaign over the leads, and its mails by the mail server's own record. */
async function start(leads: string[]) {
  const box = await world.connect(`box${(counter += 1)}@northlight.test`, { min_time_to_wait_minutes: 0 });
  const id = await world.campaign({ mailboxIds: [box], leads, steps, settings });
  return {
    id,
    box,
    record: () =>
      world.mail.record
        .find({ login: `box${counter}@northlight.test` })
        .flatMap((mail) => mail.recipients.map(({ address }) => address))
        .filter((address) => leads.includes(address)),
  };
}
/** Runs until the first mail of a campaign has left. */
async function firstOf(record: () => string[]): Promise<void> {
  for (let tries = 0; record().length === 0 && tries < 20; tries += 1)
    await world.runUntil(world.main.clock.now() + 10 * 60_000);
}
const intents = (campaignId: number) =>
  sql<{ id: string; state: string; to_email: string; seq_number: number; lead_id: number }>(
    `
      select i.id, i.state, i.to_email, i.seq_number, e.lead_id
      from intent i
      join enrolment e on e.id = i.enrolment_id
      where i.campaign_id = $1
      order by i.id
    `,
    [campaignId],
  );

test('one of two is reserved: after the merge one person gets each step once', async () => {
  const [keep, other] = ['silent.keep1@prospects.test', 'silent.other1@prospects.test'] as const;
  const { id, record } = await start([other, keep]);
  await sql(
    `
      insert into intent (
        workspace_id, kind, campaign_id, enrolment_id, step_id, seq_number, mailbox_id, slot_at, send_at,
          message_id, envelope_id, to_email, state
      )
      select e.workspace_id, 'CAMPAIGN', e.campaign_id, e.id, s.id, 1,
        (select mailbox_id from campaign_mailbox where campaign_id = $1), $2, $2,
        '<reserved-merge@northlight.test>', 'reserved-merge', $3, 'RESERVED'
      from enrolment e
      join lead l on l.id = e.lead_id
      join sequence_step s on s.campaign_id = e.campaign_id and s.seq_number = 1
      where e.campaign_id = $1 and l.email = $3
    `,
    [id, new Date(world.main.clock.now() + 10 * 60_000), other],
  );
  await merge(await leadOf(keep), await leadOf(other));
  await world.runUntil(world.main.clock.now() + 3 * day);
  expect(record()).toEqual([keep, keep]);
  expect(await sql('select status, steps_sent from enrolment where campaign_id = $1', [id])).toEqual([
    { status: 'COMPLETED', steps_sent: 2 },
  ]);
});

test('one of two was mailed: its history stays, and only the next step follows', async () => {
  const [keep, other] = ['silent.keep2@prospects.test', 'silent.other2@prospects.test'] as const;
  const { id, record } = await start([other, keep]);
  await firstOf(record);
  expect(record()).toHaveLength(1);
  await merge(await leadOf(keep), await leadOf(other));
  await world.runUntil(world.main.clock.now() + 4 * day);
  expect(record()).toHaveLength(2);
  const sent = (await intents(id)).filter(({ state }) => state === 'SENT');
  expect(sent.map(({ seq_number }) => seq_number)).toEqual([1, 2]);
  expect(new Set(sent.map(({ lead_id }) => lead_id))).toEqual(new Set([await leadOf(keep)]));
});

test('while a mail to one of them is on its way the merge is refused and nothing changes; afterwards it goes', async () => {
  const [keep, other] = ['silent.keep3@prospects.test', 'silent.other3@prospects.test'] as const;
  const { id, record } = await start([other, keep]);
  await firstOf(record);
  const [intent] = await intents(id);
  await sql(`update intent set state = 'SUBMITTING' where id = $1`, [intent!.id]);
  const ids = [await leadOf(keep), await leadOf(other)] as const;
  await expect(merge(...ids)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await sql('select id from enrolment where campaign_id = $1', [id])).toHaveLength(2);
  await sql(`update intent set state = 'SENT' where id = $1`, [intent!.id]);
  await merge(...ids);
  await world.runUntil(world.main.clock.now() + 4 * day);
  expect(record()).toHaveLength(2);
});

test('a mailbox that rests sends nothing until its day, says so in every trigger, and goes on then', async () => {
  const { id, box, record } = await start(
    Array.from({ length: 3 }, (_, index) => `silent.rest${index}@prospects.test`),
  );
  const mailboxes = world.main.asClient(mailboxesContract, world.me);
  const until = Math.floor(world.main.clock.now() / day) * day + 3 * day;
  const view = await mailboxes.update({
    params: { mailboxId: box },
    body: { resting_until: new Date(until).toISOString().slice(0, 10), ramp: { start: 2, increase: 1 } },
  });
  expect(view).toMatchObject({
    resting_until: new Date(until).toISOString(),
    next_free_at: new Date(until).toISOString(),
    ramp: { start: 2, increase: 1 },
  });
  await world.runUntil(until - hour);
  expect(record()).toEqual([]);
  expect(await sql(`select 1 from trigger_run where campaign_id = $1 and planned > 0`, [id])).toEqual([]);
  expect(
    await sql(
      `select distinct constraint_code from trigger_run where campaign_id = $1 and constraint_code is not null`,
      [id],
    ),
  ).toEqual([{ constraint_code: 'MAILBOX_RESTING' }]);
  await world.runUntil(until + 8 * hour);
  expect(record()).toHaveLength(3);
  await expect(
    mailboxes.update({ params: { mailboxId: box }, body: { resting_until: 'tomorrow' } }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
  expect(
    await mailboxes.update({ params: { mailboxId: box }, body: { resting_until: null, ramp: null } }),
  ).toMatchObject({ resting_until: null, ramp: null });
});

test('a workspace that holds young mailboxes sends nothing from one until it has its days: planned, last checked, explained and forecast alike', async () => {
  const { id, box, record } = await start(
    Array.from({ length: 2 }, (_, index) => `silent.young${index}@prospects.test`),
  );
  const gate = (mode: string) =>
    sql(
      `
        insert into warmup_policy (workspace_id, age_gate, age_days)
        values ($1, $2, 3)
        on conflict (workspace_id) do update set age_gate = excluded.age_gate
      `,
      [world.me.workspaceId, mode],
    );
  const binding = async () => {
    const [row] = await sql<{ id: number }>('select id from enrolment where campaign_id = $1 order by id', [id]);
    const review = world.main.asClient(reviewContract, world.me);
    return (await review.explainLead({ params: { campaignId: id, enrolmentId: row!.id } })).binding;
  };
  const forecast = async () =>
    (await world.main.asClient(reviewContract, world.me).forecastCampaign({ params: { campaignId: id }, body: {} }))
      .emails;
  // Warmup is off: no day brings it nearer.
  await gate('HOLD');
  await world.runUntil(world.main.clock.now() + 3 * hour);
  expect(record()).toEqual([]);
  expect(await binding()).toMatchObject({
    code: 'MAILBOX_WARMING',
    facts: { mailbox_id: String(box), days: 0, needed: 3, until: null },
  });
  expect(await forecast()).toBe(0);
  // On, with one day behind it: the others come by themselves.
  await sql(`update mailbox set warmup = '{"enabled": true}', warmup_days = 1 where id = $1`, [box]);
  await sql('insert into warmup_mailbox (mailbox_id, workspace_id, next_plan_at) values ($1, $2, now())', [
    box,
    world.me.workspaceId,
  ]);
  expect((await binding())?.facts).toMatchObject({ days: 1, until: expect.any(Number) });
  expect(await forecast()).toBeGreaterThan(0);
  // Reserved while nothing was asked, held again before it leaves.
  await gate('WARN');
  const [next] = await sql<{ at: Date }>('select next_trigger_at as at from campaign where id = $1', [id]);
  await world.runUntil(next!.at.getTime());
  expect((await intents(id)).map(({ state }) => state)).toContain('RESERVED');
  await gate('HOLD');
  await world.runUntil(next!.at.getTime() + 3 * hour);
  expect(record()).toEqual([]);
  await sql('update mailbox set warmup_days = 3 where id = $1', [box]);
  await world.runUntil(world.main.clock.now() + 4 * hour);
  expect(record().length).toBeGreaterThan(0);
  await gate('OFF');
});
