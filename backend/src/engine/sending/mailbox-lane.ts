/** One mailbox at one trigger: may it send, and when at the earliest. */
import type { Slot } from './calendar';
import type { ConstraintCode } from './constraints';
import { earliestWithGap } from './time-between-emails';
import { jitterFor, MAXIMUM_JITTER_MS } from './jitter';
import { waiterBefore } from './mailbox-turn';
import type {
  BounceHold,
  CampaignSnapshot,
  Facts,
  Instant,
  LocalDate,
  MailboxSnapshot,
  PlannedIntent,
  Refusal,
} from './plan.types';
import { capOn } from './slow-start';
import { DAY_MS, dayNumberAt, dateOfDay, endOfLocalDay, MINUTE_MS } from '@skein/template/zone-clock';

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

/** The part of a limit that a response to bounces leaves; at least one, so that recovery can be seen. */
export function slowed(limit: number, hold: BounceHold | null | undefined, at: Instant): number {
  if (!hold || hold.percent === null || hold.until <= at) return limit;
  return Math.min(limit, Math.max(1, Math.floor((limit * hold.percent) / 100)));
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

/** When a campaign asks a mailbox: the slot of its schedule, or now where there is none. */
interface LaneMoment {
  readonly campaign: CampaignSnapshot;
  readonly slot: Slot | null;
  readonly at: Instant;
  readonly now: Instant;
  readonly intervalMs: number;
}

function judge(mailbox: MailboxSnapshot, { campaign, slot, at, now, intervalMs }: LaneMoment): Judged {
  const day = dayNumberAt(mailbox.timeZone, at);
  const date = dateOfDay(day);
  const cap = slowed(capOn(mailbox, date), mailbox.bounceHold, at);
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

const isYoungAt = ({ young }: MailboxSnapshot, at: Instant): boolean =>
  young !== null && (young.until === null || young.until > at);

/** True while bounces keep the mailbox from sending at all. */
export const restsAt = (mailbox: Pick<MailboxSnapshot, 'bounceHold'>, at: Instant): boolean =>
  !!mailbox.bounceHold && mailbox.bounceHold.percent === null && mailbox.bounceHold.until > at;

/** True while bounces slow the mailbox down. */
export const isSlowed = (mailbox: Pick<MailboxSnapshot, 'bounceHold'>, at: Instant): boolean =>
  !!mailbox.bounceHold && mailbox.bounceHold.percent !== null && mailbox.bounceHold.until > at;

/** The facts of a response to bounces, whether one holds or not. */
export const bounceFacts = (mailbox: Pick<MailboxSnapshot, 'id' | 'bounceHold'>): Facts => ({
  mailbox_id: mailbox.id,
  scope: mailbox.bounceHold?.scope ?? null,
  reason: mailbox.bounceHold?.reason ?? null,
  percent: mailbox.bounceHold?.percent ?? null,
  until: mailbox.bounceHold?.until ?? null,
});

const firstRefused = (checks: Iterable<MailboxCheck>): Refusal | null => {
  for (const check of checks) if (check.refused) return { code: check.code, facts: check.facts, until: check.until };
  return null;
};

/** Every mailbox rule with its facts, in the order of the list. */
export function* mailboxChecks(
  mailbox: MailboxSnapshot,
  moment: LaneMoment,
  judged = judge(mailbox, moment),
): Generator<MailboxCheck> {
  yield* stateChecks(mailbox);
  yield* restChecks(mailbox, moment.at);
  yield* capChecks(mailbox, moment.at, judged);
  yield* turnChecks(mailbox, moment, judged);
}

/** Whether it rests, is too young, or bounced too much. */
function* restChecks(mailbox: MailboxSnapshot, at: Instant): Generator<MailboxCheck> {
  const id = mailbox.id;
  yield {
    code: 'MAILBOX_RESTING',
    refused: mailbox.restingUntil !== null && mailbox.restingUntil > at,
    until: mailbox.restingUntil,
    facts: { mailbox_id: id, until: mailbox.restingUntil, reason: mailbox.restReason ?? null },
  };
  const { young } = mailbox;
  yield {
    code: 'MAILBOX_WARMING',
    refused: isYoungAt(mailbox, at),
    until: young?.until ?? null,
    facts: { mailbox_id: id, days: young?.days ?? null, needed: young?.needed ?? null, until: young?.until ?? null },
  };
  const rest = restsAt(mailbox, at) ? (mailbox.bounceHold ?? null) : null;
  const byProvider = rest?.scope === 'PROVIDER' ? rest : null;
  const afterBounces = byProvider ? null : rest;
  yield {
    code: 'MAILBOX_PROVIDER_REST',
    refused: byProvider !== null,
    until: byProvider?.until ?? null,
    facts: { mailbox_id: id, reason: byProvider?.reason ?? null, until: byProvider?.until ?? null },
  };
  yield {
    code: 'MAILBOX_BOUNCE_REST',
    refused: afterBounces !== null,
    until: afterBounces?.until ?? null,
    facts: byProvider
      ? { mailbox_id: id, scope: null, reason: null, percent: null, until: null }
      : bounceFacts(mailbox),
  };
}

/** Whether its emails of the day and of the last 24 hours are used up. */
function* capChecks(mailbox: MailboxSnapshot, at: Instant, judged: Judged): Generator<MailboxCheck> {
  const id = mailbox.id;
  const capReached = judged.usedToday >= judged.cap;
  const rollingFull =
    judged.rollingFreeAt !== null && judged.rollingFreeAt > judged.gapFreeAt && judged.earliestAt >= judged.limitAt;
  const slow = isSlowed(mailbox, at);
  yield {
    code: 'MAILBOX_BOUNCE_SLOW',
    refused: slow && (capReached || rollingFull),
    until: slow ? Math.min(mailbox.bounceHold!.until, endOfLocalDay(mailbox.timeZone, at)) : null,
    facts: { ...bounceFacts(mailbox), used: judged.usedToday, cap: judged.cap },
  };
  yield {
    code: 'MAILBOX_DAILY_CAP',
    refused: capReached,
    until: capReached && mailbox.dailyCap > 0 ? endOfLocalDay(mailbox.timeZone, at) : null,
    facts: {
      mailbox_id: id,
      used: judged.usedToday,
      cap: judged.cap,
      time_zone: mailbox.timeZone,
      reason: mailbox.capReason ?? null,
    },
  };
  yield {
    code: 'MAILBOX_ROLLING_CAP',
    refused: rollingFull,
    until: judged.rollingFreeAt,
    facts: { mailbox_id: id, cap: judged.cap, free_at: judged.rollingFreeAt },
  };
}

/** Whether it is busy, too soon after its last email, or another campaign's turn. */
function* turnChecks(
  mailbox: MailboxSnapshot,
  { campaign, slot, at, intervalMs }: LaneMoment,
  judged: Judged,
): Generator<MailboxCheck> {
  const id = mailbox.id;
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

export function openLane(mailbox: MailboxSnapshot, date: LocalDate, moment: LaneMoment): Lane {
  const { campaign, slot, at } = moment;
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
  const judged = judge(mailbox, moment);
  const sends =
    slot !== null &&
    (mailbox.restingUntil === null || mailbox.restingUntil <= at) &&
    !isYoungAt(mailbox, at) &&
    !restsAt(mailbox, at) &&
    judged.usedToday < judged.cap &&
    judged.earliestAt < judged.limitAt &&
    (mailbox.openIntents.length === 0 || mailbox.openIntents[0]! >= at) &&
    (mailbox.waiters.length === 0 || waiterBefore(campaign.id, mailbox, slot.slotAt, judged.earliestAt) === null);
  return {
    mailbox,
    refusal: sends ? null : firstRefused(mailboxChecks(mailbox, moment, judged)),
    jitterMs: judged.jitterMs,
    earliestAt: judged.earliestAt,
    capLeft: Math.max(0, judged.cap - judged.usedToday),
    ...counts,
    intent: null,
    heldForFollowUps: null,
  };
}
