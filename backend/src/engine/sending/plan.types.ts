/**
 * What the planner is told (snapshots) and what it answers (intents and reasons).
 *
 * Conventions of every type here
 * - An instant is a number: milliseconds since 1970 UTC, in campaign time. The planner never asks a clock.
 * - A local date is 'YYYY-MM-DD'; a local time is 'HH:MM' ('24:00' is the end of a day).
 * - Ids are strings; they are compared and hashed, never computed with.
 * - A counter carries the local date it belongs to; a counter of an earlier date counts as zero, so that
 *   nobody has to reset counters at midnight.
 */
import type { CampaignStatusReason } from '@skein/contracts/constants';
import type { PlannerSettings } from '@skein/contracts/main/campaign-columns';
import type { ConstraintCode } from './constraints';

export type Instant = number;
export type LocalDate = string;
/** Monday 1 to Sunday 7 (ISO 8601). Only the v1 wire counts otherwise. */
export type IsoDay = 1 | 2 | 3 | 4 | 5 | 6 | 7;
export type MailProvider = 'GMAIL' | 'OUTLOOK' | 'OTHER';

/**
 * What a campaign decides for leads of one provider, before any matching: no email at all, or first emails only from
 * mailboxes of these providers.
 */
export type { EspRule } from '@skein/contracts/main/campaign-settings';

/** One span of local time on some days. An end before the start crosses midnight; an equal end is empty. */
export interface ScheduleWindow {
  readonly days: readonly IsoDay[];
  readonly start: string;
  readonly end: string;
}

export interface Schedule {
  /** IANA zone, for example 'America/New_York'. */
  readonly timeZone: string;
  /** Windows may overlap; they are joined. */
  readonly windows: readonly ScheduleWindow[];
  /** Nothing leaves before this instant. */
  readonly startAt: Instant | null;
  /** `min_time_btwn_emails`: minutes between two triggers, at least 3, default 10. */
  readonly triggerIntervalMinutes: number;
  /** `max_leads_per_day`: new leads a campaign day (default 100); null is no limit. */
  readonly maxNewLeadsPerDay: number | null;
  /** LEAD reads the windows in each lead's own zone (a lead without one uses the campaign's). */
  readonly timeZoneMode: 'CAMPAIGN' | 'LEAD';
  /** Local dates on which nothing leaves. */
  readonly holidays: readonly LocalDate[];
}

/** CALENDAR: n times 24 h. SENDING_DAYS: n days on which the schedule has a window, at the same local time. */
export interface StepDelay {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly basis: 'CALENDAR' | 'SENDING_DAYS';
}

export interface VariantSnapshot {
  readonly id: string;
  /** 'A' to 'Z'. */
  readonly label: string;
  /** Share under MANUAL_PERCENTAGE; ignored otherwise. */
  readonly percentage: number;
  readonly enabled: boolean;
  /** Leads given this variant since the step's variants or shares last changed. */
  readonly assigned: number;
}

export interface StepSnapshot {
  readonly id: string;
  /** 1, 2, 3 ... as shown. */
  readonly number: number;
  readonly kind: 'EMAIL' | 'MANUAL' | 'LINKEDIN';
  readonly delay: StepDelay;
  readonly distribution: 'MANUAL_EQUAL' | 'MANUAL_PERCENTAGE' | 'AI_EQUAL';
  readonly variants: readonly VariantSnapshot[];
  /** Why a placement test paused it; absent where a person did. */
  readonly pauseReason?: string;
  /** The variant found best by the test (AI_EQUAL) or chosen by a person; null while the shares hold. */
  readonly winnerVariantId: string | null;
}

/** Recipient bounces over mails sent, in the guard's rolling window. */
export interface BounceGuardSnapshot {
  readonly enabled: boolean;
  /** Percent at which the campaign pauses (default 5). */
  readonly percent: number;
  /** No judgement below this many sent (default 50). */
  readonly minimumSent: number;
  readonly sent: number;
  readonly recipientBounces: number;
  /** What those two leave out, because a hold of its import has answered it. */
  readonly answered?: { readonly sent: number; readonly bounces: number };
}

/** What happens to a lead whose mailbox can no longer send. A moved lead starts a new thread. */
interface ReallocationPolicy {
  /** The mailbox was taken out of the campaign. */
  readonly detached: 'MOVE' | 'WAIT';
  /** The mailbox is failing or suspended for longer than this; null waits for as long as it takes. */
  readonly failingAfterMs: number | null;
}

interface DayCounter {
  readonly date: LocalDate;
  readonly newLeads: number;
  readonly followUps: number;
}

/** What is left in a campaign beyond the rows of this trigger. Each is one EXISTS or MIN query. */
interface CampaignBacklog {
  /** Leads that wait for their first mail, eligible now or later. */
  readonly newLeads: boolean;
  /** Leads in progress whose next step is an e-mail, due now or later. */
  readonly followUps: boolean;
  /** Leads that are neither ended nor in the two sets above: paused, in flight, at a manual step. */
  readonly others: boolean;
  /** Earliest `eligibleAt` of the first two sets. */
  readonly nextEligibleAt: Instant | null;
  /** The constraint that an earlier trigger put the first of them off by; null or left out when it waits for its delay. */
  readonly heldBy?: string | null;
  /** Those of `newLeads` whose import is on hold because of bounces. */
  readonly newLeadsOnHold?: NewLeadsOnHold | null;
}

/** New leads that wait until the holds of their imports end; the reason and the end are those of the hold that ends first. */
export interface NewLeadsOnHold {
  readonly leads: number;
  readonly until: Instant;
  readonly reason: string;
  /** No other new lead waits. */
  readonly areAll: boolean;
}

/**
 * A response to bounces that slows or rests a mailbox, or slows a campaign (engine/bounces); `percent` of the limit is left, null is none.
 */
export interface BounceHold {
  readonly scope: string;
  readonly percent: number | null;
  readonly until: Instant;
  /** Why it holds, as shown. */
  readonly reason: string;
}

export type CampaignStatus = 'DRAFTED' | 'ACTIVE' | 'COMPLETED' | 'STOPPED' | 'PAUSED' | 'ARCHIVED';

export interface CampaignSnapshot {
  readonly id: string;
  /** Material of every seeded choice (jitter, ties). Stored at creation and never changed. */
  readonly seed: string;
  readonly status: CampaignStatus;
  /** Why it is paused or stopped; null otherwise. */
  readonly statusReason: CampaignStatusReason | null;
  readonly schedule: Schedule;
  /**
   * What people set of it, as it is kept: of ESP rules at most one for each provider of recipients, which counts more than the match mode.
   */
  readonly settings: PlannerSettings;
  readonly bounceGuard: BounceGuardSnapshot;
  /** Fewer new leads a day because of bounces. */
  readonly bounceHold?: BounceHold | null;
  readonly reallocation: ReallocationPolicy;
  readonly steps: readonly StepSnapshot[];
  /** False once the subscription or trial has ended. */
  readonly planInForce: boolean;
  /** Mails the plan still allows; null is no limit. */
  readonly emailCreditsLeft: number | null;
  /** True while an operator has to confirm a restored or cloned instance. */
  readonly sendingHeld: boolean;
  /** Reserved and sent on the campaign's local day. */
  readonly day: DayCounter;
  /** Slot of the last trigger that fired, so that an edited interval or the turn of a day never fires early. */
  readonly lastTriggerSlotAt: Instant | null;
  readonly backlog: CampaignBacklog;
}

/** Daily cap that grows: `start` on `from`, plus `increase` a day, up to the mailbox's cap. */
export interface MailboxRamp {
  readonly from: LocalDate;
  readonly start: number;
  readonly increase: number;
}

/** An inbox that has not been read recently, so a reply could be waiting there unseen. */
export interface UnreadInbox {
  readonly mailboxId: string;
  /** When it was last read; null if never. */
  readonly readAt: Instant | null;
  /** The server's error on the last attempt, as shown to the user; null when none failed. */
  readonly reason: string | null;
  /** When leads that wait for it are looked at again. A forecast assumes that the inbox is read from then on. */
  readonly until: Instant;
}

/** Another campaign that was refused this mailbox (MAILBOX_GAP, MAILBOX_TURN) since it last sent from it. */
interface MailboxWaiter {
  readonly campaignId: string;
  readonly waitingSince: Instant;
  readonly nextTriggerAt: Instant;
}

/** The mailbox has warmed up for fewer days than its workspace asks; `until` when it will have, null while nothing brings it nearer. */
export interface YoungMailbox {
  readonly days: number;
  readonly needed: number;
  readonly until: Instant | null;
}

export interface MailboxSnapshot {
  readonly id: string;
  readonly provider: MailProvider;
  /** False when it only appears because leads of this campaign still keep it. */
  readonly attached: boolean;
  readonly state: 'CONNECTED' | 'FAILING' | 'SUSPENDED';
  readonly stateSince: Instant | null;
  /** The error as shown to the user, without secrets. */
  readonly stateReason: string | null;
  /** Set while its inbox is not being read: its follow-ups wait, first emails are sent. */
  readonly unreadInbox: UnreadInbox | null;
  /** Zone of the mailbox's day. */
  readonly timeZone: string;
  /** `message_per_day`, default 40. Also the most in any rolling 24 h. */
  readonly dailyCap: number;
  readonly ramp: MailboxRamp | null;
  /** Rest until then (frozen dates); null otherwise. */
  readonly restingUntil: Instant | null;
  /** Set where its workspace holds young mailboxes out of campaigns and it is one; `until` null: no day brings it nearer. */
  readonly young: YoungMailbox | null;
  /** Its or its domain's emails bounced: it sends less, or nothing, until then. */
  readonly bounceHold?: BounceHold | null;
  /** Why a placement test made it rest, or lowered its cap; absent where a person decided. */
  readonly restReason?: string;
  readonly capReason?: string;
  /** Its newest placement at its own provider does not pass: matching prefers others there. */
  readonly isPlacedLow?: boolean;
  /** Campaign emails of all campaigns on the mailbox's local day. In-doubt mail counts as sent. */
  readonly day: { readonly date: LocalDate; readonly sent: number; readonly reserved: number };
  /**
   * Send times of the last 24 h of all campaigns, reserved ones included, ascending; the newest `dailyCap` of
   * them are enough.
   */
  readonly recentSends: readonly Instant[];
  /** Its own minimum gap across all campaigns. */
  readonly minimumGapMinutes: number;
  /** Last real send of any campaign (in doubt included). */
  readonly lastSendAt: Instant | null;
  /** Last real or reserved send of this campaign. */
  readonly lastSendInCampaignAt: Instant | null;
  /** `sendAt` of every RESERVED or SUBMITTING intent of any campaign. */
  readonly openIntents: readonly Instant[];
  /** What this campaign reserved and sent from it on the campaign's local day. */
  readonly campaignDay: DayCounter;
  /**
   * Follow-ups that keep this mailbox and become eligible after this slot but before `followUpHorizon`;
   * may be counted up to the daily cap only.
   */
  readonly followUpsLaterToday: number;
  /** When this campaign was first refused the mailbox since it last sent from it; null if it was not. */
  readonly waitingSince: Instant | null;
  /** Other active campaigns that wait for it. */
  readonly waiters: readonly MailboxWaiter[];
}

export type EnrolmentStatus = 'STARTED' | 'INPROGRESS' | 'COMPLETED' | 'STOPPED' | 'PAUSED' | 'BLOCKED';

interface EnrolmentHold {
  readonly kind: 'OUT_OF_OFFICE' | 'COMPANY_REPLY' | 'USER' | 'RETRY' | 'SOFT_BOUNCE' | 'RESTORED';
  /** Null until somebody lifts it. */
  readonly until: Instant | null;
}

export interface EnrolmentSnapshot {
  readonly id: string;
  readonly leadId: string;
  readonly status: EnrolmentStatus;
  /** REPLIED, UNSUBSCRIBED, BOUNCED, BLOCK_LIST ... once ended. */
  readonly endReason: string | null;
  /** Index into `steps` of the next step; `steps.length` when none is left. */
  readonly stepIndex: number;
  /** When the step became (or becomes) due. */
  readonly dueAt: Instant;
  /** `dueAt`, or later when a trigger deferred the row. Key of the due index and of the order. */
  readonly eligibleAt: Instant;
  /** Place among new leads (import order); ties are broken by id. */
  readonly order: number;
  /** The mailbox it keeps; null before the first mail. */
  readonly mailboxId: string | null;
  /** Who hosts the recipient's mail. */
  readonly provider: MailProvider;
  /** Lower case. */
  readonly recipientDomain: string;
  /** Free-mail domains are no companies: no company limit, no company pause. */
  readonly freeMail: boolean;
  readonly timeZone: string | null;
  /** Mails of this campaign to the domain on the campaign's local day. */
  readonly companySentToday: number;
  /** BLOCK_LIST, UNSUBSCRIBED, HARD_BOUNCE, DO_NOT_CONTACT; null when it may be mailed. */
  readonly suppression: string | null;
  readonly hold: EnrolmentHold | null;
  /** The import it came with is on hold because of bounces. */
  readonly importHold?: BounceHold | null;
  /** An inbox that could hold an unseen reply from this lead; null when all were read, or nothing was sent to the lead before. */
  readonly unreadInbox: UnreadInbox | null;
  /** Fields the next step needs, without value or fallback, and that the campaign did not allow. */
  readonly missingFields: readonly string[];
  /** State of the intent of the next step, if one exists. */
  readonly intent: { readonly state: 'RESERVED' | 'SUBMITTING' | 'IN_DOUBT'; readonly sendAt: Instant } | null;
  /** Where the action of a LinkedIn step stands, once the lead reached it; `nextLookAt` is when it is tried or looked at next. */
  readonly linkedIn?: {
    readonly action: string;
    readonly state: string;
    readonly note: string | null;
    readonly nextLookAt: Instant | null;
  } | null;
  /** Variant of the next step, once it was given (kept over a cancelled intent). */
  readonly variantId: string | null;
}

/** Names one ordered list of due rows; see `required-rows.ts` for what has to be loaded of each. */
export type QueueKey = string;

export interface PlanInput {
  readonly campaign: CampaignSnapshot;
  readonly mailboxes: readonly MailboxSnapshot[];
  /** Rows of the queues `requiredRows` asked for, in any order; further rows do no harm. */
  readonly enrolments: readonly EnrolmentSnapshot[];
  /** Queues that hold more rows than were loaded. */
  readonly incompleteQueues: readonly QueueKey[];
  readonly now: Instant;
}

/** One e-mail to reserve: one row per (enrolment, step). */
export interface PlannedIntent {
  readonly enrolmentId: string;
  readonly leadId: string;
  readonly stepId: string;
  readonly stepIndex: number;
  readonly kind: 'NEW' | 'FOLLOW_UP';
  readonly variantId: string;
  readonly mailboxId: string;
  readonly slotAt: Instant;
  /** Not before this; slot, jitter and the mailbox's gap are in it. */
  readonly sendAt: Instant;
  /** It must not leave at or after this instant (the end of the window). */
  readonly notAfter: Instant;
  readonly jitterMs: number;
  /** The mailbox the lead had before it was re-allocated: the mail starts a new thread. */
  readonly reallocatedFrom: string | null;
  readonly providerMatched: boolean;
}

export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** Why an enrolment, a mailbox or a campaign did not send at this trigger. */
export interface Refusal {
  readonly code: ConstraintCode;
  readonly facts: Facts;
  /** When this constraint lets go by itself; null when somebody has to act. */
  readonly until: Instant | null;
}

export interface EnrolmentReason extends Refusal {
  readonly enrolmentId: string;
  /** First slot at which it can be considered again; null when somebody has to act. */
  readonly nextEligibleAt: Instant | null;
  /** True: store `nextEligibleAt` as `eligibleAt`, so that no trigger before it loads the row. */
  readonly defer: boolean;
  /** True: take the row out of the due index until somebody acts (data filled, lead resumed, task done). */
  readonly park: boolean;
}

export interface MailboxOutcome {
  readonly mailboxId: string;
  readonly sent: boolean;
  /** Null when it sent. */
  readonly refusal: Refusal | null;
}

export type CheckpointCode = 'NO_AUTOMATIC_SEQUENCES_LEFT' | 'NO_FOLLOW_UPS_DUE' | 'NO_NEW_LEADS_WAITING';

/** The trigger log's row. */
export interface TriggerOutcome {
  /** Null when `now` lies in no slot: nothing fired. */
  readonly slotAt: Instant | null;
  readonly sent: number;
  readonly newLeads: number;
  readonly followUps: number;
  /** Rows that were looked at and not sent, by code; with `sent` they sum to the rows given. */
  readonly skippedByReason: Partial<Record<ConstraintCode, number>>;
  readonly checkpoint: CheckpointCode | null;
  /** Set when nothing was sent and a constraint decided. */
  readonly binding: Refusal | null;
  /** When something can be sent again; null when something was sent, or nothing resumes without a person. */
  readonly resumesAt: Instant | null;
  /** One sentence for the log. */
  readonly message: string;
}

export interface PlanResult {
  readonly intents: readonly PlannedIntent[];
  readonly reasons: readonly EnrolmentReason[];
  readonly mailboxes: readonly MailboxOutcome[];
  readonly trigger: TriggerOutcome;
  /** When to fire next; null when the schedule never opens again or the campaign does not run. */
  readonly nextTriggerAt: Instant | null;
  /** Set when the campaign has to be paused with this reason. */
  readonly pause: { readonly reason: 'BOUNCE_GUARD'; readonly facts: Facts } | null;
  /** Queues whose next rows have to be loaded before the decision is exact: add them and plan again. */
  readonly needMore: readonly QueueKey[];
}
