import type { CampaignId } from '@skein/contracts/ids';
import type { Database, SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import { inItsTime } from '#platform/db/enabled-workspace';
import { isTransient } from '#platform/db/retry';
import type { Live } from '#platform/live/live';
import { countWaiting } from '#engine/sending/count-waiting';
import { plan } from '#engine/sending/plan';
import { requiredRows } from '#engine/sending/required-rows';
import type { CampaignSnapshot, MailboxSnapshot, PlanResult, QueueKey } from '#engine/sending/plan.types';
import { changeStatus } from './change-status.store';
import { chooseWinners } from './choose-winner.store';
import { campaignSnapshot, holdCredits } from './load-campaign.store';
import { holdDueCampaign, readSteps, type StepRow, type CampaignRow } from '#lifecycle/lifecycle.api';
import { lockMailboxes, mailboxSnapshots } from './load-mailboxes.store';
import { countBehind } from './count-queues.store';
import { countLaterToday, loadRows, type LoadedCounts } from './load-rows.store';
import { reachSteps } from './reach-steps.store';
import { reserveIntents } from './reserve-intents.store';
import { writeReasons, writeWaiting } from './trigger-reasons.store';

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

/** What one send round did, for logs and for tests that step through time. */
export interface FiredTrigger {
  campaignId: CampaignId;
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
  const due = await nextTriggerAt(deps.db, now);
  if (due === null || due > now) return null;
  let locked = null as CampaignRow | null;
  try {
    return await deps.db.systemSql(async (sql) => {
      locked = await holdDueCampaign(sql, now);
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
    'a campaign could not be planned; it is tried again at its next send round',
  );
  const next = now + row.min_time_btwn_emails * 60_000;
  await deps.db.systemSql(async (sql) => {
    const { rowCount } = await prepared(
      sql,
      `
        update campaign
        set trigger_sequence = trigger_sequence + 1, next_trigger_at = $2
        where id = $1 and status = 'ACTIVE' and trigger_sequence = $3
      `,
      [row.id, new Date(next), row.trigger_sequence],
    );
    if (rowCount === 0) return;
    await prepared(
      sql,
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
        'Nothing was sent: this campaign could not be planned because of an error. It is tried again in the next send round.',
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
  const campaign = await campaignSnapshot(sql, row, steps, {
    now,
    sendingHeld: deps.isSendingHeld(),
    realNow: deps.realNow(),
  });
  const mailboxRows = await lockMailboxes(sql, row.id);
  const mailboxes = await mailboxSnapshots(sql, campaign, mailboxRows, now);
  await reachSteps(sql, { campaign: row, steps, snapshot: campaign, mailboxes, now });
  const { result, waiting } = await decide(sql, row, { steps, campaign, mailboxes, now });
  const triggerId = await writeTriggerRun(sql, row, { result, waiting, now });
  const domains = new Map(mailboxRows.map((mailbox) => [mailbox.id, mailbox.from_email.split('@')[1] ?? 'localhost']));
  await reserveIntents(sql, { row, result, triggerId, domains, key: deps.identityKey });
  if (result.intents.length > 0) await wakeLanes(sql);
  await writeReasons(sql, row, { steps, result, now });
  await writeWaiting(sql, row, { steps, campaign, mailboxes: mailboxRows, result, now });
  const nextTriggerAt = await writeCampaign(sql, row, { campaign, result, now });
  await deps.live.publish(sql, row.workspace_id, ['campaigns', `campaign:${row.id}`]);
  return { campaignId: row.id, reserved: result.intents.length, nextTriggerAt };
}

/** Campaign time of the next trigger of any campaign, or null when none runs. @param now campaign time of who asks */
export async function nextTriggerAt(db: Database, now: number): Promise<number | null> {
  const [row] = await db.systemStatement<{ at: Date | null }>(
    `select min(next_trigger_at) as at from campaign where status = 'ACTIVE' and ${inItsTime('$1')}`,
    [new Date(now)],
  );
  return row?.at?.getTime() ?? null;
}

/** What a round plans from. */
interface RoundToDecide {
  steps: readonly StepRow[];
  campaign: CampaignSnapshot;
  mailboxes: readonly MailboxSnapshot[];
  now: number;
}

/** What a round decided, and how many leads it left waiting for what: all that are due, not only those that it looked at. */
interface Decision {
  result: PlanResult;
  waiting: PlanResult['trigger']['skippedByReason'];
}

async function decide(
  sql: SqlClient,
  row: CampaignRow,
  { steps, campaign, mailboxes, now }: RoundToDecide,
): Promise<Decision> {
  const required = requiredRows(campaign, mailboxes, now);
  const later = await countLaterToday(sql, row.id, required);
  const counted = mailboxes.map((mailbox) => ({ ...mailbox, followUpsLaterToday: later.get(mailbox.id) ?? 0 }));
  const loaded: LoadedCounts = new Map();
  let { rows: enrolments, incomplete } = await loadRows(sql, { campaign: row, steps, required, loaded, now });
  for (;;) {
    const input = { campaign, mailboxes: counted, enrolments, incompleteQueues: incomplete, now };
    const result = plan(input);
    if (result.needMore.length === 0) {
      const requests = required.rows.filter(({ key }) => incomplete.includes(key));
      const due = new Date(required.dueBefore ?? now);
      const behind = await countBehind(sql, { campaign: row, steps, requests, loaded, due });
      return { result, waiting: countWaiting(input, result, behind) };
    }
    const further = {
      ...required,
      rows: required.rows
        .filter((request) => result.needMore.includes(request.key))
        .map((request) => ({ ...request, limit: request.limit * 4 })),
    };
    const more = await loadRows(sql, { campaign: row, steps, required: further, loaded, now });
    const still = new Set<QueueKey>([
      ...incomplete.filter((key) => !result.needMore.includes(key)),
      ...more.incomplete,
    ]);
    enrolments = [...enrolments, ...more.rows];
    incomplete = more.rows.length === 0 ? [] : [...still];
  }
}

async function writeTriggerRun(
  sql: SqlClient,
  row: CampaignRow,
  { result, waiting, now }: Decision & { now: number },
): Promise<string> {
  const { trigger } = result;
  const { rows } = await prepared<{ id: string }>(
    sql,
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
        skipped: waiting,
        checkpoint: trigger.checkpoint,
        resumes_at: trigger.resumesAt === null ? null : new Date(trigger.resumesAt).toISOString(),
        sent: 0,
        failed: 0,
      },
    ],
  );
  return (rows[0] as { id: string }).id;
}

/** Tells the lanes, when this transaction commits. */
const wakeLanes = (sql: SqlClient) => sql.query(`select pg_notify('${sendingChannel}', '')`);

/** A subsequence is never done: it waits for the next lead that is pushed into it, and fires no trigger until then. */
async function rest(sql: SqlClient, row: CampaignRow): Promise<null> {
  await sql.query('update campaign set next_trigger_at = null where id = $1', [row.id]);
  return null;
}

/** What a round decided for its campaign. */
interface DecidedRound {
  campaign: CampaignSnapshot;
  result: PlanResult;
  now: number;
}

async function writeCampaign(
  sql: SqlClient,
  row: CampaignRow,
  { campaign, result, now }: DecidedRound,
): Promise<number | null> {
  // While an operator has to confirm the instance, or the plan has ended, the campaign stays active: it asks again, or it would never wake.
  const isHeld = result.trigger.binding?.code === 'SENDING_HELD' || result.trigger.binding?.code === 'PLAN_EXPIRED';
  const next = result.nextTriggerAt ?? (isHeld ? now + campaign.schedule.triggerIntervalMinutes * 60_000 : null);
  await prepared(
    sql,
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
