/** What one plan works on: the snapshot, the slot, and the counters that grow while mails are given out. */
import { nextSlot, nextOpening, openSpanAt, slotAt, triggerSchedule } from './calendar';
import { leadSchedule } from './lead-schedule';
import type { OpenSpan, Slot } from './calendar';
import { closedBy } from './campaign-checks';
import type {
  CampaignSnapshot,
  EnrolmentSnapshot,
  Instant,
  LocalDate,
  MailboxSnapshot,
  PlanInput,
  Refusal,
  Schedule,
} from './plan.types';
import type { Lane } from './mailbox-lane';
import { openLane, slowed } from './mailbox-lane';
import { localDateAt, MINUTE_MS } from '@skein/template/zone-clock';
import type { VariantCounts } from './assign-variant';

export interface PlanContext {
  readonly campaign: CampaignSnapshot;
  readonly now: Instant;
  /** The schedule the triggers follow. */
  readonly triggers: Schedule;
  readonly slot: Slot | null;
  /** The instant that is judged: the slot, or `now` where there is none. */
  readonly at: Instant;
  /** The campaign's local date at `at`. */
  readonly date: LocalDate;
  readonly intervalMs: number;
  /** First failing rule of the campaign, which then holds for every lead. */
  readonly closed: Refusal | null;
  /** Opened when first asked for: who only wants to know where a row stands asks for none. */
  readonly lanes: readonly Lane[];
  readonly laneById: ReadonlyMap<string, Lane>;
  readonly mailboxById: ReadonlyMap<string, MailboxSnapshot>;
  readonly variantCounts: VariantCounts;
  readonly companyCounts: Map<string, number>;
  /** Answers that many rows share: next slots by time, refusals by list. */
  readonly nextSlots: Map<Instant, Instant | null>;
  readonly sharedRefusals: Map<string, Refusal>;
  newLeadsLeft: number;
  /** True when bounces lowered the number of new leads. */
  readonly isSlowed: boolean;
  creditsLeft: number;
}

/** New: no mail of this campaign has been sent to the lead yet. */
export function isNewLead(row: EnrolmentSnapshot): boolean {
  return row.status === 'STARTED';
}

function countOn(counter: { readonly date: LocalDate }, date: LocalDate, count: number): number {
  // A counter of a later date (clock set back) still counts: never send more than was allowed.
  return counter.date >= date ? count : 0;
}

/** The span of the window a lead may be mailed in; null when it is closed for the lead. */
export function leadSpanAt(context: PlanContext, row: EnrolmentSnapshot): OpenSpan | null {
  return openSpanAt(scheduleOfLead(context, row), context.at);
}

export const scheduleOfLead = (context: PlanContext, row: EnrolmentSnapshot): Schedule =>
  leadSchedule(context.campaign.schedule, row.timeZone);

/** Rules that can let go in the middle of a slot: the mail then leaves later in that slot, which counts as the next. */
const WITHIN_SLOT: ReadonlySet<string> = new Set(['MAILBOX_GAP', 'MAILBOX_ROLLING_CAP']);

/** Earliest instant a slot may begin at to be served, once a refusal lets go at `until`; null when it never does. */
export function servedFrom(context: PlanContext, refusal: Refusal): Instant | null {
  if (refusal.until === null) return null;
  return WITHIN_SLOT.has(refusal.code) ? refusal.until - context.intervalMs + 1 : refusal.until;
}

/** First slot at or after `from` (and after the current one) that is inside the lead's window. */
export function nextSlotForLead(context: PlanContext, row: EnrolmentSnapshot | null, from: Instant): Instant | null {
  const { campaign, triggers, slot } = context;
  const after = slot ? slot.slotAt : campaign.lastTriggerSlotAt;
  const last = context.closed?.code === 'TRIGGER_INTERVAL' ? campaign.lastTriggerSlotAt : after;
  let start = Math.max(from, slot ? slot.slotAt + 1 : context.now);
  if (row === null || campaign.schedule.timeZoneMode === 'CAMPAIGN') {
    let next = context.nextSlots.get(start);
    if (next === undefined) context.nextSlots.set(start, (next = nextSlot(triggers, start, last)));
    return next;
  }
  const own = scheduleOfLead(context, row);
  // Two rounds settle it: the opening of the lead's window, then the first slot in it; more only for tiny windows.
  for (let round = 0; round < 50; round += 1) {
    const opening = nextOpening(own, start);
    if (opening === null) return null;
    const next = nextSlot(triggers, opening, last);
    if (next === null || openSpanAt(own, next)) return next;
    start = next;
  }
  return null;
}

const isSlowedAt = (campaign: CampaignSnapshot, at: Instant): boolean =>
  !!campaign.bounceHold && campaign.bounceHold.percent !== null && campaign.bounceHold.until > at;

/** New leads a day; null is no limit. A campaign without a limit that bounces slow down has the part of what its mailboxes can send. */
function newLeadLimit(campaign: CampaignSnapshot, mailboxes: readonly MailboxSnapshot[], at: Instant): number | null {
  const limit = campaign.schedule.maxNewLeadsPerDay;
  if (!isSlowedAt(campaign, at)) return limit;
  const possible = mailboxes.reduce((sum, mailbox) => sum + (mailbox.attached ? mailbox.dailyCap : 0), 0);
  return limit === 0 ? 0 : slowed(Math.min(limit ?? possible, possible), campaign.bounceHold, at);
}

export function createContext(input: PlanInput): PlanContext {
  const { campaign, now } = input;
  const triggers = triggerSchedule(campaign.schedule);
  const intervalMs = Math.max(1, campaign.schedule.triggerIntervalMinutes) * MINUTE_MS;
  const slot = slotAt(triggers, now);
  const at = slot ? slot.slotAt : now;
  const date = localDateAt(campaign.schedule.timeZone, at);
  const closed = closedBy({ campaign, mailboxes: input.mailboxes, triggers, slot, now, intervalMs });
  const newToday = countOn(campaign.day, date, campaign.day.newLeads);
  const limit = newLeadLimit(campaign, input.mailboxes, at);
  const moment = { campaign, slot, at, now, intervalMs };
  let lanes: readonly Lane[] | null = null;
  let laneById: ReadonlyMap<string, Lane> | null = null;
  let mailboxById: ReadonlyMap<string, MailboxSnapshot> | null = null;
  return {
    campaign,
    now,
    triggers,
    slot,
    at,
    date,
    intervalMs,
    closed,
    get lanes() {
      return (lanes ??= input.mailboxes.map((mailbox) => openLane(mailbox, date, moment)));
    },
    get laneById() {
      return (laneById ??= new Map(this.lanes.map((lane) => [lane.mailbox.id, lane])));
    },
    get mailboxById() {
      return (mailboxById ??= new Map(input.mailboxes.map((mailbox) => [mailbox.id, mailbox])));
    },
    variantCounts: new Map(),
    companyCounts: new Map(),
    nextSlots: new Map(),
    sharedRefusals: new Map(),
    isSlowed: isSlowedAt(campaign, at),
    newLeadsLeft: limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - newToday),
    creditsLeft: campaign.emailCreditsLeft === null ? Number.POSITIVE_INFINITY : Math.max(0, campaign.emailCreditsLeft),
  };
}
