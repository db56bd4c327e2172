import type { Client } from 'pg';
import { fireDueTrigger } from '../backend/src/services/main/sending/delivery/trigger.store';
import { defineBench, type Bench } from './harness/bench';
import { createSendingLoad, type SendingLoad } from './harness/sending-load';

const mailboxes = 25;
/** Follow-ups that are due, and leads never mailed that may begin: the same in every campaign. */
const due = 200;
const fresh = 100;
/** A batch: long beside what PostgreSQL does in the background, which would stand out in single rounds. */
const triggers = 12;
/** Each against ten thousand. Ten million take some 20 GB of disk and a quarter of an hour to be written: only when asked for. */
const sizes = [100_000, 1_000_000, ...(process.argv.includes('--ten-million') ? [10_000_000] : [])];

/** A campaign of `leads` leads, of which `due` wait for nothing but a slot; all others are between two steps. */
async function addCampaign(owner: Client, workspaceId: number, leads: number, now: Date): Promise<number> {
  const one = async (sql: string, values: unknown[]) =>
    ((await owner.query<{ id: number }>(sql, values)).rows[0] as { id: number }).id;
  const campaignId = await one(
    `
      insert into campaign (
        workspace_id, status, sending_days, window_start, window_end, bounce_guard_enabled,
          last_trigger_slot_at
      )
      values (
        $1, 'ACTIVE', '{1,2,3,4,5,6,7}', '00:00', '24:00', false, $2::timestamptz - interval '10 minutes'
      )
      returning id
    `,
    [workspaceId, now],
  );
  await owner.query(
    `
      insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id)
      select workspace_id, $2, id
      from mailbox
      where workspace_id = $1
    `,
    [workspaceId, campaignId],
  );
  const steps: number[] = [];
  for (const number of [1, 2, 3]) {
    const stepId = await one(
      `
        insert into sequence_step (workspace_id, campaign_id, seq_number, delay_days)
        values ($1, $2, $3, 3)
        returning id
      `,
      [workspaceId, campaignId, number],
    );
    await owner.query(
      `
        insert into step_variant (workspace_id, step_id, label, subject, email_body)
        values ($1, $2, 'A', 'Hello {{first_name}}', '<p>Hi {{first_name}}</p>')
      `,
      [workspaceId, stepId],
    );
    steps.push(stepId);
  }
  await owner.query(
    `
      with l as (
          insert into lead (workspace_id, email, domain, first_name)
          select $1, 'lead' || n || '@c' || $2::int || '-' || (n % 5000) || '.test',
            'c' || $2::int || '-' || (n % 5000) || '.test', 'Lead' || n
          from generate_series(1, $3::int) n
          returning id
        ),
        numbered as (select id, row_number() over (order by id) as n from l),
        boxes as (select array_agg(id order by id) as ids from mailbox where workspace_id = $1)
      insert into enrolment (
        workspace_id, campaign_id, lead_id, mailbox_id, status, steps_sent, next_step_id, next_seq_number,
          next_due_at, next_eligible_at, first_sent_at, last_sent_at
      )
      select $1, $2, n.id, case when n.n <= $6 then null else b.ids[1 + n.n % cardinality(b.ids)] end,
        case when n.n <= $6 then 'STARTED' else 'INPROGRESS' end, case when n.n <= $6 then 0 else 1 end,
        case when n.n <= $6 then $7::int else $8::int end, case when n.n <= $6 then 1 else 2 end,
        case
          when n.n <= $6 then null
          when n.n <= $6 + $5 then $4::timestamptz - interval '1 hour'
          else $4::timestamptz + interval '1 day' + (n.n % 500) * interval '10 minutes'
          end,
        case
          when n.n <= $6 then null
          when n.n <= $6 + $5 then $4::timestamptz - interval '1 hour'
          else $4::timestamptz + interval '1 day' + (n.n % 500) * interval '10 minutes'
          end,
        case when n.n > $6 then $4::timestamptz - interval '2 days' end,
        case when n.n > $6 then $4::timestamptz - interval '2 days' end
      from numbered n, boxes b
    `,
    [workspaceId, campaignId, leads, now, due, fresh, steps[0], steps[1]],
  );
  return campaignId;
}

/** Fills tables faster than their indexes could follow: they are dropped, and made again in one go. */
async function withoutIndexes<Result>(owner: Client, fill: () => Promise<Result>): Promise<Result> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `
      select indexname as name, indexdef as definition
      from pg_indexes
      where schemaname = 'public'
        and tablename in ('lead', 'enrolment')
        and indexdef not like 'CREATE UNIQUE%'
    `,
  );
  for (const { name } of rows) await owner.query(`drop index "${name}"`);
  await owner.query('set synchronous_commit = off');
  const result = await fill();
  for (const { definition } of rows) await owner.query(definition);
  await owner.query('set synchronous_commit = on');
  return result;
}

/** Fires one campaign's trigger, planned and written, and takes it back, so that each finds the same. */
async function fire(load: SendingLoad, campaignId: number, now: number): Promise<number> {
  const systemSql: typeof load.db.systemSql = (work) =>
    load.db.systemSql(async (sql) => {
      await sql.query('update campaign set next_trigger_at = $2 where id = $1', [campaignId, new Date(now)]);
      const result = await work(sql);
      await sql.query('rollback');
      return result;
    });
  // The first look runs outside the transaction, where nothing is due.
  const systemStatement = async () => [{ at: new Date(now) }] as never[];
  const fired = await fireDueTrigger({ ...load.deps, db: { ...load.db, systemSql, systemStatement } }, now);
  if (!fired || fired.campaignId !== campaignId || fired.reserved === 0)
    throw new Error(`The trigger of campaign ${campaignId} did nothing: ${JSON.stringify(fired)}`);
  return fired.reserved;
}

export default defineBench({
  name: 'plan',
  summary:
    'one trigger over a campaign with N leads of which k are due: N from 10 thousand to a million (--ten-million: to ten), k fixed',
  async run(bench: Bench) {
    const load = await createSendingLoad(bench, 1, { mailboxes, batches: 1 });
    const { owner, workspaceId } = load;
    const now = load.clock.now() + 7_200_000;
    load.clock.set(now);
    await owner.query(`update intent set state = 'CANCELLED'`);
    await owner.query('update campaign set next_trigger_at = null');
    await owner.query(`set session_replication_role = 'replica'`);
    // No trigger reads it, and filling it takes longer than everything else.
    await owner.query('drop index lead_search');
    const filling = performance.now();
    const [small, ...large] = await withoutIndexes(owner, async () => {
      const campaigns: number[] = [];
      for (const leads of [10_000, ...(bench.quick ? [50_000] : sizes)])
        campaigns.push(await addCampaign(owner, workspaceId, leads, new Date(now)));
      return campaigns as [number, ...number[]];
    });
    await owner.query('vacuum analyze');
    // What filling left to be written would be written while one of the sides is measured.
    await owner.query('checkpoint');
    const filled = Math.round((performance.now() - filling) / 1000);
    bench.say(`The campaigns were written in ${filled} s.`);
    let reserved = 0;
    const side = (campaignId: number) => async () => {
      for (let index = 0; index < triggers; index += 1) reserved = await fire(load, campaignId, now);
      return { operations: triggers };
    };
    for (const [index, campaignId] of large.entries()) {
      const leads = bench.quick ? 50_000 : (sizes[index] as number);
      await bench.compare({
        name: `plan-${leads}`,
        what: `one trigger of a campaign with ${leads.toLocaleString('en-US')} leads: locked, loaded, planned, written`,
        against: 'the same with 10,000 leads',
        measure: 'cpu',
        alsoCpuOf: [load.pid],
        goal: { atMost: 1.2, text: 'at most 1.2x: grows with the due, not with the leads' },
        ours: side(campaignId),
        theirs: side(small),
        figures: { due, fresh, mailboxes },
        note: `${due} follow-ups due and ${fresh} new leads waiting in each campaign, ${mailboxes} mailboxes, so ${mailboxes} mails a trigger; each trigger is cancelled, so that all find the same. All leads and their places in the campaigns were written by SQL in ${filled} s.`,
      });
    }
    if (reserved !== mailboxes) bench.say(`Each trigger reserved ${reserved}.`);
  },
});
