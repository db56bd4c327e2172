import type { MailboxId } from '@skein/contracts/ids';
import type { StoredMailbox } from '#engine/rows/central-rows';
import { purchasedPerDay } from '@skein/contracts/smart-senders/offers';
import { CONSTRAINTS } from '#engine/sending/constraints';
import type { MailboxRamp } from '#engine/sending/plan.types';
import { singleSlot, singleWaits, type SingleMailbox } from '#engine/sending/single-slot';
import { prepared } from '#platform/db/prepared';
import type { SqlClient } from '#platform/db/database';
import { holdAt, mailboxHold, type StoredHold } from './bounce-holds.store';
import type { ClaimedIntent } from './lane.store';

/** What is asked of a mailbox before an email of no campaign takes a place in it, and each time that it has to take another. */
export interface SingleMailboxFacts extends SingleMailbox {
  isSuspended: boolean;
  isFailing: boolean;
  /** The workspace holds mailboxes back until they have warmed up, and this one has not. */
  isYoung: boolean;
}

interface FactsRow extends Pick<
  StoredMailbox,
  | 'type'
  | 'time_zone'
  | 'message_per_day'
  | 'resting_until'
  | 'min_time_to_wait_minutes'
  | 'last_send_at'
  | 'is_suspended'
> {
  ramp: MailboxRamp | null;
  is_failing: boolean;
  is_young: boolean;
  is_purchased: boolean;
  bounce_hold: StoredHold | null;
  counted: Date[];
  open: Date[];
}

/** @param intentId the email that is asked for, which is in nobody's way; null: it does not exist yet */
export async function findSingleMailbox(
  sql: SqlClient,
  mailboxId: MailboxId,
  intentId: string | null,
  now: number,
): Promise<SingleMailboxFacts | null> {
  const { rows } = await sql.query<FactsRow>(
    `
      select m.type, m.time_zone, m.message_per_day, m.ramp, m.resting_until, m.min_time_to_wait_minutes,
        greatest(
          m.last_send_at,
            (
              select max(o.send_at)
              from intent o
              where o.mailbox_id = m.id and o.state in ('SUBMITTING', 'SENT', 'IN_DOUBT') and o.id is distinct from $2::bigint
            )
        ) as last_send_at,
        m.is_suspended or m.deleted_at is not null as is_suspended, m.failing_since is not null as is_failing,
        m.warmup_days < coalesce(
          (select p.age_days from warmup_policy p where p.workspace_id = m.workspace_id and p.age_gate = 'HOLD'), 0
        ) as is_young,
        exists (
          select
          from purchased_mailbox p
          where p.workspace_id = m.workspace_id and p.mailbox_id = m.id
        ) as is_purchased,
        ${mailboxHold('m')} as bounce_hold,
        array(
          select s.at
          from (
            select o.send_at as at
            from intent o
            where o.mailbox_id = m.id
              and o.id is distinct from $2::bigint
              and o.kind in ('CAMPAIGN', 'SINGLE')
              and o.state in ('RESERVED', 'SUBMITTING', 'SENT', 'IN_DOUBT')
              and o.send_at > $3
            union all
            select p.sent_at
            from placement_mail p
            where p.workspace_id = m.workspace_id
              and p.mailbox_id = m.id
              and p.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
              and p.sent_at > $3
          ) s
          order by s.at
        ) as counted,
        array(
          select o.send_at
          from intent o
          where o.mailbox_id = m.id and o.id is distinct from $2::bigint and o.state in ('RESERVED', 'SUBMITTING')
          order by o.send_at
        ) as open
      from mailbox m
      where m.id = $1
    `,
    // 25 hours: the day on which clocks go back.
    [mailboxId, intentId, new Date(now - 25 * 3_600_000)],
  );
  const [row] = rows;
  if (!row) return null;
  const host = row.type === 'GMAIL' ? 'GOOGLE' : row.type === 'OUTLOOK' ? 'OUTLOOK' : 'SMTP';
  const times = (list: Date[]) => list.map((each) => each.getTime());
  return {
    timeZone: row.time_zone,
    dailyCap: row.is_purchased ? Math.min(row.message_per_day, purchasedPerDay[host]) : row.message_per_day,
    ramp: row.ramp,
    bounceHold: holdAt(row.bounce_hold, now),
    restingUntil: row.resting_until?.getTime() ?? null,
    minimumGapMinutes: row.min_time_to_wait_minutes,
    lastSendAt: row.last_send_at?.getTime() ?? null,
    counted: times(row.counted),
    open: times(row.open),
    isSuspended: row.is_suspended,
    isFailing: row.is_failing,
    isYoung: row.is_young,
  };
}

/** The reasons of a mailbox's limits: the next free place is after them. */
const limits = new Set([
  'MAILBOX_GAP',
  'MAILBOX_DAILY_CAP',
  'MAILBOX_BOUNCE_SLOW',
  'MAILBOX_BOUNCE_REST',
  'MAILBOX_PROVIDER_REST',
  'MAILBOX_RESTING',
]);

/** Minutes of campaign time until the next try where nothing says when. */
const pauseAfter = (reason: string, isMailboxOff: boolean): number => (isMailboxOff ? 15 : limits.has(reason) ? 1 : 5);

/** What held an email back, in words; a reason that is no rule of the engine's lies with the mailbox. */
export const wordsOf = (reason: string): string =>
  CONSTRAINTS.find(({ code }) => code === reason)?.text ?? 'The mailbox could not send it.';

/**
 * An email of no campaign that could not leave takes the next free place of its mailbox. It ends where it must not
 * leave any more: its address is on the block list by now, or there is no place within three days of its first one.
 * @param from campaign time before which it is not tried again; null: as soon as the mailbox allows
 */
export async function releaseSingle(
  sql: SqlClient,
  claim: ClaimedIntent,
  reason: string,
  { at, from, isTry }: { at: number; from: number | null; isTry?: boolean },
): Promise<void> {
  const {
    rows: [row],
  } = await prepared<{ slot_at: Date }>(
    sql,
    `select slot_at from intent where id = $1 and state = 'RESERVED' and fencing_token = $2 for update`,
    [claim.intentId, claim.token],
  );
  if (!row) return;
  const until = row.slot_at.getTime() + singleWaits;
  const mailbox = await findSingleMailbox(sql, claim.mailboxId, claim.intentId, at);
  const isOff = !mailbox || mailbox.isSuspended || mailbox.isFailing || mailbox.isYoung;
  const earliest = from ?? at + pauseAfter(reason, isOff) * 60_000;
  const slot = reason === 'LEAD_SUPPRESSED' || !mailbox ? null : singleSlot(mailbox, earliest, until);
  await prepared(
    sql,
    `
      update intent
      set state = case when $2::timestamptz is not null then 'RESERVED' when $3 = 'LEAD_SUPPRESSED' then 'CANCELLED' else 'FAILED' end,
        send_at = coalesce($2, send_at), cancel_reason = case when $3 = 'LEAD_SUPPRESSED' then $3 end,
        failure_text = $4, attempts = attempts + $5, lease_owner = null, leased_until = null, updated_at = now()
      where id = $1
    `,
    [
      claim.intentId,
      slot === null ? null : new Date(slot),
      reason,
      slot === null ? wordsOf(reason) : reason,
      isTry ? 1 : 0,
    ],
  );
}
