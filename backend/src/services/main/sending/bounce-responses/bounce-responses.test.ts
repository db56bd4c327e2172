import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { noticesContract } from '@skein/contracts/main/notices.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { createSendingWorld, type SendingWorld } from '../delivery/testing';
import { releaseResponse } from '#lifecycle/lifecycle.api';
import { findActiveResponses } from '#mailboxes/fleet/bounce-responses.store';

const hour = 3_600_000;
let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const sql = <Row extends object>(text: string, values: unknown[] = []) => world.main.test.query<Row>(text, values);
const active = () =>
  world.main.deps.db.tenantSql(world.me.workspaceId, (client) =>
    findActiveResponses(world.me.workspaceId, client, new Date(world.main.clock.now())),
  );
const names = (word: string, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `${word}.b${from + index}@prospects.test`);

/** The campaign itself, its explanation and its send log say that its new leads wait for their import. */
async function expectHoldTold(campaignId: number, { until, reason }: { until: Date; reason: string }): Promise<void> {
  const [waiting] = await sql<{ leads: number }>(
    `select count(*)::int as leads from enrolment where campaign_id = $1 and status = 'STARTED'`,
    [campaignId],
  );
  const { leads } = waiting!;
  expect(leads).toBeGreaterThan(1);
  const params = { campaignId };
  const { next } = await world.main.asClient(campaignsContract, world.me).getCampaign({ params });
  expect(next).toMatchObject({
    kind: 'WAITING',
    text: `${leads} new leads wait: their import is on hold`,
    code: 'IMPORT_ON_HOLD',
    at: until.toISOString(),
  });
  const review = world.main.asClient(reviewContract, world.me);
  const forecast = await review.forecastCampaign({ params, body: {} });
  expect(forecast.on_hold).toEqual({ leads, until: until.toISOString(), reason });
  expect(forecast.bottleneck?.code).not.toBe('STEP_NOT_DUE');
  expect(Date.parse(forecast.starts_at)).toBeGreaterThanOrEqual(until.getTime());
  const later = { start_at: new Date(until.getTime() + 3_600_000).toISOString() };
  expect((await review.forecastCampaign({ params, body: later })).on_hold).toBeNull();
  const { rows } = await world.main.asClient(noticesContract, world.me).listNotices({});
  expect(rows.filter(({ kind }) => kind === 'import-on-hold')).toEqual([
    expect.objectContaining({
      title: `${leads} new leads of bought-list.csv are on hold`,
      text: expect.stringContaining(`${reason}. The hold ends `),
      href: '/app/email-accounts/fleet#responses',
    }),
  ]);
  const why = await review.explainCampaign({ params });
  expect(why.checks.find((check) => check.code === 'IMPORT_ON_HOLD')).toMatchObject({
    is_met: false,
    label: 'Import is on hold',
    facts: { leads, reason, until: until.getTime() },
  });
  // The guard does not count them again, and says how many it leaves out.
  expect(why.checks.find((check) => check.code === 'BOUNCE_GUARD')?.facts).toMatchObject({
    sent: 0,
    bounces: 0,
    answered_bounces: Number(reason.split(' ')[0]),
  });
  expect(why.remedies.map(({ action }) => action)).toContain('OPEN_FLEET');
  const rounds = await sql<{ constraint_code: string }>(
    `select constraint_code from trigger_run where campaign_id = $1 order by id desc limit 1`,
    [campaignId],
  );
  expect(rounds).toEqual([{ constraint_code: 'IMPORT_ON_HOLD' }]);
}

test('an import with dead addresses is held before the guard pauses its campaign, and goes on by itself', async () => {
  world.main.clock.set(Date.UTC(2026, 10, 23, 8));
  const boxes = [await world.connect('one@sender.test'), await world.connect('two@sender.test')];
  const campaignId = await world.campaign({
    mailboxIds: boxes,
    leads: [...names('silent', 0, 18), ...names('rejects', 100, 4), ...names('silent', 200, 20)],
    settings: { max_leads_per_day: 0, min_time_btwn_emails: 10, bounce_guard_min_sent: 30, bounce_guard_percent: 10 },
  });
  const [upload] = await sql<{ id: number }>(
    `
      with run as (
        insert into bulk_run (workspace_id, kind, status) values ($1, 'LEAD_UPLOAD', 'COMPLETED') returning id
      )
      insert into lead_upload (workspace_id, run_id, campaign_id, file_name, storage_key)
      select $1, id, $2, 'bought-list.csv', 'x'
      from run
      returning id
    `,
    [world.me.workspaceId, campaignId],
  );
  await sql('update enrolment set upload_id = $2 where campaign_id = $1', [campaignId, upload!.id]);
  for (let step = 0; step < 30 && (await active()).length === 0; step += 1) {
    await world.runUntil(world.main.clock.now() + hour / 3);
    await world.main.runJobs();
  }
  const [held] = (await active()).filter(({ scope }) => scope === 'IMPORT');
  expect(held).toMatchObject({ reaction: 'HOLD', label: 'bought-list.csv', bounce_class: 'RECIPIENT', level: 1 });
  expect(held!.reason).toMatch(/^[34] of 2\d emails in 7 days bounced because the address does not exist$/);
  const before = await sql<{ count: number }>(
    `select count(*)::int as count from intent where campaign_id = $1 and state in ('SENT', 'FAILED')`,
    [campaignId],
  );
  await world.runUntil(world.main.clock.now() + 5 * hour);
  await world.main.runJobs();
  const [campaign] = await sql<{ status: string }>('select status from campaign where id = $1', [campaignId]);
  expect(campaign?.status).toBe('ACTIVE');
  const after = () =>
    sql<{ count: number }>(
      `select count(*)::int as count from intent where campaign_id = $1 and state in ('SENT', 'FAILED')`,
      [campaignId],
    );
  // Nothing is sent while the hold lasts.
  expect(await after()).toEqual(before);
  expect(
    await sql(`select distinct constraint_code from enrolment where campaign_id = $1 and status = 'STARTED'`, [
      campaignId,
    ]),
  ).toEqual([{ constraint_code: 'IMPORT_ON_HOLD' }]);
  await expectHoldTold(campaignId, held!);
  const trail = await sql<{ via: string; label: string }>(
    `
      select t.via, o.label
      from audit_entry t
      join audit_object o on o.entry_id = t.id
      where t.workspace_id = $1 and t.target_kind = 'bounce-response' and t.action = 'created'
    `,
    [world.me.workspaceId],
  );
  expect(trail).toContainEqual({ via: 'system', label: 'bought-list.csv' });

  world.main.clock.set(held!.until.getTime());
  await world.runUntil(held!.until.getTime() + 8 * hour);
  expect((await after())[0]!.count).toBeGreaterThan(before[0]!.count);
});

test('refusals of the sender rest the mailbox until a person releases it, and the last check before sending knows', async () => {
  world.main.clock.set(Date.UTC(2026, 11, 7, 8));
  const box = await world.connect('burnt@refused.test');
  const campaignId = await world.campaign({ mailboxIds: [box], leads: names('silent', 300, 30) });
  await world.runUntil(world.main.clock.now() + 3 * hour);
  const sentMails = await sql<{ id: string; enrolment_id: number }>(
    `select id::text, enrolment_id from intent where campaign_id = $1 and state = 'SENT' order by id`,
    [campaignId],
  );
  expect(sentMails.length).toBeGreaterThanOrEqual(12);
  const at = new Date(world.main.clock.now());
  for (const mail of sentMails.slice(0, 7)) {
    await sql(`update intent set failure_text = '550 5.7.1 Client host blocked using zen.spamhaus.org' where id = $1`, [
      mail.id,
    ]);
    await sql(
      `
        insert into event (workspace_id, kind, at, campaign_id, enrolment_id, mailbox_id, intent_id)
        values ($1, 'SENDER_BOUNCE', $2, $3, $4, $5, $6)
      `,
      [world.me.workspaceId, at, campaignId, mail.enrolment_id, box, mail.id],
    );
  }
  const { respondToBouncesOf } = await import('./respond-to-bounces');
  await respondToBouncesOf(world.main.deps, world.me.workspaceId);
  const [rest] = (await active()).filter(({ scope }) => scope === 'MAILBOX');
  expect(rest).toMatchObject({ reaction: 'REST', label: 'burnt@refused.test', bounce_class: 'SENDER' });
  await world.runUntil(world.main.clock.now() + 2 * hour);
  const count = () => sql(`select id from intent where campaign_id = $1 and state = 'SENT'`, [campaignId]);
  expect((await count()).length).toBe(sentMails.length);

  await world.main.deps.db.tenantSql(world.me.workspaceId, (client) =>
    releaseResponse(world.me.workspaceId, client, rest!.id, new Date(world.main.clock.now())),
  );
  await world.runUntil(world.main.clock.now() + hour);
  expect((await count()).length).toBeGreaterThan(sentMails.length);
  // What led to the rest is not counted again.
  await respondToBouncesOf(world.main.deps, world.me.workspaceId);
  expect((await active()).filter(({ scope }) => scope === 'MAILBOX')).toEqual([]);
});
