import type { Database, SqlClient } from '../../../../../platform/db/database';
import { isTransient } from '../../../../../platform/db/retry';
import type { Live } from '../../../../../platform/live/live';
import { messageIdentity } from '../../../../../engine/sending/message-identity';
import { plan } from '../../../../../engine/sending/plan';
import { requiredRows } from '../../../../../engine/sending/required-rows';
import type { CampaignSnapshot, MailboxSnapshot, PlanResult, QueueKey } from '../../../../../engine/sending/plan.types';
import { changeStatus } from './change-status.store';
import { chooseWinners } from './choose-winner.store';
import { campaignSnapshot, holdCredits, lockDueCampaign } from './load-campaign.store';
import { readSteps, type StepRow, type CampaignRow } from '../../lifecycle/lifecycle.api';
import { lockMailboxes, mailboxSnapshots, type MailboxRow } from './load-mailboxes.store';
import { countLaterToday, loadEnrolments, loadRows, type LoadedCounts } from './load-rows.store';
import { reachSteps } from './reach-steps.store';

export interface TriggerDeps {
  db: Database;
  live: Live;
  identityKey: Uint8Array;
  realNow: () => number;
  isSendingHeld: () => boolean;
  log?: { error: (fields: object, text: string) => void };
}

/** Wakes the lanes of every process when something was reserved. */
export const sendingChannel = 'skein_sending';

/** What one firing did, for logs and for whoever steps through time. */
export interface FiredTrigger {
  campaignId: number;
  reserved: number;
  nextTriggerAt: number | null;
}

/**
 * Fires the trigger of the campaign that is due first: snapshot, plan and everything that follows from it in one transaction,
 * under the locks of the campaign and of its mailboxes, so that the plan is still true when it is written.
 * @param now campaign time in milliseconds
 * @returns null when no campaign is due
 */
export async function fireDueTrigger(deps: TriggerDeps, now: number): Promise<FiredTrigger | null> {
  // Most looks find nothing, and this one is no transaction.
  const due = await nextTriggerAt(deps.db);
  if (due === null || due > now) return null;
  let locked = null as CampaignRow | null;
  try {
    return await deps.db.systemSql(async (sql) => {
      locked = await lockDueCampaign(sql, new Date(now));
      return locked && fire(deps, sql, locked, now);
    });
  } catch (error) {
    if (locked === null || isTransient(error)) throw error;
    return putAside(deps, locked, error, now);
  }
}

/**
 * A campaign whose plan fails on its own data waits for its next trigger, and its log says so: it was due first, and would be
 * due first again at once, before the campaigns of everybody else.
 */
async function putAside(deps: TriggerDeps, row: CampaignRow, error: unknown, now: number): Promise<FiredTrigger> {
  deps.log?.error(
    { error, campaign: row.id },
    'a campaign could not be planned; it is tried again at its next trigger',
  );
  const next = now + row.min_time_btwn_emails * 60_000;
  await deps.db.systemSql(async (sql) => {
    const { rowCount } = await sql.query(
      `
        update campaign
        set trigger_sequence = trigger_sequence + 1, next_trigger_at = $2
        where id = $1 and status = 'ACTIVE' and trigger_sequence = $3
      `,
      [row.id, new Date(next), row.trigger_sequence],
    );
    if (rowCount === 0) return;
    await sql.query(
      `
        insert into trigger_run (
          workspace_id, campaign_id, sequence, state, scheduled_at, picked_at, completed_at, checkpoint,
            constraint_code, planned, counts
        )
        values ($1, $2, $3, 'COMPLETED', $4, $5, $5, $6, null, 0, $7)
      `,
      [
        row.workspace_id,
        row.id,
        row.trigger_sequence + 1,
        row.next_trigger_at,
        new Date(now),
        'Nothing was sent: this campaign could not be planned because of an error. It is tried again at the next trigger.',
        { new_leads: 0, follow_ups: 0, skipped: {}, checkpoint: null, sent: 0, failed: 0 },
      ],
    );
    await deps.live.publish(sql, row.workspace_id, ['campaigns', `campaign:${row.id}`]);
  });
  return { campaignId: row.id, reserved: 0, nextTriggerAt: next };
}

async function fire(deps: TriggerDeps, sql: SqlClient, row: CampaignRow, now: number): Promise<FiredTrigger> {
  let steps = await readSteps(sql, row);
  // Asked only where variants are compared: it is one more question to the database at every trigger.
  if (steps.some(({ snapshot }) => snapshot.distribution === 'AI_EQUAL' && snapshot.winnerVariantId === null)) {
    await chooseWinners(sql, row, now);
    steps = await readSteps(sql, row);
  }
  await holdCredits(sql, row);
  const campaign = await campaignSnapshot(sql, row, steps, now, {
    sendingHeld: deps.isSendingHeld(),
    realNow: deps.realNow(),
  });
  const mailboxRows = await lockMailboxes(sql, row.id);
  const mailboxes = await mailboxSnapshots(sql, campaign, mailboxRows, now);
  await reachSteps(sql, row, steps, campaign, mailboxes, now);
  const result = await decide(sql, row, steps, campaign, mailboxes, now);
  const triggerId = await writeTriggerRun(sql, row, result, now);
  const domains = new Map(mailboxRows.map((mailbox) => [mailbox.id, mailbox.from_email.split('@')[1] ?? 'localhost']));
  await reserveIntents(sql, row, result, triggerId, domains, deps.identityKey);
  if (result.intents.length > 0) await wakeLanes(sql);
  await writeReasons(sql, row, steps, result, now);
  await writeWaiting(sql, row, steps, campaign, mailboxRows, result, now);
  const nextTriggerAt = await writeCampaign(sql, row, campaign, result, now);
  await deps.live.publish(sql, row.workspace_id, ['campaigns', `campaign:${row.id}`]);
  return { campaignId: row.id, reserved: result.intents.length, nextTriggerAt };
}

/** Campaign time of the next trigger of any campaign, or null when none runs. */
export async function nextTriggerAt(db: Database): Promise<number | null> {
  const [row] = await db.systemStatement<{ at: Date | null }>(
    `select min(next_trigger_at) as at from campaign where status = 'ACTIVE'`,
  );
  return row?.at?.getTime() ?? null;
}

async function decide(
  sql: SqlClient,
  row: CampaignRow,
  steps: readonly StepRow[],
  campaign: CampaignSnapshot,
  mailboxes: readonly MailboxSnapshot[],
  now: number,
): Promise<PlanResult> {
  const required = requiredRows(campaign, mailboxes, now);
  const later = await countLaterToday(sql, row.id, required);
  const counted = mailboxes.map((mailbox) => ({ ...mailbox, followUpsLaterToday: later.get(mailbox.id) ?? 0 }));
  const loaded: LoadedCounts = new Map();
  let { rows: enrolments, incomplete } = await loadRows(sql, row, steps, required, loaded, now);
  for (;;) {
    const result = plan({ campaign, mailboxes: counted, enrolments, incompleteQueues: incomplete, now });
    if (result.needMore.length === 0) return result;
    const further = {
      ...required,
      rows: required.rows
        .filter((request) => result.needMore.includes(request.key))
        .map((request) => ({ ...request, limit: request.limit * 4 })),
    };
    const more = await loadRows(sql, row, steps, further, loaded, now);
    if (more.rows.length === 0) return plan({ campaign, mailboxes: counted, enrolments, incompleteQueues: [], now });
    const still = new Set<QueueKey>([
      ...incomplete.filter((key) => !result.needMore.includes(key)),
      ...more.incomplete,
    ]);
    enrolments = [...enrolments, ...more.rows];
    incomplete = [...still];
  }
}

async function writeTriggerRun(sql: SqlClient, row: CampaignRow, result: PlanResult, now: number): Promise<string> {
  const { trigger } = result;
  const { rows } = await sql.query<{ id: string }>(
    `
      insert into trigger_run (
        workspace_id, campaign_id, sequence, state, scheduled_at, picked_at, completed_at, checkpoint,
          constraint_code, planned, counts
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      returning id
    `,
    [
      row.workspace_id,
      row.id,
      row.trigger_sequence + 1,
      trigger.sent > 0 ? 'RUNNING' : 'COMPLETED',
      new Date(trigger.slotAt ?? now),
      new Date(now),
      trigger.sent > 0 ? null : new Date(now),
      trigger.message,
      trigger.binding?.code ?? null,
      trigger.sent,
      {
        new_leads: trigger.newLeads,
        follow_ups: trigger.followUps,
        skipped: trigger.skippedByReason,
        checkpoint: trigger.checkpoint,
        sent: 0,
        failed: 0,
      },
    ],
  );
  return (rows[0] as { id: string }).id;
}

/** One RESERVED row for each intent; a row that was cancelled before it was ever submitted is taken up again. */
async function reserveIntents(
  sql: SqlClient,
  row: CampaignRow,
  result: PlanResult,
  triggerId: string,
  domains: ReadonlyMap<number, string>,
  key: Uint8Array,
): Promise<void> {
  if (result.intents.length === 0) return;
  const numbers = new Map(result.intents.map((intent) => [intent.stepId, intent.stepIndex + 1]));
  const given = result.intents.map((intent) => ({
    enrolment_id: Number(intent.enrolmentId),
    step_id: Number(intent.stepId),
    seq_number: numbers.get(intent.stepId),
    variant_id: Number(intent.variantId),
    mailbox_id: Number(intent.mailboxId),
    slot_at: new Date(intent.slotAt),
    send_at: new Date(intent.sendAt),
    not_after: new Date(intent.notAfter),
    is_new_lead: intent.kind === 'NEW',
    reallocated_from: intent.reallocatedFrom === null ? null : Number(intent.reallocatedFrom),
    ...messageIdentity(
      key,
      { enrolmentId: intent.enrolmentId, stepId: intent.stepId },
      domains.get(Number(intent.mailboxId)) ?? 'localhost',
    ),
  }));
  const written = await sql.query<{ id: string; enrolment_id: number }>(
    `
      insert into intent (
        workspace_id, kind, campaign_id, enrolment_id, step_id, seq_number, variant_id, mailbox_id,
          trigger_run_id, state, slot_at, send_at, not_after, is_new_lead, reallocated_from, message_id,
          envelope_id, to_email
      )
      select $1, 'CAMPAIGN', $2, g.enrolment_id, g.step_id, coalesce(s.seq_number, g.seq_number),
        g.variant_id, g.mailbox_id, $3, 'RESERVED', g.slot_at, g.send_at, g.not_after, g.is_new_lead,
        g.reallocated_from, g."messageId", g."envelopeId", l.email
      from jsonb_to_recordset($4::jsonb) as g(
        enrolment_id int, step_id int, seq_number int, variant_id int, mailbox_id int, slot_at timestamptz,
          send_at timestamptz, not_after timestamptz, is_new_lead boolean, reallocated_from int,
          "messageId" text, "envelopeId" text
      )
      join enrolment e on e.id = g.enrolment_id
      join lead l on l.id = e.lead_id
      left join sequence_step s on s.id = g.step_id
      on conflict (enrolment_id, step_id)
      do update set state = 'RESERVED', slot_at = excluded.slot_at, send_at = excluded.send_at, not_after = excluded.not_after, variant_id = excluded.variant_id, mailbox_id = excluded.mailbox_id,
        -- A lead that was moved to this mailbox stays moved when its reservation was given back in between: its mail starts a new thread.
        trigger_run_id = excluded.trigger_run_id, message_id = excluded.message_id, to_email = excluded.to_email, reallocated_from = coalesce(excluded.reallocated_from, intent.reallocated_from), cancel_reason = null, failure_class = null, failure_text = null,
        -- Whoever claimed the earlier reservation does not hold this one.
        fencing_token = 0, lease_owner = null, leased_until = null, updated_at = now(),
        -- What a server refused for good is tried anew once a person has let the lead go on.
        submitting_at = null, attempts = case when intent.state = 'FAILED' then 0 else intent.attempts end, smtp_code = null, smtp_response = null
      where (intent.state = 'CANCELLED' and intent.submitting_at is null) or intent.state = 'FAILED'
      returning id, enrolment_id
    `,
    [row.workspace_id, row.id, triggerId, JSON.stringify(given)],
  );
  // A lead is given a variant once: one that was reserved before keeps it, unless it was switched off, and was counted then.
  await sql.query(
    `
      update step_variant v
      set assigned_count = v.assigned_count + g.count
      from (
        select r.variant_id, count(*)::int as count
        from jsonb_to_recordset($1::jsonb) as r(enrolment_id int, step_id int, variant_id int)
        join enrolment e on e.id = r.enrolment_id
        where e.variant_by_step ->> r.step_id::text is distinct from r.variant_id::text
        group by 1
        order by 1
      ) g
      where v.id = g.variant_id
    `,
    [JSON.stringify(given)],
  );
  await sql.query(
    `
      update enrolment e
      set open_intent_id = g.intent_id, mailbox_id = g.mailbox_id,
        variant_by_step = e.variant_by_step || jsonb_build_object(g.step_id::text, g.variant_id),
        constraint_code = 'STEP_IN_FLIGHT', next_eligible_at = g.send_at, updated_at = now()
      from (
        select (w->>'id')::bigint as intent_id, (w->>'enrolment_id')::int as enrolment_id,
          (r->>'mailbox_id')::int as mailbox_id, r->>'step_id' as step_id,
          (r->>'variant_id')::int as variant_id, (r->>'send_at')::timestamptz as send_at
        from jsonb_array_elements($1::jsonb) w
        join jsonb_array_elements($2::jsonb) r on r->>'enrolment_id' = w->>'enrolment_id'
      ) g
      where e.id = g.enrolment_id
    `,
    [
      JSON.stringify(written.rows.map((one) => ({ id: one.id, enrolment_id: one.enrolment_id }))),
      JSON.stringify(given),
    ],
  );
}

/** Tells the lanes, when this transaction commits. */
const wakeLanes = (sql: SqlClient) => sql.query(`select pg_notify('${sendingChannel}', '')`);

async function writeReasons(
  sql: SqlClient,
  row: CampaignRow,
  steps: readonly StepRow[],
  result: PlanResult,
  now: number,
): Promise<void> {
  if (result.reasons.length === 0) return;
  const filled = await filledMeanwhile(sql, row, steps, result, now);
  await sql.query(
    `
      update enrolment e
      set constraint_code = g.code,
        next_eligible_at = case
          when g.defer and g.next_eligible_at is not null then g.next_eligible_at
          else e.next_eligible_at
          end,
        is_parked = e.is_parked or g.park
      from jsonb_to_recordset($2::jsonb) as g(
        enrolment_id int, code text, next_eligible_at timestamptz, defer boolean, park boolean
      )
      where e.campaign_id = $1 and e.id = g.enrolment_id
    `,
    [
      row.id,
      JSON.stringify(
        result.reasons.map((reason) => ({
          enrolment_id: Number(reason.enrolmentId),
          code: reason.code,
          next_eligible_at: reason.nextEligibleAt === null ? null : new Date(reason.nextEligibleAt),
          defer: reason.defer,
          park: reason.park && !filled.has(reason.enrolmentId),
        })),
      ),
    ],
  );
  // A suppression found here was added after the import: the lead ends, visibly.
  const suppressed = result.reasons
    .filter((reason) => reason.code === 'LEAD_SUPPRESSED')
    .map((reason) => Number(reason.enrolmentId));
  if (suppressed.length > 0) {
    await sql.query(
      `
        update enrolment
        set status = 'BLOCKED', reason = 'SUPPRESSED', ended_at = $3, updated_at = now()
        where campaign_id = $1 and id = any($2) and status in ('STARTED', 'INPROGRESS')
      `,
      [row.id, suppressed, new Date(result.trigger.slotAt ?? Date.now())],
    );
  }
}

/** Leads that are to be set aside for a field that somebody has filled since they were read: looked at again under their locks, which whoever fills one takes first. */
async function filledMeanwhile(
  sql: SqlClient,
  row: CampaignRow,
  steps: readonly StepRow[],
  result: PlanResult,
  now: number,
): Promise<Set<string>> {
  const ids = result.reasons
    .filter((reason) => reason.park && reason.code === 'MISSING_MERGE_DATA')
    .map((reason) => Number(reason.enrolmentId));
  if (ids.length === 0) return new Set();
  await sql.query('select from enrolment where id = any($1) order by id for no key update', [ids]);
  return new Set(
    (await loadEnrolments(sql, row, steps, ids, now))
      .filter((lead) => lead.missingFields.length === 0)
      .map((lead) => lead.id),
  );
}

/**
 * Who waits for a mailbox that several campaigns share: the one that has waited longest has its turn. A campaign waits only while it has something to
 * send from it, or its turn would keep the others from it for nothing.
 */
async function writeWaiting(
  sql: SqlClient,
  row: CampaignRow,
  steps: readonly StepRow[],
  campaign: CampaignSnapshot,
  mailboxes: readonly MailboxRow[],
  result: PlanResult,
  now: number,
): Promise<void> {
  const refused = result.mailboxes
    .filter((outcome) => outcome.refusal?.code === 'MAILBOX_GAP' || outcome.refusal?.code === 'MAILBOX_TURN')
    .map((outcome) => Number(outcome.mailboxId));
  const waiting = new Set(refused.length === 0 ? [] : await findWanted(sql, row, steps, campaign, refused, now));
  const begins = mailboxes
    .filter((mailbox) => mailbox.waiting_since === null && waiting.has(mailbox.id))
    .map((mailbox) => mailbox.id);
  const ends = mailboxes
    .filter((mailbox) => mailbox.waiting_since !== null && !waiting.has(mailbox.id))
    .map((mailbox) => mailbox.id);
  if (begins.length > 0)
    await sql.query('update campaign_mailbox set waiting_since = $3 where campaign_id = $1 and mailbox_id = any($2)', [
      row.id,
      begins,
      new Date(now),
    ]);
  if (ends.length > 0)
    await sql.query(
      'update campaign_mailbox set waiting_since = null where campaign_id = $1 and mailbox_id = any($2)',
      [row.id, ends],
    );
}

/** The mailboxes from which a campaign would send now: a follow-up of theirs is due, or a new lead may enter. */
async function findWanted(
  sql: SqlClient,
  row: CampaignRow,
  steps: readonly StepRow[],
  { schedule, day }: CampaignSnapshot,
  mailboxIds: readonly number[],
  now: number,
): Promise<number[]> {
  const emails = steps.filter((step) => step.snapshot.kind === 'EMAIL').map((step) => step.id);
  const mayEnter = schedule.maxNewLeadsPerDay === null || day.newLeads < schedule.maxNewLeadsPerDay;
  const free = `e.campaign_id = $1 and e.open_intent_id is null and not e.is_parked and (e.hold_kind is null or e.hold_until <= $3)`;
  const { rows } = await sql.query<{ id: number }>(
    `
      select m.id
      from unnest($2::int[]) as m(id)
      where exists (
          select
          from enrolment e
          where ${free}
            and e.status = 'INPROGRESS'
            and e.mailbox_id = m.id
            and e.next_eligible_at <= $3
            and e.next_step_id = any($4::int[])
        )
        or (
          $5
            and exists (
              select
              from enrolment e
              where ${free}
                and e.status = 'STARTED'
                and (e.mailbox_id is null or e.mailbox_id = m.id)
                and coalesce(e.next_eligible_at, '-infinity') <= $3
                and (e.next_step_id = any($4::int[]) or (e.next_step_id is null and $6))
            )
        )
    `,
    [row.id, mailboxIds, new Date(now), emails, mayEnter, steps[0]?.snapshot.kind === 'EMAIL'],
  );
  return rows.map((found) => found.id);
}

/** A subsequence is never done: it waits for the next lead that is pushed into it, and fires no trigger until then. */
async function rest(sql: SqlClient, row: CampaignRow): Promise<null> {
  await sql.query('update campaign set next_trigger_at = null where id = $1', [row.id]);
  return null;
}

async function writeCampaign(
  sql: SqlClient,
  row: CampaignRow,
  campaign: CampaignSnapshot,
  result: PlanResult,
  now: number,
): Promise<number | null> {
  // While an operator has to confirm the instance, or the plan has ended, the campaign stays active: it asks again, or it would never wake.
  const isHeld = result.trigger.binding?.code === 'SENDING_HELD' || result.trigger.binding?.code === 'PLAN_EXPIRED';
  const next = result.nextTriggerAt ?? (isHeld ? now + campaign.schedule.triggerIntervalMinutes * 60_000 : null);
  await sql.query(
    `
      update campaign
      set trigger_sequence = trigger_sequence + 1, next_trigger_at = $2,
        last_trigger_slot_at = coalesce($3, last_trigger_slot_at)
      where id = $1
    `,
    [
      row.id,
      next === null ? null : new Date(next),
      result.trigger.slotAt === null ? null : new Date(result.trigger.slotAt),
    ],
  );
  if (result.pause)
    await changeStatus(sql, {
      workspaceId: row.workspace_id,
      campaignId: row.id,
      to: 'PAUSED',
      reason: result.pause.reason,
      detail: result.pause.facts,
      at: new Date(now),
    });
  const { backlog } = campaign;
  if (result.intents.length === 0 && !backlog.newLeads && !backlog.followUps && !backlog.others) {
    if (row.parent_campaign_id !== null && !result.pause) return rest(sql, row);
    const {
      rows: [any],
    } = await sql.query<{ found: boolean }>('select exists (select from enrolment where campaign_id = $1) as found', [
      row.id,
    ]);
    if (any?.found)
      await changeStatus(sql, {
        workspaceId: row.workspace_id,
        campaignId: row.id,
        to: 'COMPLETED',
        reason: null,
        detail: null,
        at: new Date(now),
      });
  }
  return next;
}
