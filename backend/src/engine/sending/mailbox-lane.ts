/** One mailbox at one trigger: may it send, and when at the earliest. */
import type { Slot } from './calendar';
import type { ConstraintCode } from './constraints';
import { earliestWithGap, jitterFor, MAXIMUM_JITTER_MS } from './jitter';
import type {
  CampaignSnapshot,
  Facts,
  Instant,
  LocalDate,
  MailboxSnapshot,
  PlannedIntent,
  Refusal,
} from './plan.types';
import { DAY_MS, dayNumberAt, dateOfDay, endOfLocalDay, MINUTE_MS } from './zone-clock';

export interface Lane {
  readonly mailbox: MailboxSnapshot;
  /** Why it cannot send at this trigger; null when it can. */
  readonly refusal: Refusal | null;
  /** Meaningful when not refused, as the two below it. */
  readonly jitterMs: number;
  /** With jitter and gap. */
  readonly earliestAt: Instant;
  /** Mails left of its day before this trigger. */
  readonly capLeft: number;
  /** What this campaign gave it today. */
  readonly newToday: number;
  readonly followUpsToday: number;
  /** Set while mails are given out. */
  intent: PlannedIntent | null;
  /** Set when new leads were held back for follow-ups that come due later today. */
  heldForFollowUps: Facts | null;
}

export interface MailboxCheck {
  readonly code: ConstraintCode;
  readonly refused: boolean;
  readonly until: Instant | null;
  readonly facts: Facts;
}

/** The cap of a mailbox on a date, with its ramp. */
export function capOn(mailbox: Pick<MailboxSnapshot, 'dailyCap' | 'ramp'>, date: LocalDate): number {
  if (mailbox.ramp === null) return mailbox.dailyCap;
  const days = Math.max(0, Math.round((Date.parse(date) - Date.parse(mailbox.ramp.from)) / DAY_MS));
  return Math.min(mailbox.dailyCap, mailbox.ramp.start + days * mailbox.ramp.increase);
}

interface Judged {
  readonly cap: number;
  readonly usedToday: number;
  readonly dayEndsAt: Instant | null;
  readonly jitterMs: number;
  /** After gap and jitter, before the rolling cap. */
  readonly gapFreeAt: Instant;
  readonly earliestAt: Instant;
  /** It has to leave before this. */
  readonly limitAt: Instant;
  readonly rollingFreeAt: Instant | null;
}

function judge(
  campaign: CampaignSnapshot,
  mailbox: MailboxSnapshot,
  slot: Slot | null,
  at: Instant,
  now: Instant,
  intervalMs: number,
): Judged {
  const day = dayNumberAt(mailbox.timeZone, at);
  const date = dateOfDay(day);
  const cap = capOn(mailbox, date);
  const usedToday = mailbox.day.date >= date ? mailbox.day.sent + mailbox.day.reserved : 0;
  let limitAt = slot ? Math.min(slot.endAt, slot.slotAt + intervalMs) : Number.POSITIVE_INFINITY;
  // The mail must leave on the day whose cap it uses.
  const dayEndsAt =
    slot && dayNumberAt(mailbox.timeZone, limitAt - 1) !== day ? endOfLocalDay(mailbox.timeZone, at) : null;
  if (dayEndsAt !== null) limitAt = Math.min(limitAt, dayEndsAt);
  const jitterMs = slot ? jitterFor(campaign.seed, slot.slotAt, mailbox.id, limitAt) : 0;
  const from = Math.max(at + jitterMs, now);
  // After a late trigger the next one must not follow at once: jitter alone never brings two mails of a campaign
  // nearer than this.
  const paced =
    mailbox.lastSendInCampaignAt === null
      ? from
      : Math.max(from, mailbox.lastSendInCampaignAt + intervalMs - MAXIMUM_JITTER_MS);
  const gapFreeAt = earliestWithGap(
    paced,
    mailbox.minimumGapMinutes * MINUTE_MS,
    mailbox.lastSendAt,
    mailbox.openIntents,
  );
  const blocking = mailbox.recentSends[mailbox.recentSends.length - cap];
  const rollingFreeAt = cap > 0 && blocking !== undefined ? blocking + DAY_MS : null;
  const earliestAt =
    rollingFreeAt !== null && rollingFreeAt > gapFreeAt
      ? earliestWithGap(rollingFreeAt, mailbox.minimumGapMinutes * MINUTE_MS, mailbox.lastSendAt, mailbox.openIntents)
      : gapFreeAt;
  return { cap, usedToday, dayEndsAt, jitterMs, gapFreeAt, earliestAt, limitAt, rollingFreeAt };
}

/** The rules that hold for every trigger until somebody changes the mailbox. */
function* stateChecks(mailbox: MailboxSnapshot): Generator<MailboxCheck> {
  const id = mailbox.id;
  yield { code: 'MAILBOX_DETACHED', refused: !mailbox.attached, until: null, facts: { mailbox_id: id } };
  yield {
    code: 'MAILBOX_SUSPENDED',
    refused: mailbox.state === 'SUSPENDED',
    until: null,
    facts: { mailbox_id: id, since: mailbox.stateSince },
  };
  yield {
    code: 'MAILBOX_FAILING',
    refused: mailbox.state === 'FAILING',
    until: null,
    facts: { mailbox_id: id, since: mailbox.stateSince, reason: mailbox.stateReason },
  };
}

const firstRefused = (checks: Iterable<MailboxCheck>): Refusal | null => {
  for (const check of checks) if (check.refused) return { code: check.code, facts: check.facts, until: check.until };
  return null;
};

/** Every mailbox rule with its facts, in the order of the list. */
export function* mailboxChecks(
  campaign: CampaignSnapshot,
  mailbox: MailboxSnapshot,
  slot: Slot | null,
  at: Instant,
  now: Instant,
  intervalMs: number,
  judged = judge(campaign, mailbox, slot, at, now, intervalMs),
): Generator<MailboxCheck> {
  const id = mailbox.id;
  yield* stateChecks(mailbox);
  yield {
    code: 'MAILBOX_RESTING',
    refused: mailbox.restingUntil !== null && mailbox.restingUntil > at,
    until: mailbox.restingUntil,
    facts: { mailbox_id: id, until: mailbox.restingUntil },
  };
  const capReached = judged.usedToday >= judged.cap;
  yield {
    code: 'MAILBOX_DAILY_CAP',
    refused: capReached,
    until: capReached && mailbox.dailyCap > 0 ? endOfLocalDay(mailbox.timeZone, at) : null,
    facts: { mailbox_id: id, used: judged.usedToday, cap: judged.cap, time_zone: mailbox.timeZone },
  };
  const rollingFull =
    judged.rollingFreeAt !== null && judged.rollingFreeAt > judged.gapFreeAt && judged.earliestAt >= judged.limitAt;
  yield {
    code: 'MAILBOX_ROLLING_CAP',
    refused: rollingFull,
    until: judged.rollingFreeAt,
    facts: { mailbox_id: id, cap: judged.cap, free_at: judged.rollingFreeAt },
  };
  const overdue = mailbox.openIntents.length > 0 && mailbox.openIntents[0]! < at;
  yield {
    code: 'MAILBOX_BUSY',
    refused: overdue,
    until: at + intervalMs,
    facts: { mailbox_id: id, open: mailbox.openIntents.length },
  };
  yield {
    code: 'MAILBOX_GAP',
    refused: judged.earliestAt >= judged.limitAt,
    until: judged.earliestAt,
    facts: {
      mailbox_id: id,
      gap_minutes: mailbox.minimumGapMinutes,
      last_send_at: mailbox.lastSendAt,
      free_at: judged.gapFreeAt,
    },
  };
  const before = slot ? waiterBefore(campaign.id, mailbox, slot.slotAt, judged.earliestAt) : null;
  yield {
    code: 'MAILBOX_TURN',
    refused: before !== null,
    until: before === null ? null : at + intervalMs,
    facts: { mailbox_id: id, campaign_id: before },
  };
}

/**
 * Campaigns that share a mailbox take turns: without this, a campaign whose triggers always fall into the gap after
 * another's would never send. One yields only to a campaign that has waited longer, and only if its next trigger
 * would be refused otherwise.
 */
function waiterBefore(campaignId: string, mailbox: MailboxSnapshot, slotAt: Instant, sendAt: Instant): string | null {
  const own = mailbox.waitingSince;
  for (const waiter of mailbox.waiters) {
    const longer =
      own === null || waiter.waitingSince < own || (waiter.waitingSince === own && waiter.campaignId < campaignId);
    const blocked =
      waiter.nextTriggerAt >= slotAt && waiter.nextTriggerAt < sendAt + mailbox.minimumGapMinutes * MINUTE_MS;
    if (longer && blocked) return waiter.campaignId;
  }
  return null;
}

export function openLane(
  campaign: CampaignSnapshot,
  mailbox: MailboxSnapshot,
  slot: Slot | null,
  at: Instant,
  now: Instant,
  date: LocalDate,
  intervalMs: number,
): Lane {
  const counted = mailbox.campaignDay.date >= date;
  const counts = {
    newToday: counted ? mailbox.campaignDay.newLeads : 0,
    followUpsToday: counted ? mailbox.campaignDay.followUps : 0,
  };
  // Nothing of a dead mailbox is reckoned: a campaign may have hundreds of them, at each of ten thousand triggers ahead.
  const dead = mailbox.attached && mailbox.state === 'CONNECTED' ? null : firstRefused(stateChecks(mailbox));
  if (dead)
    return {
      mailbox,
      refusal: dead,
      jitterMs: 0,
      earliestAt: at,
      capLeft: 0,
      ...counts,
      intent: null,
      heldForFollowUps: null,
    };
  const judged = judge(campaign, mailbox, slot, at, now, intervalMs);
  const sends =
    slot !== null &&
    (mailbox.restingUntil === null || mailbox.restingUntil <= at) &&
    judged.usedToday < judged.cap &&
    judged.earliestAt < judged.limitAt &&
    (mailbox.openIntents.length === 0 || mailbox.openIntents[0]! >= at) &&
    (mailbox.waiters.length === 0 || waiterBefore(campaign.id, mailbox, slot.slotAt, judged.earliestAt) === null);
  return {
    mailbox,
    refusal: sends ? null : firstRefused(mailboxChecks(campaign, mailbox, slot, at, now, intervalMs, judged)),
    jitterMs: judged.jitterMs,
    earliestAt: judged.earliestAt,
    capLeft: Math.max(0, judged.cap - judged.usedToday),
    ...counts,
    intent: null,
    heldForFollowUps: null,
  };
}
