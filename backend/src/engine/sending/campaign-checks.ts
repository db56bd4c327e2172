/**
 * Why a whole campaign does not send now, the first in the order of the list: it is paused, its plan has ended, its bounce guard
 * tripped, it has not started, its window is closed.
 */
import { bounceGuardTripped } from './bounce-guard';
import { everOpens, nextOpening, nextSlot, openSpansOfDay } from './calendar';
import type { Slot } from './calendar';
import type { CampaignSnapshot, Facts, Instant, MailboxSnapshot, Refusal, Schedule } from './plan.types';
import type { ConstraintCode } from './constraints';
import { dateOfDay, dayNumberAt } from '@skein/template/zone-clock';

/** A campaign's rule: passed (null) or refused, with the facts either way. */
export interface CampaignCheck {
  readonly code: ConstraintCode;
  readonly refused: boolean;
  readonly until: Instant | null;
  readonly facts: Facts;
}

/** A campaign, its mailboxes and the slot that is checked. */
interface RoundToCheck {
  campaign: CampaignSnapshot;
  mailboxes: readonly MailboxSnapshot[];
  triggers: Schedule;
  slot: Slot | null;
  now: Instant;
  intervalMs: number;
}

/** Every campaign rule with its facts; used by the planner (first refusal) and by the explanation (all of them). */
export function* campaignChecks({
  campaign,
  mailboxes,
  triggers,
  slot,
  now,
  intervalMs,
}: RoundToCheck): Generator<CampaignCheck> {
  const { schedule, bounceGuard: guard } = campaign;
  yield { code: 'SENDING_HELD', refused: campaign.sendingHeld, until: null, facts: {} };
  yield {
    code: 'CAMPAIGN_NOT_ACTIVE',
    refused: campaign.status !== 'ACTIVE',
    until: null,
    facts: { status: campaign.status, reason: campaign.statusReason },
  };
  yield { code: 'PLAN_EXPIRED', refused: !campaign.planInForce, until: null, facts: {} };
  yield {
    code: 'BOUNCE_GUARD',
    refused: bounceGuardTripped(guard),
    until: null,
    facts: {
      sent: guard.sent,
      bounces: guard.recipientBounces,
      threshold_percent: guard.percent,
      minimum_sent: guard.minimumSent,
      enabled: guard.enabled,
      ...(guard.answered && guard.answered.sent > 0
        ? { answered_sent: guard.answered.sent, answered_bounces: guard.answered.bounces }
        : {}),
    },
  };
  yield {
    code: 'CREDITS',
    refused: campaign.emailCreditsLeft !== null && campaign.emailCreditsLeft <= 0,
    until: null,
    facts: { left: campaign.emailCreditsLeft },
  };
  const notStarted = schedule.startAt !== null && now < schedule.startAt;
  yield {
    code: 'CAMPAIGN_NOT_STARTED',
    refused: notStarted,
    until: schedule.startAt,
    facts: { start_at: schedule.startAt },
  };
  const date = dateOfDay(dayNumberAt(schedule.timeZone, now));
  const onHoliday = slot === null && everOpens(triggers) && triggers.holidays.includes(date);
  yield { code: 'HOLIDAY', refused: onHoliday, until: onHoliday ? nextOpening(triggers, now) : null, facts: { date } };
  const closed = slot === null;
  yield {
    code: 'WINDOW_CLOSED',
    refused: closed,
    until: closed ? nextSlot(triggers, now, campaign.lastTriggerSlotAt) : null,
    facts: windowFacts(schedule, now),
  };
  const tooEarly =
    slot !== null && campaign.lastTriggerSlotAt !== null && slot.slotAt < campaign.lastTriggerSlotAt + intervalMs;
  yield {
    code: 'TRIGGER_INTERVAL',
    refused: tooEarly,
    until: tooEarly ? nextSlot(triggers, now, campaign.lastTriggerSlotAt) : null,
    facts: { interval_minutes: schedule.triggerIntervalMinutes, last_trigger_at: campaign.lastTriggerSlotAt },
  };
  const attached = mailboxes.filter((mailbox) => mailbox.attached).length;
  yield { code: 'NO_MAILBOX', refused: attached === 0, until: null, facts: { attached } };
}

function windowFacts(schedule: Schedule, now: Instant): Facts {
  const spans = openSpansOfDay(schedule, dayNumberAt(schedule.timeZone, now));
  return {
    time_zone: schedule.timeZone,
    opens_today: spans.length > 0,
    from: spans.length > 0 ? spans[0]!.startAt : null,
    to: spans.length > 0 ? spans[spans.length - 1]!.endAt : null,
  };
}

export function closedBy({ campaign, mailboxes, triggers, slot, now, intervalMs }: RoundToCheck): Refusal | null {
  // The common case costs no generator and no facts.
  if (
    slot !== null &&
    campaign.status === 'ACTIVE' &&
    campaign.planInForce &&
    !campaign.sendingHeld &&
    (campaign.emailCreditsLeft === null || campaign.emailCreditsLeft > 0) &&
    !bounceGuardTripped(campaign.bounceGuard) &&
    (campaign.lastTriggerSlotAt === null || slot.slotAt >= campaign.lastTriggerSlotAt + intervalMs) &&
    mailboxes.some((mailbox) => mailbox.attached)
  )
    return null;
  for (const check of campaignChecks({ campaign, mailboxes, triggers, slot, now, intervalMs })) {
    if (check.refused) return { code: check.code, facts: check.facts, until: check.until };
  }
  return null;
}
