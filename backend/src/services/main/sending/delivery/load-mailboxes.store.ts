import type { StoredMailbox } from '#engine/rows/central-rows';
import { placementLimits } from '@skein/contracts/smart-delivery/placement-shapes';
import { purchasedPerDay } from '@skein/contracts/smart-senders/offers';
import type { SqlClient } from '#platform/db/database';
import { prepared } from '#platform/db/prepared';
import type { CampaignSnapshot, MailboxRamp, MailboxSnapshot, MailProvider } from '#engine/sending/plan.types';
import { holdAt, mailboxHold, type StoredHold } from './bounce-holds.store';
import { youngMailbox } from '#engine/warmup/warmup-age';
import { localDay } from '#engine/sending/local-day';
import { readMailboxUse, type MailboxUse } from './mailbox-use.store';

export interface MailboxRow extends Pick<
  StoredMailbox,
  | 'id'
  | 'type'
  | 'from_email'
  | 'is_suspended'
  | 'suspended_at'
  | 'failing_since'
  | 'smtp_failure_error'
  | 'is_smtp_success'
  | 'deleted_at'
  | 'time_zone'
  | 'message_per_day'
  | 'resting_until'
  | 'min_time_to_wait_minutes'
  | 'last_send_at'
  | 'last_synced_at'
  | 'sync_error'
  | 'warmup_days'
  | 'warmup_day'
> {
  ramp: MailboxRamp | null;
  placement: MailboxPlacement | null;
  attached: boolean;
  waiting_since: Date | null;
  is_inbox_read: boolean;
  /** It was purchased, and the campaign keeps to what purchased mailboxes may send. */
  has_purchased_limit: boolean;
  /** The strongest response to bounces of the mailbox or its domain. */
  bounce_hold: StoredHold | null;
  /** Days of warmup that the workspace asks for; 0 where it holds no mailbox out of campaigns. */
  needed_days: number;
  is_warming: boolean;
  warms_on_weekdays: boolean;
}

/**
 * How old a read may be while a follow-up is planned; before it is sent, the inbox is read again (`sending_refusals`).
 * Longer than the time between two reads that nobody requested.
 */
export const plannedReadAge = `interval '5 minutes'`;
/** When leads that wait for an inbox are looked at again, in milliseconds of campaign time. */
export const unreadFor = 15 * 60_000;

/**
 * Ids of the mailboxes a campaign plans with: those attached, and those that leads of the campaign still keep. Locked
 * in the order of ids, so that two campaigns never deadlock.
 */
export async function lockMailboxes(sql: SqlClient, campaignId: number): Promise<MailboxRow[]> {
  const { rows } = await prepared<MailboxRow>(
    sql,
    `
      select m.id, m.type, m.from_email, m.is_suspended, m.suspended_at, m.failing_since,
        m.smtp_failure_error, m.is_smtp_success, m.deleted_at, m.time_zone, m.message_per_day, m.ramp,
        m.resting_until, m.placement, m.min_time_to_wait_minutes, m.last_send_at,
        cm.mailbox_id is not null and m.deleted_at is null as attached, cm.waiting_since, m.last_synced_at,
        m.sync_error, inbox_is_read(r.read_at, r.missed_at, ${plannedReadAge}) as is_inbox_read,
        not coalesce((c.settings ->> 'ignore_ss_mailbox_sending_limit')::boolean, false)
          and exists (
            select
            from purchased_mailbox p
            where p.workspace_id = m.workspace_id and p.mailbox_id = m.id
          ) as has_purchased_limit,
        ${mailboxHold('m')} as bounce_hold,
        m.warmup_days, m.warmup_day, case when p.age_gate = 'HOLD' then p.age_days else 0 end as needed_days,
        m.warmup ->> 'enabled' = 'true' and w.mailbox_id is not null and w.blocked_reason is null as is_warming,
        coalesce(m.warmup ->> 'weekdays_only' = 'true', false) as warms_on_weekdays
      from mailbox m
      left join warmup_policy p on p.workspace_id = m.workspace_id
      left join warmup_mailbox w on w.mailbox_id = m.id
      left join campaign_mailbox cm on cm.mailbox_id = m.id and cm.campaign_id = $1
      left join inbox_reading r on r.mailbox_id = m.id
      left join campaign c on c.id = $1
      where m.id in (
        select mailbox_id
        from campaign_mailbox
        where campaign_id = $1
        union
        select e.mailbox_id
        from (
          select distinct m.id as mailbox_id
          from mailbox m
          where m.workspace_id = (select workspace_id from campaign where id = $1)
            and exists (
              select
              from enrolment e
              where e.campaign_id = $1 and e.mailbox_id = m.id and e.status in ('STARTED', 'INPROGRESS')
            )
        ) e
      )
      order by m.id
      for update of m
    `,
    [campaignId],
  );
  return rows;
}

const capOf = ({ message_per_day: own, type, has_purchased_limit: isLimited }: MailboxRow): number =>
  isLimited
    ? Math.min(own, purchasedPerDay[type === 'GMAIL' ? 'GOOGLE' : type === 'OUTLOOK' ? 'OUTLOOK' : 'SMTP'])
    : own;

/** What a placement test wrote on a mailbox (services/smart-delivery). */
interface MailboxPlacement {
  at?: string;
  scores?: Partial<Record<MailProvider, number>>;
  rest?: { until: string; why: string };
  cap?: { to: number; why: string };
}
/** A placement is news for so long, in milliseconds. */
const placementAge = 30 * 86_400_000;

/** A reason holds while what it explains is as the test left it; what a person changed since has none. */
function placementOf(
  { placement, resting_until: until, message_per_day: cap, type }: MailboxRow,
  now: number,
): Pick<MailboxSnapshot, 'restReason' | 'capReason' | 'isPlacedLow'> {
  if (!placement) return {};
  const score = placement.scores?.[providerOf(type)];
  const isNews = placement.at !== undefined && now - Date.parse(placement.at) < placementAge;
  return {
    ...(placement.rest && until && Date.parse(placement.rest.until) === until.getTime()
      ? { restReason: placement.rest.why }
      : {}),
    ...(placement.cap?.to === cap ? { capReason: placement.cap.why } : {}),
    isPlacedLow: isNews && score !== undefined && score < placementLimits.passPercent,
  };
}

const providerOf = (type: string): MailProvider => (type === 'GMAIL' || type === 'OUTLOOK' ? type : 'OTHER');

/** Snapshots of mailboxes at `now`: what they sent and reserved, across all campaigns. `followUpsLaterToday` is filled in by the caller. */
export async function mailboxSnapshots(
  sql: SqlClient,
  campaign: CampaignSnapshot,
  rows: readonly MailboxRow[],
  now: number,
): Promise<MailboxSnapshot[]> {
  if (rows.length === 0) return [];
  const useOf = await readMailboxUse(sql, campaign, rows, now);
  const campaignDay = localDay(campaign.schedule.timeZone, now).date;
  return rows.map((row) => snapshotOf(row, useOf(row.id), { now, campaignDay }));
}

function snapshotOf(
  row: MailboxRow,
  used: MailboxUse,
  { now, campaignDay }: { now: number; campaignDay: string },
): MailboxSnapshot {
  const state =
    row.is_suspended || row.deleted_at
      ? 'SUSPENDED'
      : row.failing_since || !row.is_smtp_success
        ? 'FAILING'
        : 'CONNECTED';
  return {
    id: String(row.id),
    provider: providerOf(row.type),
    attached: row.attached,
    state,
    stateSince: (row.suspended_at ?? row.failing_since)?.getTime() ?? null,
    stateReason: row.smtp_failure_error,
    unreadInbox:
      row.is_inbox_read || row.deleted_at
        ? null
        : {
            mailboxId: String(row.id),
            readAt: row.last_synced_at?.getTime() ?? null,
            reason: row.sync_error,
            until: now + unreadFor,
          },
    timeZone: row.time_zone,
    dailyCap: capOf(row),
    ramp: row.ramp,
    restingUntil: row.resting_until?.getTime() ?? null,
    young: youngMailbox(
      {
        timeZone: row.time_zone,
        days: row.warmup_days,
        lastDay: row.warmup_day,
        needed: row.needed_days,
        isWarming: row.is_warming,
        weekdaysOnly: row.warms_on_weekdays,
      },
      now,
    ),
    bounceHold: holdAt(row.bounce_hold, now),
    ...placementOf(row, now),
    day: { date: localDay(row.time_zone, now).date, sent: used.day?.sent ?? 0, reserved: used.day?.reserved ?? 0 },
    recentSends: (used.sends?.times ?? []).map((time) => time.getTime()).reverse(),
    minimumGapMinutes: row.min_time_to_wait_minutes,
    lastSendAt: row.last_send_at?.getTime() ?? null,
    lastSendInCampaignAt: used.own?.last?.getTime() ?? null,
    openIntents: (used.sends?.open ?? []).map((time) => time.getTime()),
    campaignDay: { date: campaignDay, newLeads: used.own?.new_leads ?? 0, followUps: used.own?.follow_ups ?? 0 },
    followUpsLaterToday: 0,
    waitingSince: row.waiting_since?.getTime() ?? null,
    waiters: used.waiters.map((waiter) => ({
      campaignId: String(waiter.campaign_id),
      waitingSince: waiter.waiting_since.getTime(),
      nextTriggerAt: waiter.next_trigger_at.getTime(),
    })),
  };
}
