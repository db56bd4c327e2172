/** What a bounce is about: the address, whoever sends, what was sent, or nothing that lasts. */
export type BounceBlame = 'RECIPIENT' | 'SENDER' | 'CONTENT' | 'PASSING';

/** What a response holds back. A dead address itself is blocked at once and needs no figures. */
export type ResponseScope = 'MAILBOX' | 'DOMAIN' | 'IMPORT' | 'CAMPAIGN';

/** SLOW: fewer emails a day. REST: none from the mailbox. HOLD: none to leads of the import that have not been contacted. */
export type Reaction = 'SLOW' | 'REST' | 'HOLD';

export interface BounceRule {
  readonly scope: ResponseScope;
  readonly class: Exclude<BounceBlame, 'PASSING'>;
  readonly reaction: Reaction;
  /** Emails tried in the window before the share means anything. */
  readonly minimumTried: number;
  readonly minimumBounces: number;
  /** Share of bounces from which it applies; null: half of the campaign's guard. */
  readonly percent: number | null;
  /** Mailboxes the bounces have to come from, so that one bad mailbox does not slow its whole domain. */
  readonly minimumMailboxes: number;
  readonly windowHours: number;
  /** How long it lasts the first, the second, the third time within `repeatDays`; the last one from then on. */
  readonly hours: readonly number[];
}

/** Within how many days a response to the same thing counts as a repeat and lasts longer. */
export const repeatDays = 14;
/** A slowed mailbox or campaign sends this share of its limit. */
export const slowPercent = 50;
/** How long a lead whose mailbox is full waits. */
export const fullMailboxDays = 3;

const rule = (
  scope: ResponseScope,
  bounceClass: BounceRule['class'],
  reaction: Reaction,
  limits: Pick<BounceRule, 'minimumTried' | 'minimumBounces' | 'percent' | 'windowHours' | 'hours'> &
    Partial<Pick<BounceRule, 'minimumMailboxes'>>,
): BounceRule => ({ scope, class: bounceClass, reaction, minimumMailboxes: 1, ...limits });

/**
 * Each class hits what causes it. Dead addresses come from a list: its import is held, then its campaigns slow down,
 * and a mailbox only when many of its emails bounce. Refusals of the sender are about the mailbox, or about its domain
 * when several mailboxes have them. Refused content is about the campaign. The campaign's guard, which pauses it, comes
 * after all of them (engine/sending/campaign-checks.ts).
 */
export const BOUNCE_RULES: readonly BounceRule[] = [
  rule('IMPORT', 'RECIPIENT', 'HOLD', {
    minimumTried: 20,
    minimumBounces: 3,
    percent: 5,
    windowHours: 7 * 24,
    hours: [72, 168, 336],
  }),
  rule('CAMPAIGN', 'RECIPIENT', 'SLOW', {
    minimumTried: 40,
    minimumBounces: 3,
    percent: null,
    windowHours: 72,
    hours: [24, 48, 96],
  }),
  rule('CAMPAIGN', 'CONTENT', 'SLOW', {
    minimumTried: 20,
    minimumBounces: 4,
    percent: 4,
    windowHours: 72,
    hours: [24, 72, 168],
  }),
  rule('MAILBOX', 'RECIPIENT', 'SLOW', {
    minimumTried: 30,
    minimumBounces: 4,
    percent: 8,
    windowHours: 72,
    hours: [24, 48, 96],
  }),
  rule('MAILBOX', 'SENDER', 'SLOW', {
    minimumTried: 10,
    minimumBounces: 3,
    percent: 4,
    windowHours: 72,
    hours: [24, 48, 96],
  }),
  rule('MAILBOX', 'SENDER', 'REST', {
    minimumTried: 12,
    minimumBounces: 6,
    percent: 10,
    windowHours: 72,
    hours: [24, 72, 168],
  }),
  rule('DOMAIN', 'SENDER', 'SLOW', {
    minimumTried: 20,
    minimumBounces: 6,
    percent: 4,
    minimumMailboxes: 2,
    windowHours: 72,
    hours: [24, 48, 96],
  }),
  rule('DOMAIN', 'SENDER', 'REST', {
    minimumTried: 24,
    minimumBounces: 12,
    percent: 10,
    minimumMailboxes: 2,
    windowHours: 72,
    hours: [48, 96, 168],
  }),
];
