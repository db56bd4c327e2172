import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import { isPlanInForce } from '#platform/plans/plan-in-force.store';
import { plannerSettings } from '@skein/contracts/main/campaign-columns';
import { includedIn } from '@skein/contracts/plan-limits';
import type { CampaignSnapshot, NewLeadsOnHold } from '#engine/sending/plan.types';
import { localDay } from '#engine/sending/local-day';
import { campaignHolds } from './bounce-holds.store';
import { clientEmailsLeft, holdClientEmails } from '#access/access.api';
import { scheduleOf, type CampaignRow, type StepRow } from '#lifecycle/lifecycle.api';

/** The rolling window of the bounce guard, in milliseconds of campaign time. */
const bounceGuardWindow = 7 * 24 * 3_600_000;

/** The moment of a snapshot, by campaign time and by the real clock, and whether sending is held everywhere. */
interface SnapshotOptions {
  now: number;
  realNow: number;
  sendingHeld: boolean;
}

const idsOf = (steps: readonly StepRow[], isWanted: (step: StepRow) => boolean): number[] =>
  steps.filter(isWanted).map((step) => step.id);

/** Of the campaign $1: its emails from $2 to $3, its bounces since $4, and its leads before the email steps $5 and the others $7. */
const campaignCounts = `
  select (
      select count(*)::int
      from intent i
      where i.campaign_id = $1
        and i.kind = 'CAMPAIGN'
        and i.state in ('RESERVED','SUBMITTING','SENT','IN_DOUBT')
        and i.send_at >= $2
        and i.send_at < $3
        and i.is_new_lead
    ) as new_leads,
    (
      select count(*)::int
      from intent i
      where i.campaign_id = $1
        and i.kind = 'CAMPAIGN'
        and i.state in ('RESERVED','SUBMITTING','SENT','IN_DOUBT')
        and i.send_at >= $2
        and i.send_at < $3
        and not i.is_new_lead
    ) as follow_ups,
    (
      select coalesce(sum(count), 0)::int
      from event_rollup r
      where r.workspace_id = $6
        and r.dimension = 'campaign'
        and r.dimension_id = $1
        and r.axis = 'event'
        and r.kind = 'SENT'
        and r.bucket >= $4
    ) as guard_sent,
    (
      select coalesce(sum(count), 0)::int
      from event_rollup r
      where r.workspace_id = $6
        and r.dimension = 'campaign'
        and r.dimension_id = $1
        and r.axis = 'event'
        and r.kind = 'BOUNCE'
        and r.bucket >= $4
    ) as guard_bounced,
    exists (
      select
      from enrolment e
      where e.campaign_id = $1
        and e.status = 'STARTED'
        and e.open_intent_id is null
        and not e.is_parked
        and (e.next_step_id is null or e.next_step_id = any($5))
    ) as has_new,
    exists (
      select
      from enrolment e
      where e.campaign_id = $1
        and e.status = 'INPROGRESS'
        and e.open_intent_id is null
        and not e.is_parked
        and e.next_step_id = any($5)
    ) as has_follow_ups,
    (
      exists (select from enrolment e where e.campaign_id = $1 and e.status = 'PAUSED')
        or exists (select from intent i where i.campaign_id = $1 and i.state in ('RESERVED','SUBMITTING'))
        or exists (
          select
          from enrolment e
          where e.campaign_id = $1 and e.is_parked and e.status in ('STARTED','INPROGRESS')
        )
        or (
          cardinality($7::int[]) > 0
            and exists (
              select
              from enrolment e
              where e.campaign_id = $1
                and e.status in ('STARTED', 'INPROGRESS')
                and e.next_step_id = any($7)
            )
        )
    ) as has_others,
    (
      select json_build_object('at', e.next_eligible_at, 'code', e.constraint_code)
      from enrolment e
      where e.campaign_id = $1
        and e.status = 'INPROGRESS'
        and e.open_intent_id is null
        and not e.is_parked
        and e.next_step_id = any($5)
        and e.next_eligible_at is not null
      order by e.next_eligible_at
      limit 1
    ) as next_follow_up
`;

/** What the campaign sent on this day, what its bounce guard counts, and which queues have leads. */
interface CampaignCounts {
  new_leads: number;
  follow_ups: number;
  guard_sent: number;
  guard_bounced: number;
  has_new: boolean;
  has_follow_ups: boolean;
  has_others: boolean;
  next_follow_up: { at: string; code: string | null } | null;
}

async function countCampaign(
  sql: SqlClient,
  campaign: CampaignRow,
  steps: readonly StepRow[],
  { day, now }: { day: ReturnType<typeof localDay>; now: number },
): Promise<CampaignCounts> {
  const {
    rows: [counts],
  } = await prepared<CampaignCounts>(sql, campaignCounts, [
    campaign.id,
    day.start,
    day.end,
    new Date(now - bounceGuardWindow),
    idsOf(steps, (step) => step.snapshot.kind === 'EMAIL'),
    campaign.workspace_id,
    idsOf(steps, (step) => step.snapshot.kind !== 'EMAIL'),
  ]);
  return counts as CampaignCounts;
}

/** What the planner has to know of a campaign at `now` (milliseconds of campaign time). */
export async function campaignSnapshot(
  sql: SqlClient,
  row: CampaignRow,
  steps: readonly StepRow[],
  options: SnapshotOptions,
): Promise<CampaignSnapshot> {
  const { now } = options;
  const day = localDay(row.time_zone, now);
  const counted = await countCampaign(sql, row, steps, { day, now });
  const bounces = await campaignHolds(sql, row, new Date(now - bounceGuardWindow), now);
  const hasSteps = steps.some((step) => step.snapshot.kind === 'EMAIL');
  return {
    id: String(row.id),
    seed: row.uuid,
    status: row.status,
    statusReason: row.status_reason,
    schedule: scheduleOf(row),
    settings: plannerSettings(row),
    bounceGuard: {
      enabled:
        row.bounce_guard_enabled && !(row.bounce_guard_muted_until && row.bounce_guard_muted_until.getTime() > now),
      percent: row.bounce_guard_percent,
      minimumSent: row.bounce_guard_min_sent,
      // What a hold of its import has answered is not answered again by pausing the campaign.
      sent: Math.max(0, counted.guard_sent - bounces.answeredSent),
      recipientBounces: Math.max(0, counted.guard_bounced - bounces.answeredBounces),
      answered: { sent: bounces.answeredSent, bounces: bounces.answeredBounces },
    },
    bounceHold: bounces.hold,
    reallocation: { detached: 'MOVE', failingAfterMs: 24 * 3_600_000 },
    steps: steps.map((step) => step.snapshot),
    planInForce: row.disabled_at === null && isPlanInForce(row, options.realNow),
    emailCreditsLeft: await creditsLeft(sql, row),
    sendingHeld: options.sendingHeld,
    day: { date: day.date, newLeads: counted.new_leads, followUps: counted.follow_ups },
    lastTriggerSlotAt: row.last_trigger_slot_at?.getTime() ?? null,
    backlog: backlogOf(counted, { hasSteps, now, onHold: bounces.newLeads }),
  };
}

/** Which queues have leads. New leads wait from now on, unless the holds of their imports keep all of them. */
function backlogOf(
  counted: CampaignCounts,
  { hasSteps, now, onHold }: { hasSteps: boolean; now: number; onHold: NewLeadsOnHold | null },
): CampaignSnapshot['backlog'] {
  const newLeads = counted.has_new && hasSteps;
  const followUpAt = counted.next_follow_up ? Date.parse(counted.next_follow_up.at) : null;
  const newLeadsOnHold = newLeads ? onHold : null;
  const base = { newLeads, followUps: counted.has_follow_ups, others: counted.has_others, newLeadsOnHold };
  if (newLeads && !newLeadsOnHold?.areAll) return { ...base, nextEligibleAt: now, heldBy: null };
  const until = newLeadsOnHold?.until ?? null;
  if (until !== null && (followUpAt === null || until < followUpAt))
    return { ...base, nextEligibleAt: until, heldBy: null };
  return { ...base, nextEligibleAt: followUpAt, heldBy: counted.next_follow_up?.code ?? null };
}

/** From so many emails left on, mails that are planned and have not left are counted as well. More than any workspace has under way. */
const nearTheEnd = 20_000;
const creditsLock = 0x63726564;
/** Settings of a campaign, or of another sender, that decide on the remaining emails. */
export type CreditRow = Pick<
  CampaignRow,
  'workspace_id' | 'client_id' | 'plan_type' | 'lead_limit' | 'email_limit' | 'email_credits_used'
>;
const isNearTheEnd = (row: CreditRow): boolean => includedIn(row).emails - row.email_credits_used < nearTheEnd;

/**
 * Near the end of the plan's emails one trigger of a workspace plans after the other, until the transaction ends: what
 * one has planned, the next does not plan again.
 */
export async function holdCredits(sql: SqlClient, row: CreditRow): Promise<void> {
  if (row.client_id !== null) await holdClientEmails(row.workspace_id, sql, row.client_id);
  if (isNearTheEnd(row)) await sql.query('select pg_advisory_xact_lock($1, $2)', [creditsLock, row.workspace_id]);
}

/** Emails that the plan, and the campaign's client where its agency assigned credits, have left, without those that are on their way. */
export async function creditsLeft(sql: SqlClient, row: CreditRow): Promise<number> {
  const plan = await planCreditsLeft(sql, row);
  const client = row.client_id === null ? null : await clientEmailsLeft(row.workspace_id, sql, row.client_id);
  return client === null ? plan : Math.min(plan, client);
}

async function planCreditsLeft(sql: SqlClient, row: CreditRow): Promise<number> {
  if (!isNearTheEnd(row)) return includedIn(row).emails - row.email_credits_used;
  const {
    rows: [counted],
  } = await sql.query<{ used: number }>(
    `
      select w.email_credits_used + (
        select count(*)::int
        from intent i
        where i.workspace_id = $1 and i.kind in ('CAMPAIGN', 'SINGLE') and i.state = 'RESERVED'
      ) + (
        select count(*)::int
        from intent i
        where i.workspace_id = $1 and i.kind in ('CAMPAIGN', 'SINGLE') and i.state = 'SUBMITTING'
      ) as used
      from workspace w
      where w.id = $1
    `,
    [row.workspace_id],
  );
  return includedIn(row).emails - (counted?.used ?? 0);
}
