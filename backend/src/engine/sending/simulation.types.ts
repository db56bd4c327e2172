/** What the simulator is told and what it answers. Times as in plan.types.ts. */
import type { ConstraintCode } from './constraints';
import type {
  CampaignSnapshot,
  EnrolmentSnapshot,
  EnrolmentStatus,
  Instant,
  LocalDate,
  MailboxSnapshot,
  PlannedIntent,
  ScheduleWindow,
} from './plan.types';

/** Something that happened to a lead (replay) or is assumed to (rates). */
export interface SimulatedOutcome {
  readonly enrolmentId: string;
  readonly at: Instant;
  /** END: no further mail. HOLD: none before `until` (null: none at all). */
  readonly kind: 'END' | 'HOLD';
  /** Status and reason of an END: STOPPED and REPLIED, BLOCKED and BOUNCED ... */
  readonly status: EnrolmentStatus;
  readonly reason: string;
  readonly until: Instant | null;
}

/** Shares (0 to 1) of mails that end a lead, for a forecast without recorded outcomes. */
interface OutcomeRates {
  readonly reply: number;
  readonly bounce: number;
  readonly unsubscribe: number;
  /** Hours from the mail to the outcome. */
  readonly afterHours: number;
}

export interface SimulationInput {
  readonly campaign: CampaignSnapshot;
  readonly mailboxes: readonly MailboxSnapshot[];
  /** Every lead of the campaign that is not ended; ended ones may be left out or in. */
  readonly enrolments: readonly EnrolmentSnapshot[];
  readonly now: Instant;
  /** Replay: what really happened. */
  readonly recorded?: readonly SimulatedOutcome[];
  /** Replay: when a mail really left; without it, its planned time. */
  readonly sentAt?: (intent: PlannedIntent) => Instant | undefined;
  readonly rates?: OutcomeRates;
  /** Reply rates (0 to 1) of earlier campaigns, for the range of expected replies. */
  readonly pastReplyRates?: readonly number[];
  /** End of the simulation; two years from now by default. */
  readonly until?: Instant;
  /** Keep every send in `sends`. */
  readonly keepSends?: boolean;
}

export interface SimulatedDay {
  /** Local date of the campaign. */
  readonly date: LocalDate;
  readonly sent: number;
  readonly newLeads: number;
  readonly followUps: number;
  /** Mails by mailbox, in the order of `SimulationResult.mailboxes`. */
  readonly byMailbox: readonly number[];
  /** What kept more mail from leaving that day. */
  readonly bottleneck: ConstraintCode;
}

export interface SimulatedPeriod {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly bottleneck: ConstraintCode;
  readonly text: string;
}

export interface SimulationResult {
  readonly emails: number;
  /** Leads that get at least one mail. */
  readonly leadsContacted: number;
  readonly firstSendAt: Instant | null;
  readonly lastSendAt: Instant | null;
  /** Local dates of the campaign on which mail leaves. */
  readonly sendingDays: number;
  readonly finishDate: LocalDate | null;
  /** False when leads are left that never become eligible by themselves, or the end was reached first. */
  readonly finished: boolean;
  readonly busiestDay: { readonly date: LocalDate; readonly sent: number; readonly possible: number } | null;
  readonly mailboxes: readonly { readonly mailboxId: string; readonly sent: number }[];
  readonly days: readonly SimulatedDay[];
  readonly periods: readonly SimulatedPeriod[];
  /** Leads by where they end; they sum to `total`. */
  readonly counts: { readonly total: number; readonly done: number; readonly ended: number; readonly waiting: number };
  /** Why leads are left waiting at the end. */
  readonly leftByReason: Partial<Record<ConstraintCode, number>>;
  /** Expected replies with their 80 % range, from `pastReplyRates`. */
  readonly replies: { readonly low: number; readonly expected: number; readonly high: number } | null;
  readonly sends: readonly PlannedIntent[];
  /** How often the planner was asked. */
  readonly plans: number;
}

export interface WhatIf {
  /** Number of mailboxes: the first n, or copies of those there are. */
  readonly mailboxes?: number;
  readonly mailboxDailyCap?: number;
  readonly maxNewLeadsPerDay?: number | null;
  readonly followUpPercentage?: number;
  readonly windows?: readonly ScheduleWindow[];
  readonly triggerIntervalMinutes?: number;
}
