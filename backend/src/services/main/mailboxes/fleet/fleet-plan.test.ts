import { fleetPlanContract } from '@skein/contracts/main/fleet-plan.contract';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { convergeFleet } from './converge-fleet';

let main: TestMain;
let me: SignedIn;
beforeAll(async () => {
  main = await createTestMain();
  main.clock.set(Date.UTC(2026, 10, 23, 10));
});
beforeEach(async () => {
  me = await main.signIn();
});
afterAll(() => main.close());

const client = () => main.asClient(fleetPlanContract, me);
const rules = { pods: 2, send_weeks: 1, rest_from: '2026-11-23', least_sending: 0, rests_high_risk: false };

async function insertMailboxes(count: number): Promise<number[]> {
  const rows = await main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username,
          is_smtp_success, is_imap_success, checked_at, message_per_day
      )
      select $1, 'Rosa', 'rosa' || n || '@northlight.test', 'x', 1, 'r', 'x', 1, 'r', true, true, now(), 30
      from generate_series(1, $2) as n
      returning id
    `,
    [me.workspaceId, count],
  );
  return rows.map(({ id }) => id);
}

async function insertCampaign(mailboxIds: number[], newLeads: number): Promise<number> {
  const [campaign] = await main.test.query<{ id: number }>(
    `
      insert into campaign (workspace_id, name, status, max_leads_per_day, sending_days)
      values ($1, 'Autumn', 'ACTIVE', 20, '{1,2,3,4,5}')
      returning id
    `,
    [me.workspaceId],
  );
  for (const id of mailboxIds)
    await main.test.query('insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id) values ($1, $2, $3)', [
      me.workspaceId,
      campaign!.id,
      id,
    ]);
  // Two emails, the second after the days that the plan looks at.
  await main.test.query(
    'insert into sequence_step (workspace_id, campaign_id, seq_number, delay_days) values ($1, $2, 1, 0), ($1, $2, 2, 60)',
    [me.workspaceId, campaign!.id],
  );
  await main.test.query(
    `insert into lead_count (workspace_id, campaign_id, status, leads) values ($1, $2, 'STARTED', $3)`,
    [me.workspaceId, campaign!.id, newLeads],
  );
  return campaign!.id;
}

/** Leads of a campaign at its second step, due now. */
async function insertLeads(campaignId: number, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (const [index, row] of rows.entries())
    await main.test.query(
      `
        with person as (
          insert into lead (workspace_id, email, domain)
          values ($1, 'lead' || $3 || '@prospects.test', 'prospects.test')
          returning id
        )
        insert into enrolment (
          workspace_id, campaign_id, lead_id, status, upload_id, hold_kind, hold_until, next_eligible_at, next_due_at,
            next_seq_number
        )
        select $1, $2, id, $4, $5, $6, $7, $8, $9, 2
        from person
      `,
      [
        me.workspaceId,
        campaignId,
        `${campaignId}x${index}`,
        row['status'],
        row['upload_id'] ?? null,
        row['hold_kind'] ?? null,
        row['hold_until'] ?? null,
        row['next_eligible_at'] ?? null,
        new Date(main.clock.now()),
      ],
    );
}

test('rules put mailboxes into pods, rest the pod whose week it is, and say so; the plan compares 14 days with the need', async () => {
  const boxes = await insertMailboxes(4);
  await insertCampaign(boxes, 50);
  expect(await client().setFleetRules({ body: rules })).toEqual({ assigned: 4, rested: 2, ended: 0, held_back: 0 });
  const plan = await client().getFleetPlan({});
  expect(plan.rules).toEqual(rules);
  expect(plan.pods).toEqual([
    { name: 'Pod A', mailboxes: 2, is_resting: true, week: 0, rest_from: '2026-11-23', rest_until: '2026-11-30' },
    { name: 'Pod B', mailboxes: 2, is_resting: false, week: 1, rest_from: '2026-11-30', rest_until: '2026-12-07' },
  ]);
  expect(plan.days[0]).toMatchObject({ date: '2026-11-23', capacity: 60, by_pod: [0, 60], planned: 20 });
  expect(plan.days[7]).toMatchObject({ date: '2026-11-30', by_pod: [60, 0], planned: 0 });
  expect(plan.days[5]).toMatchObject({ is_closed: true });
  expect(plan.log.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^2 mailboxes \(.+\) rest until Nov 30: it is the pod’s week\.$/),
    'Put 4 mailboxes into Pod A, Pod B.',
  ]);
  // The job finds nothing to do, and writes nothing.
  expect(await convergeFleet(main.deps, me.workspaceId)).toMatchObject({ assigned: 0, rested: 0, ended: 0 });
  expect((await client().getFleetPlan({})).log).toHaveLength(2);

  // A moved week ends the rest that the pod gave.
  expect(await client().setFleetRules({ body: { ...rules, rest_from: '2026-11-30' } })).toMatchObject({
    rested: 0,
    ended: 2,
  });
});

test('where campaigns need more than can be sent, the plan names what closes the gap', async () => {
  const boxes = await insertMailboxes(1);
  await insertCampaign(boxes, 100);
  await main.test.query('update mailbox set message_per_day = 12 where id = any($1)', [boxes]);
  const plan = await client().getFleetPlan({});
  expect(plan.fixes).toEqual([
    { kind: 'RAISE_LIMITS', mailboxes: 1, mailbox_ids: boxes, per_day: 20, rest_from: null, short_after: 0 },
    { kind: 'ADD_MAILBOXES', mailboxes: 1, mailbox_ids: [], per_day: null, rest_from: null, short_after: 0 },
  ]);
});

test('leads on hold are planned once, from the end of their hold on, and those that wait for a person not at all', async () => {
  const boxes = await insertMailboxes(1);
  const id = await insertCampaign(boxes, 3);
  const [upload] = await main.test.query<{ id: number }>(
    `
      with run as (
        insert into bulk_run (workspace_id, kind, status) values ($1, 'LEAD_UPLOAD', 'COMPLETED') returning id
      )
      insert into lead_upload (workspace_id, run_id, campaign_id, file_name, storage_key)
      select $1, id, $2, 'bought-list.csv', 'x'
      from run
      returning id
    `,
    [me.workspaceId, id],
  );
  const hold = (days: number) => new Date(main.clock.now() + days * 86_400_000);
  await main.test.query(
    `
      insert into bounce_response (
        workspace_id, scope, scope_id, label, reaction, bounce_class, reason, level, began_at, until
      )
      values ($1, 'IMPORT', $2, 'bought-list.csv', 'HOLD', 'RECIPIENT', '4 of 40 emails', 1, $3, $4)
    `,
    [me.workspaceId, String(upload!.id), hold(0), hold(3)],
  );
  await insertLeads(id, [
    ...Array.from({ length: 9 }, () => ({ status: 'STARTED', upload_id: upload!.id })),
    // Due today and away until Wednesday; due today and waiting for a person; due today.
    { status: 'INPROGRESS', hold_kind: 'OUT_OF_OFFICE', hold_until: hold(2), next_eligible_at: hold(2) },
    { status: 'INPROGRESS', hold_kind: 'COMPANY_REPLY', hold_until: null, next_eligible_at: null },
    { status: 'INPROGRESS', hold_kind: null, hold_until: null, next_eligible_at: hold(0) },
  ]);
  const plannedOf = async () => (await client().getFleetPlan({})).days.slice(0, 5).map(({ planned }) => planned);
  expect(await plannedOf()).toEqual([3 + 1, 0, 1, 9, 0]);
  // A step that is no email needs no mailbox.
  await main.test.query(`update sequence_step set seq_type = 'LINKEDIN' where campaign_id = $1 and seq_number = 2`, [
    id,
  ]);
  expect(await plannedOf()).toEqual([3, 0, 0, 9, 0]);
});

test('no campaign falls below its floor, and what is held back is shown', async () => {
  const boxes = await insertMailboxes(2);
  await insertCampaign(boxes, 0);
  const kept = await client().setFleetRules({ body: { ...rules, least_sending: 2 } });
  expect(kept).toMatchObject({ rested: 0, held_back: 1 });
  const plan = await client().getFleetPlan({});
  expect(plan.log[0]?.text).toBe('1 mailbox should rest and keeps sending: Autumn would fall below its floor.');
  await client().setFleetRules({ body: { ...rules, least_sending: 3 } });
  expect((await client().getFleetPlan({})).short_campaigns).toEqual([
    { id: expect.any(Number), name: 'Autumn', sending: 2, least: 3 },
  ]);
});

test('a response to bounces is shown until it is released; another workspace sees and releases nothing', async () => {
  await main.test.query(
    `
      insert into bounce_response (
        workspace_id, scope, scope_id, label, reaction, bounce_class, reason, level, began_at, until
      )
      values ($1, 'DOMAIN', 'northlight.test', 'northlight.test', 'REST', 'SENDER', '12 of 40 emails', 1, $2, $3)
    `,
    [me.workspaceId, new Date(main.clock.now()), new Date(main.clock.now() + 86_400_000)],
  );
  const [response] = (await client().getFleetPlan({})).responses;
  expect(response).toMatchObject({ label: 'northlight.test', reaction: 'REST', level: 1 });
  const release = (as: SignedIn) =>
    main.asClient(fleetPlanContract, as).releaseBounceResponse({
      params: { bounceResponseId: response!.id },
      body: {},
    });
  const other = await main.signIn();
  await expect(release(other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await main.asClient(fleetPlanContract, other).getFleetPlan({})).responses).toEqual([]);
  expect(await release(me)).toMatchObject({ id: response!.id });
  const after = await client().getFleetPlan({});
  expect(after.responses).toEqual([]);
  expect(after.log[0]?.text).toBe('northlight.test was released from its response to bounces.');
  await expect(release(me)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
