import { reviewContract } from '@skein/contracts/main/review.contract';
import { simulate } from '#engine/sending/simulate';
import type { SimulatedOutcome } from '#engine/sending/simulation.types';

import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { loadSimulationInput } from '#sending/delivery/plan-input';
import { stopEnrolment } from '#lifecycle/lead-state/enrolment/end-leads';

const hour = 3_600_000;
const day = 24 * hour;
let world: SendingWorld;
let campaignId: number;
const replies: SimulatedOutcome[] = [];

const open = () =>
  world.main.deps.db.systemSql((sql) =>
    loadSimulationInput(world.me.workspaceId, sql, {
      campaignId,
      times: { now: world.main.clock.now(), realNow: world.main.realClock.now(), isSendingHeld: false },
      most: 1_000,
    }),
  );
interface Sent {
  id: string;
  enrolment_id: number;
  mailbox_id: number;
  variant_id: number;
  step_id: number;
  slot_at: Date;
  send_at: Date;
  planned_at: Date;
}
const sent = () =>
  world.main.test.query<Sent>(
    `
      select id, enrolment_id, mailbox_id, variant_id, step_id, slot_at, send_at
      from intent
      where campaign_id = $1 and state = 'SENT'
      order by slot_at, enrolment_id
    `,
    [campaignId],
  );

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

/**
 * A campaign as people have them: two mailboxes of two providers, variants, a share for follow-ups, company limits, short and long delays.
 */
async function make(name: string): Promise<void> {
  const boxes = [
    await world.connect(`rosa.${name}@northlight.test`, { message_per_day: 7 }),
    await world.connect(`dan.${name}@northlight.test`, {
      message_per_day: 5,
      min_time_to_wait_minutes: 12,
      time_zone: 'Asia/Kolkata',
    }),
  ];
  campaignId = await world.campaign({
    mailboxIds: boxes,
    leads: Array.from(
      { length: 30 },
      (_, index) => `silent.${name}${index}@${index % 4 === 0 ? 'same-company.test' : `company${index}.test`}`,
    ),
    steps: [
      { days: 0, subject: 'Docks', body: '<p>A</p>', others: ['<p>B</p>', '<p>C</p>'] },
      { days: 1, hours: 3, subject: '', body: '<p>Again</p>', others: ['<p>Again B</p>'] },
      { days: 2, subject: '', body: '<p>Last</p>' },
    ],
    settings: {
      min_time_btwn_emails: 30,
      max_leads_per_day: 6,
      follow_up_percentage: 60,
      company_daily_limit: 2,
      window_start: '09:00',
      window_end: '15:00',
      sending_days: [1, 2, 3, 4, 5],
      esp_match_mode: 'PREFER',
    },
  });
  await world.main.test.query(
    `update enrolment set provider = case when id % 3 = 0 then 'GMAIL' else 'OTHER' end where campaign_id = $1`,
    [campaignId],
  );
}

test('given what was recorded, the simulation is the real run: the same lead, mailbox, variant and slot for every mail', async () => {
  await make('replay');
  const start = world.main.clock.now();
  const input = (await open())!;
  // Somebody answers on several days, between two triggers; the run goes on to its end.
  for (let round = 0; round < 5; round += 1) {
    await world.runUntil(start + (round + 1) * day + round * hour + 7 * 60_000);
    const [lead] = await world.main.test.query<{ id: number }>(
      `
        select id
        from enrolment
        where campaign_id = $1 and status = 'INPROGRESS'
        order by (id * 7919) % 31
        limit 1
      `,
      [campaignId],
    );
    if (!lead) continue;
    const at = new Date(world.main.clock.now());
    await world.main.deps.db.systemSql((sql) =>
      stopEnrolment(sql, { enrolmentId: lead.id, reason: 'REPLIED', at, detail: {} }),
    );
    replies.push({
      enrolmentId: String(lead.id),
      at: at.getTime(),
      kind: 'END',
      status: 'STOPPED',
      reason: 'REPLIED',
      until: null,
    });
  }
  await world.runUntil(start + 24 * day);
  expect(await world.main.test.query(`select status from campaign where id = $1`, [campaignId])).toEqual([
    { status: 'COMPLETED' },
  ]);

  const real = await sent();
  expect(real.length).toBeGreaterThan(60);
  const leftAt = new Map(real.map((mail) => [`${mail.enrolment_id} ${mail.step_id}`, mail.send_at.getTime()]));
  const replay = simulate({
    ...input,
    now: start,
    recorded: replies,
    sentAt: (intent) => leftAt.get(`${intent.enrolmentId} ${intent.stepId}`),
    keepSends: true,
  });
  const line = (slot: number, ...[lead, step, mailbox, variant]: unknown[]) =>
    `${new Date(slot).toISOString()} lead ${lead} step ${step} mailbox ${mailbox} variant ${variant}`;
  expect(
    replay.sends.map((send) => line(send.slotAt, send.enrolmentId, send.stepId, send.mailboxId, send.variantId)).sort(),
  ).toEqual(
    real
      .map((mail) => line(mail.slot_at.getTime(), mail.enrolment_id, mail.step_id, mail.mailbox_id, mail.variant_id))
      .sort(),
  );
  // And in time within a slot.
  for (const send of replay.sends)
    expect(Math.abs(leftAt.get(`${send.enrolmentId} ${send.stepId}`)! - send.sendAt)).toBeLessThan(30 * 60_000);
});

test('what is explained for a lead before a trigger is what the trigger then does, and nobody waits without a reason', async () => {
  await make('explain');
  const review = world.main.asClient(reviewContract, world.me);
  const start = world.main.clock.now();
  let sentAsSaid = 0;
  for (let round = 0; round < 8; round += 1) {
    await world.runUntil(start + round * 13 * hour + round * 11 * 60_000);
    const rows = await world.main.test.query<{ id: number; status: string; constraint_code: string | null }>(
      'select id, status, constraint_code from enrolment where campaign_id = $1 order by id',
      [campaignId],
    );
    const some = rows.filter((row, index) => (index + round) % 3 === 0);
    const explained = await Promise.all(
      some.map(
        async (row) => [row.id, await review.explainLead({ params: { campaignId, enrolmentId: row.id } })] as const,
      ),
    );
    const [{ at }] = (await world.main.test.query<{ at: Date | null }>(
      'select next_trigger_at as at from campaign where id = $1',
      [campaignId],
    )) as [{ at: Date | null }];
    const before = (
      await world.main.test.query<{ count: number }>(
        'select count(*)::int as count from trigger_run where campaign_id = $1',
        [campaignId],
      )
    )[0]!.count;
    if (at) await world.runUntil(at.getTime());
    const fired = await world.main.test.query<{ id: string; scheduled_at: Date }>(
      'select id, scheduled_at from trigger_run where campaign_id = $1 order by sequence limit 1 offset $2',
      [campaignId, before],
    );
    const reserved = fired[0]
      ? await world.main.test.query<{ enrolment_id: number; mailbox_id: number }>(
          'select enrolment_id, mailbox_id from intent where trigger_run_id = $1',
          [fired[0].id],
        )
      : [];
    for (const [id, answer] of explained) {
      // Every answer is a reason, or that it leaves now; every check is worded for its case.
      expect(answer.title.length).toBeGreaterThan(5);
      for (const check of answer.checks) expect(check.text).toMatch(check.is_met === null ? /^Not asked/ : /\.$/);
      // What is said to leave leaves; what is said to wait is not reserved before the time that was named.
      const isReserved = reserved.some((intent) => intent.enrolment_id === id);
      if (answer.binding === null) expect([id, isReserved]).toEqual([id, true]);
      else if (isReserved)
        expect(Date.parse(answer.next_eligible_at ?? '9999-01-01')).toBeLessThanOrEqual(
          fired[0]!.scheduled_at.getTime(),
        );
      if (answer.binding === null) sentAsSaid += 1;
    }
    // No state without a reason: whoever waits was told why by the last trigger, or was not looked at because its time has not come.
    const waiting = await world.main.test.query<{ id: number }>(
      `select id from enrolment where campaign_id = $1 and status = 'INPROGRESS' and constraint_code is null`,
      [campaignId],
    );
    expect(waiting).toEqual([]);
    const ended = await world.main.test.query(
      `select id from enrolment where campaign_id = $1 and status in ('STOPPED', 'BLOCKED') and reason is null`,
      [campaignId],
    );
    expect(ended).toEqual([]);
  }
  expect(sentAsSaid).toBeGreaterThan(0);
});
