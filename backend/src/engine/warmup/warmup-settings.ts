/** Warmup settings of a mailbox, as `mailbox.warmup` keeps them. */
export interface WarmupSettings {
  readonly enabled: boolean;
  /** Most warmup mails a day, openers and replies together, 1 to 50 (docs/domain.md, Validation). */
  readonly perDay: number;
  /** Begin with few and grow by `dailyRampup` a day. */
  readonly isRampupEnabled: boolean;
  /** 1 to 20 mails more each day. */
  readonly dailyRampup: number;
  /** Of 100 mails that arrived, how many are answered; 0 to 100. */
  readonly replyRate: number;
  readonly weekdaysOnly: boolean;
  /** Send less while mails land in spam. */
  readonly autoAdjust: boolean;
  /** Words that stand in the subject, so that the owner can filter warmup mails; recognition does not depend on them. */
  readonly keyTag: string;
}

/** Mails of the first day of a ramp (docs/domain.md, Lists and limits). */
export const firstDayAmount = 5;

/** What a mailbox begins with (docs/domain.md, Lists and limits). */
export const defaultSettings = (mailboxId: number): WarmupSettings => ({
  enabled: false,
  perDay: 30,
  isRampupEnabled: true,
  dailyRampup: 2,
  replyRate: 30,
  weekdaysOnly: false,
  autoAdjust: true,
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

function defaultKeyTag(mailboxId: number): string {
  return `${colours[mailboxId % colours.length] as string}-${places[Math.floor(mailboxId / colours.length) % places.length] as string}`;
}
