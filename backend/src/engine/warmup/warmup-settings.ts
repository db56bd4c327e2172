import type { MailboxId } from '@skein/contracts/ids';

/** Warmup settings of a mailbox, as `mailbox.warmup` keeps them. */
export interface WarmupSettings {
  readonly enabled: boolean;
  /** Most warmup mails a day, openers and replies together, 1 to 50 (docs/domain.md, Validation). */
  readonly perDay: number;
  /** The amount of a day is drawn between `minPerDay` and what cap and ramp allow. */
  readonly isRandomised: boolean;
  readonly minPerDay: number;
  /** Begin with few and grow by `dailyRampup` a day. */
  readonly isRampupEnabled: boolean;
  /** 1 to 20 mails more each day. */
  readonly dailyRampup: number;
  /** Of 100 mails that arrived, how many are answered; 0 to 100. */
  readonly replyRate: number;
  /** Of 100 mails that arrived, how many are opened; only those are answered. */
  readonly openRate: number;
  /** Of 100 opened mails, how many are marked as important. */
  readonly importantRate: number;
  /** Of 100 mails in spam, how many are moved to the inbox. */
  readonly spamRescueRate: number;
  readonly weekdaysOnly: boolean;
  /** Send less while mails land in spam. */
  readonly autoAdjust: boolean;
  /** Emails load a pixel from the mailbox's own tracking domain, once it is verified. */
  readonly usesTrackingDomain: boolean;
  /** Words that stand in the subject, so that the owner can filter warmup mails; recognition does not depend on them. */
  readonly keyTag: string;
}

/** Mails of the first day of a ramp (docs/domain.md, Lists and limits). */
export const firstDayAmount = 5;

/** What a mailbox begins with (docs/domain.md, Lists and limits). */
export const defaultSettings = (mailboxId: MailboxId): WarmupSettings => ({
  enabled: false,
  perDay: 30,
  isRandomised: false,
  minPerDay: 5,
  isRampupEnabled: true,
  dailyRampup: 2,
  replyRate: 30,
  openRate: 100,
  importantRate: 40,
  spamRescueRate: 100,
  weekdaysOnly: false,
  autoAdjust: true,
  usesTrackingDomain: false,
  keyTag: defaultKeyTag(mailboxId),
});

const colours = [
  'amber',
  'cobalt',
  'coral',
  'copper',
  'indigo',
  'ivory',
  'jade',
  'linen',
  'maple',
  'olive',
  'pearl',
  'rust',
  'sage',
  'slate',
  'teal',
  'umber',
];
const places = [
  'bridge',
  'brook',
  'cove',
  'field',
  'garden',
  'grove',
  'harbor',
  'hill',
  'lake',
  'lane',
  'meadow',
  'orchard',
  'ridge',
  'shore',
  'spring',
  'valley',
];

function defaultKeyTag(mailboxId: MailboxId): string {
  return `${colours[mailboxId % colours.length] as string}-${places[Math.floor(mailboxId / colours.length) % places.length] as string}`;
}
