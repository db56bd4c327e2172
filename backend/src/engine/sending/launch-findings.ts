import type { Schedule } from './plan.types';

type Fields = Partial<Pick<LaunchFinding, 'count' | 'unit' | 'jump'>>;
export const finding =
  (severity: LaunchFinding['severity']) =>
  (code: LaunchCode, title: string, detail: string, fields: Fields = {}): LaunchFinding => ({
    code,
    severity,
    title,
    detail,
    count: fields.count ?? null,
    unit: fields.unit ?? null,
    jump: fields.jump ?? null,
  });

/** Where a problem is fixed: a page and what to show there. */
export interface LaunchJump {
  readonly to: 'LEADS' | 'STEP' | 'SETUP_SCHEDULE' | 'SETUP_MAILBOXES' | 'SETUP_SETTINGS' | 'MAILBOX' | 'PLAN';
  readonly stepId?: string;
  readonly variantId?: string;
  readonly mailboxIds?: readonly string[];
  /** Filter of the lead list, for example 'missing:city'. */
  readonly leadFilter?: string;
}

export type LaunchCode =
  | 'NO_LEADS'
  | 'NO_STEPS'
  | 'EMPTY_STEP'
  | 'MISSING_MERGE_DATA'
  | 'TEMPLATE_BROKEN'
  | 'NO_MAILBOX'
  | 'MAILBOX_NOT_CONNECTED'
  | 'WINDOW_EMPTY'
  | 'TIME_ZONE_UNKNOWN'
  | 'NO_OPT_OUT'
  | 'DNS_FAILING'
  | 'DNS_UNCHECKED'
  | 'DMARC_MISSING'
  | 'PLACEMENT_LOW'
  | 'CREDITS'
  | 'WARMUP_OFF'
  | 'WARMUP_YOUNG'
  | 'SIGNATURE_EMPTY'
  | 'FIRST_DAY_HIGH'
  | 'SENDER_NAMELESS'
  | 'FOLLOW_UP_AT_ONCE'
  | 'ALSO_IN_ANOTHER_CAMPAIGN'
  | 'SPAM_WORDING'
  | 'LINK_BROKEN'
  | 'ENCODING'
  | 'SUPPRESSED_LEFT_OUT';

export interface LaunchFinding {
  readonly code: LaunchCode;
  readonly severity: 'BLOCKS' | 'LOOK' | 'IN_ORDER';
  readonly title: string;
  readonly detail: string;
  /** What is counted, with its unit: 38 and 'lead'. Null where nothing is counted. */
  readonly count: number | null;
  readonly unit: string | null;
  readonly jump: LaunchJump | null;
}

/** Leads without a value for a field that a text uses without fallback. */
export interface MissingFieldFinding {
  readonly field: string;
  readonly stepId: string;
  readonly stepNumber: number;
  readonly variantId: string;
  readonly variantLabel: string;
  readonly leads: number;
  /** No field is missing: with these leads' data the text grows beyond what a mail may hold. */
  readonly growsTooLarge?: boolean;
}
/** A text that does not parse: an open brace, an unknown filter. */
interface TemplateFinding {
  readonly stepId: string;
  readonly stepNumber: number;
  readonly variantId: string;
  readonly variantLabel: string;
  readonly message: string;
  readonly excerpt: string;
}

export interface LaunchGateInput {
  /** A subsequence gets its leads while it runs, and its first mail may go on in the parent's thread. */
  readonly isSubsequence?: boolean;
  /** Leads that would be mailed, and those left out because they are suppressed. */
  readonly leads: {
    readonly total: number;
    readonly suppressed: number;
    readonly alsoActiveElsewhere: number;
    readonly badEncoding: number;
  };
  readonly steps: readonly {
    readonly id: string;
    readonly number: number;
    readonly kind: 'EMAIL' | 'MANUAL' | 'LINKEDIN';
    /** From the step before it. */
    readonly delayMinutes: number;
    readonly variants: readonly {
      readonly id: string;
      readonly label: string;
      readonly enabled: boolean;
      readonly subjectEmpty: boolean;
      readonly bodyEmpty: boolean;
      readonly spamWords: readonly string[];
    }[];
  }[];
  readonly missingFields: readonly MissingFieldFinding[];
  /** The campaign mails leads with missing fields anyway. */
  readonly missingFieldsAllowed: boolean;
  readonly brokenTemplates: readonly TemplateFinding[];
  readonly mailboxes: readonly {
    readonly id: string;
    readonly email: string;
    readonly state: 'CONNECTED' | 'FAILING' | 'SUSPENDED';
    readonly isWarmupOn: boolean;
    /** Local days on which it sent warmup email. */
    readonly warmupDays: number;
    /** Whole days since it was connected. */
    readonly ageDays: number;
    readonly hasSignature: boolean;
    readonly fromName: string;
    /** The most that it sends today, by its cap and its ramp. */
    readonly firstDayCap: number;
  }[];
  /** Steps whose text prints the sender's signature. */
  readonly stepsWithSignature: readonly number[];
  /** OFF: nothing is asked. WARN: said here. HOLD: a younger mailbox sends nothing until it is old enough. */
  readonly warmupAge: { readonly gate: 'OFF' | 'WARN' | 'HOLD'; readonly days: number };
  readonly schedule: Schedule;
  /** A List-Unsubscribe header, or for every step an unsubscribe text or link. */
  readonly optOut: { readonly header: boolean; readonly stepsWithoutText: readonly number[] };
  readonly domains: readonly {
    readonly domain: string;
    readonly spf: DnsResult;
    readonly dkim: DnsResult;
    readonly dmarc: DnsResult;
  }[];
  readonly links: { readonly checked: number; readonly broken: readonly string[] };
  /** Share (0 to 1) that reached the inbox in the last placement test; null when there was none. */
  readonly placement: { readonly inboxShare: number; readonly threshold: number } | null;
  readonly emailCreditsLeft: number | null;
}

export type DnsResult = 'PASS' | 'FAIL' | 'MISSING' | 'UNKNOWN';

export interface LaunchGateResult {
  readonly mayLaunch: boolean;
  readonly blocking: readonly LaunchFinding[];
  readonly worthALook: readonly LaunchFinding[];
  readonly inOrder: readonly LaunchFinding[];
}
