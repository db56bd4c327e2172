/**
 * How a mailbox's day is shared between follow-ups and new leads.
 *
 * The day's capacity of a mailbox is what this campaign already sent from it plus what it can still send (the smaller
 * of cap and slots left). `follow_up_percentage` of it belongs to follow-ups. Where both kinds wait, the kind further
 * below its share goes. Where one kind waits, it goes (flow-over), with one exception: a new lead does not take the
 * capacity of a follow-up that keeps this mailbox, comes due later today, and is within the share. When slots and
 * not the cap are short nothing is held back, as an unused slot cannot be kept.
 */
import { countSlots, lastOpenInstantOfDay, triggerSchedule } from './calendar';
import type { Lane } from './mailbox-lane';
import type { CampaignSnapshot, Facts, Instant, MailboxSnapshot } from './plan.types';
import type { PlanContext } from './plan-context';
import { endOfLocalDay, MINUTE_MS } from '@skein/template/zone-clock';

/** Until when `followUpsLaterToday` has to be counted: the end of today's windows, or of the mailbox's day. */
export function followUpHorizon(campaign: CampaignSnapshot, mailbox: MailboxSnapshot, slotAt: Instant): Instant {
  return Math.min(
    lastOpenInstantOfDay(triggerSchedule(campaign.schedule), slotAt),
    endOfLocalDay(mailbox.timeZone, slotAt),
  );
}

/** With both kinds waiting: true when the follow-up goes first. A tie goes to the follow-up. */
export function followUpGoesFirst(percentage: number, lane: Lane): boolean {
  if (percentage <= 0) return false;
  return lane.followUpsToday * (100 - percentage) <= lane.newToday * percentage;
}

/** Facts when this mailbox must not take a new lead now, because the rest of its day belongs to follow-ups. */
export function heldForFollowUps(context: PlanContext, lane: Lane): Facts | null {
  const { mailbox, capLeft } = lane;
  const later = mailbox.followUpsLaterToday;
  if (later === 0 || context.slot === null || capLeft - 1 >= later) return null;
  const { slotAt } = context.slot;
  const horizon = followUpHorizon(context.campaign, mailbox, slotAt);
  const slotsAfter = countSlots(context.triggers, slotAt + 1, horizon, mailbox.minimumGapMinutes * MINUTE_MS);
  const capacity = lane.newToday + lane.followUpsToday + Math.min(capLeft, slotsAfter + 1);
  const share = Math.ceil((context.campaign.settings.follow_up_percentage * capacity) / 100);
  const reserved = Math.min(later, Math.max(0, share - lane.followUpsToday), slotsAfter);
  if (capLeft - 1 >= reserved) return null;
  return {
    mailbox_id: mailbox.id,
    due_later_today: later,
    reserved,
    left: capLeft,
    percentage: context.campaign.settings.follow_up_percentage,
  };
}
