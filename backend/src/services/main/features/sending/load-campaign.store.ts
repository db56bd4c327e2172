import type { SqlClient } from '../../../../platform/db/database';
import { hasPlanAccess } from '@skein/contracts/plan-access';
import { planQuotas, type PlanType } from '@skein/contracts/constants';
import type { CampaignSnapshot, IsoDay, ScheduleWindow, StepSnapshot } from '../../../../engine/sending/plan.types';
import { localDay } from './local-day';

/** A campaign row as the sending stores read it. */
export interface CampaignRow {
  id: number;
  workspace_id: number;
  status: CampaignSnapshot['status'];
  status_reason: string | null;
  client_id: number | null;
  parent_campaign_id: number | null;
  time_zone: string;
  sending_days: number[];
  window_start: string;
  window_end: string;
  extra_windows: { days: number[]; start: string; end: string }[];
  holidays: string[];
  time_zone_mode: 'CAMPAIGN' | 'LEAD';
  schedule_start_at: Date | null;
  min_time_btwn_emails: number;
  max_leads_per_day: number;
  follow_up_percentage: number;
  esp_match_mode: 'OFF' | 'PREFER' | 'STRICT';
  company_daily_limit: number | null;
  bounce_guard_enabled: boolean;
  bounce_guard_percent: number;
  bounce_guard_min_sent: number;
  bounce_guard_muted_until: Date | null;
  delay_basis: string;
  spintax_mode: string;
  allow_missing_fields: string[];
  last_trigger_slot_at: Date | null;
  trigger_sequence: number;
  next_trigger_at: Date | null;
  uuid: string;
  settings: Record<string, unknown>;
  plan_type: PlanType;
  trial_end_at: Date | null;
  is_subscribed: boolean;
  subscription_end_at: Date | null;
  email_credits_used: number;
}

const columns = `c.id, c.workspace_id, c.status, c.status_reason, c.client_id, c.parent_campaign_id, c.time_zone, c.sending_days, c.window_start, c.window_end, c.extra_windows, c.holidays, c.time_zone_mode,
  c.schedule_start_at, c.min_time_btwn_emails, c.max_leads_per_day, c.follow_up_percentage, c.esp_match_mode, c.company_daily_limit, c.bounce_guard_enabled, c.bounce_guard_percent, c.bounce_guard_min_sent,
  c.bounce_guard_muted_until, c.delay_basis, c.spintax_mode, c.allow_missing_fields, c.last_trigger_slot_at, c.trigger_sequence, c.next_trigger_at, c.uuid, c.settings,
  w.plan_type, w.trial_end_at, w.is_subscribed, w.subscription_end_at, w.email_credits_used`;

/** One due campaign, locked for this transaction; another worker's campaigns are passed over. */
export async function lockDueCampaign(sql: SqlClient, now: Date): Promise<CampaignRow | null> {
  const { rows } = await sql.query<CampaignRow>(
    `select ${columns} from campaign c join workspace w on w.id = c.workspace_id
     where c.status = 'ACTIVE' and c.next_trigger_at <= $1 order by c.next_trigger_at, c.id limit 1 for no key update of c skip locked`,
    [now],
  );
  return rows[0] ?? null;
}

export async function readCampaign(
  sql: SqlClient,
  workspaceId: number,
  campaignId: number,
): Promise<CampaignRow | null> {
  const { rows } = await sql.query<CampaignRow>(
    `select ${columns} from campaign c join workspace w on w.id = c.workspace_id where c.workspace_id = $1 and c.id = $2`,
    [workspaceId, campaignId],
  );
  return rows[0] ?? null;
}

/** A variant's texts beside its snapshot, for the check of merge data. */
export interface StepRow {
  id: number;
  seq_number: number;
  snapshot: StepSnapshot;
  variants: { id: number; subject: string; email_body: string; updated_at: Date }[];
}

export async function readSteps(sql: SqlClient, campaign: CampaignRow): Promise<StepRow[]> {
  const { rows } = await sql.query<{
    id: number;
    seq_number: number;
    seq_type: string;
    delay_days: number;
    delay_hours: number;
    delay_minutes: number;
    distribution: string;
    winner_variant_id: number | null;
    variants:
      | {
          id: number;
          label: string;
          percentage: number | null;
          is_paused: boolean;
          subject: string;
          email_body: string;
          updated_at: string;
          assigned: number;
        }[]
      | null;
  }>(
    `select s.id, s.seq_number, s.seq_type, s.delay_days, s.delay_hours, s.delay_minutes, s.distribution, s.winner_variant_id,
       (select json_agg(json_build_object('id', v.id, 'label', v.label, 'percentage', v.percentage, 'is_paused', v.is_paused, 'subject', v.subject, 'email_body', v.email_body, 'updated_at', v.updated_at,
          'assigned', v.assigned_count) order by v.label)
        from step_variant v where v.step_id = s.id and not v.is_deleted) as variants
     from sequence_step s where s.workspace_id = $1 and s.campaign_id = $2 and not s.is_deleted order by s.seq_number`,
    [campaign.workspace_id, campaign.id],
  );
  return rows.map((row) => ({
    id: row.id,
    seq_number: row.seq_number,
    variants: (row.variants ?? []).map((variant) => ({ ...variant, updated_at: new Date(variant.updated_at) })),
    snapshot: {
      id: String(row.id),
      number: row.seq_number,
      kind: row.seq_type as StepSnapshot['kind'],
      delay: {
        days: row.delay_days,
        hours: row.delay_hours,
        minutes: row.delay_minutes,
        basis: campaign.delay_basis === 'SENDING_DAYS' ? 'SENDING_DAYS' : 'CALENDAR',
      },
      distribution: row.distribution as StepSnapshot['distribution'],
      winnerVariantId: row.winner_variant_id === null ? null : String(row.winner_variant_id),
      variants: (row.variants ?? []).map((variant) => ({
        id: String(variant.id),
        label: variant.label,
        percentage: variant.percentage ?? 0,
        enabled: !variant.is_paused,
        assigned: Number(variant.assigned),
      })),
    },
  }));
}

/** The rolling window of the bounce guard, in milliseconds of campaign time. */
const guardWindow = 7 * 24 * 3_600_000;

/** What the planner has to know of a campaign at `now` (milliseconds of campaign time). */
export async function campaignSnapshot(
  sql: SqlClient,
  row: CampaignRow,
  steps: readonly StepRow[],
  now: number,
  options: { sendingHeld: boolean; realNow: number },
): Promise<CampaignSnapshot> {
  const day = localDay(row.time_zone, now);
  const emailSteps = steps.filter((step) => step.snapshot.kind === 'EMAIL').map((step) => step.id);
  const {
    rows: [counts],
  } = await sql.query<{
    new_leads: number;
    follow_ups: number;
    guard_sent: number;
    guard_bounced: number;
    has_new: boolean;
    has_follow_ups: boolean;
    has_others: boolean;
    next_follow_up: Date | null;
  }>(
    `select
       (select count(*)::int from intent i where i.campaign_id = $1 and i.kind = 'CAMPAIGN' and i.state in ('RESERVED','SUBMITTING','SENT','IN_DOUBT') and i.send_at >= $2 and i.send_at < $3 and i.is_new_lead) as new_leads,
       (select count(*)::int from intent i where i.campaign_id = $1 and i.kind = 'CAMPAIGN' and i.state in ('RESERVED','SUBMITTING','SENT','IN_DOUBT') and i.send_at >= $2 and i.send_at < $3 and not i.is_new_lead) as follow_ups,
       (select coalesce(sum(count), 0)::int from event_rollup r where r.workspace_id = $6 and r.dimension = 'campaign' and r.dimension_id = $1 and r.axis = 'event' and r.kind = 'SENT' and r.bucket >= $4) as guard_sent,
       (select coalesce(sum(count), 0)::int from event_rollup r where r.workspace_id = $6 and r.dimension = 'campaign' and r.dimension_id = $1 and r.axis = 'event' and r.kind = 'BOUNCE' and r.bucket >= $4) as guard_bounced,
       exists (select from enrolment e where e.campaign_id = $1 and e.status = 'STARTED' and e.open_intent_id is null and not e.is_parked and (e.next_step_id is null or e.next_step_id = any($5))) as has_new,
       exists (select from enrolment e where e.campaign_id = $1 and e.status = 'INPROGRESS' and e.open_intent_id is null and not e.is_parked and e.next_step_id = any($5)) as has_follow_ups,
       (exists (select from enrolment e where e.campaign_id = $1 and e.status = 'PAUSED')
         or exists (select from intent i where i.campaign_id = $1 and i.state in ('RESERVED','SUBMITTING'))
         or exists (select from enrolment e where e.campaign_id = $1 and e.is_parked and e.status in ('STARTED','INPROGRESS'))
         or (cardinality($7::int[]) > 0 and exists (select from enrolment e where e.campaign_id = $1 and e.status in ('STARTED', 'INPROGRESS') and e.next_step_id = any($7)))) as has_others,
       (select min(e.next_eligible_at) from enrolment e where e.campaign_id = $1 and e.status = 'INPROGRESS' and e.open_intent_id is null and not e.is_parked and e.next_step_id = any($5)) as next_follow_up`,
    [
      row.id,
      day.start,
      day.end,
      new Date(now - guardWindow),
      emailSteps,
      row.workspace_id,
      steps.filter((step) => step.snapshot.kind !== 'EMAIL').map((step) => step.id),
    ],
  );
  const counted = counts as NonNullable<typeof counts>;
  const hasSteps = emailSteps.length > 0;
  return {
    id: String(row.id),
    seed: row.uuid,
    status: row.status,
    statusReason: row.status_reason,
    schedule: scheduleOf(row),
    followUpPercentage: row.follow_up_percentage,
    matchMode: row.esp_match_mode,
    companyDailyLimit: row.company_daily_limit,
    bounceGuard: {
      enabled:
        row.bounce_guard_enabled && !(row.bounce_guard_muted_until && row.bounce_guard_muted_until.getTime() > now),
      thresholdPercent: row.bounce_guard_percent,
      minimumSent: row.bounce_guard_min_sent,
      sent: counted.guard_sent,
      recipientBounces: counted.guard_bounced,
    },
    reallocation: { detached: 'MOVE', failingAfterMs: 24 * 3_600_000 },
    steps: steps.map((step) => step.snapshot),
    planActive: hasPlanAccess(
      { isSubscribed: row.is_subscribed, subscriptionEnd: row.subscription_end_at, trialEnd: row.trial_end_at },
      options.realNow,
    ),
    emailCreditsLeft: await creditsLeft(sql, row),
    sendingHeld: options.sendingHeld,
    day: { date: day.date, newLeads: counted.new_leads, followUps: counted.follow_ups },
    lastTriggerSlotAt: row.last_trigger_slot_at?.getTime() ?? null,
    backlog: {
      newLeads: counted.has_new && hasSteps,
      followUps: counted.has_follow_ups,
      others: counted.has_others,
      nextEligibleAt: counted.has_new && hasSteps ? now : (counted.next_follow_up?.getTime() ?? null),
    },
  };
}

/** From so many emails left on, mails that are planned and have not left are counted as well. More than any workspace has under way. */
const nearTheEnd = 20_000;
const creditsLock = 0x63726564;
const isNearTheEnd = (row: CampaignRow): boolean =>
  planQuotas[row.plan_type].emails - row.email_credits_used < nearTheEnd;

/** Near the end of the plan's emails one trigger of a workspace plans after the other, until the transaction ends: what one has planned, the next does not plan again. */
export async function holdCredits(sql: SqlClient, row: CampaignRow): Promise<void> {
  if (isNearTheEnd(row)) await sql.query('select pg_advisory_xact_lock($1, $2)', [creditsLock, row.workspace_id]);
}

/** Emails that the plan has left, without those that are on their way. */
async function creditsLeft(sql: SqlClient, row: CampaignRow): Promise<number> {
  if (!isNearTheEnd(row)) return planQuotas[row.plan_type].emails - row.email_credits_used;
  const {
    rows: [counted],
  } = await sql.query<{ used: number }>(
    `select w.email_credits_used + (select count(*)::int from intent i where i.workspace_id = $1 and i.kind = 'CAMPAIGN' and i.state = 'RESERVED') + (select count(*)::int from intent i where i.workspace_id = $1 and i.kind = 'CAMPAIGN' and i.state = 'SUBMITTING') as used from workspace w where w.id = $1`,
    [row.workspace_id],
  );
  return planQuotas[row.plan_type].emails - (counted?.used ?? 0);
}

/** A campaign's schedule as the planner reads it; 0 new leads a day is no limit, as the form says. */
export function scheduleOf(
  row: Pick<
    CampaignRow,
    | 'time_zone'
    | 'sending_days'
    | 'window_start'
    | 'window_end'
    | 'extra_windows'
    | 'schedule_start_at'
    | 'min_time_btwn_emails'
    | 'max_leads_per_day'
    | 'time_zone_mode'
    | 'holidays'
  >,
): CampaignSnapshot['schedule'] {
  const windows: ScheduleWindow[] = [
    { days: row.sending_days as IsoDay[], start: row.window_start, end: row.window_end },
    ...row.extra_windows.map((window) => ({ ...window, days: window.days as IsoDay[] })),
  ];
  return {
    timeZone: row.time_zone,
    windows,
    startAt: row.schedule_start_at?.getTime() ?? null,
    triggerIntervalMinutes: row.min_time_btwn_emails,
    maxNewLeadsPerDay: row.max_leads_per_day === 0 ? null : row.max_leads_per_day,
    timeZoneMode: row.time_zone_mode,
    holidays: row.holidays,
  };
}
