import { seededHash, seededUnit } from '../sending/seeded-random';
import { dateOfDay, dayNumberAt, HOUR_MS, instantOfLocal, isoDayOf, MINUTE_MS } from '@skein/template/zone-clock';
import { adjustmentFor, type Landings } from './reputation';
import { firstDayAmount, type WarmupSettings } from './warmup-settings';

/** Between which hours warmup emails leave: while people are awake, by the mailbox's own clock. The second is no longer in it. */
export const warmupOpensHour = 7;
export const warmupClosesHour = 21;
/**
 * Openers from one mailbox to the same other one in a day: more would look like nobody's conversation. Replies are at
 * most as many, as only openers are answered.
 */
export const mostPerPair = 3;

/** Who may be written to. `taken` openers of this day go to it already. */
export interface WarmupPartner {
  readonly email: string;
  readonly taken: number;
}

export interface WarmupDayInput {
  readonly mailboxId: string;
  readonly timeZone: string;
  /** Campaign time in milliseconds. */
  readonly now: number;
  readonly settings: WarmupSettings;
  /** Days by which the ramp has grown. */
  readonly rampDay: number;
  /** Of the last 7 days. */
  readonly landings: Landings;
  /** Warmup emails of this local day, sent and planned, replies included; and the openers of them. */
  readonly taken: number;
  readonly openersTaken: number;
  readonly partners: readonly WarmupPartner[];
}

interface PlannedOpener {
  readonly to: string;
  readonly sendAt: number;
  readonly position: number;
}

export interface WarmupDayPlan {
  /** The local day, YYYY-MM-DD. */
  readonly day: string;
  /** Mails that this day may have, openers and replies together. */
  readonly amount: number;
  readonly openers: readonly PlannedOpener[];
}

/** A day of the ramp, where emails landed, and the share drawn for it. */
interface RampDay {
  rampDay: number;
  isoDay: number;
  landings: Landings;
  drawn?: number;
}

/**
 * Mails of a day by cap, ramp, weekend, chance and auto-adjust.
 * @param drawn from 0 to 1, the same all day: where a randomised day lies between its least and its most
 */
export function amountOfDay(settings: WarmupSettings, { rampDay, isoDay, landings, drawn = 1 }: RampDay): number {
  if (!settings.enabled || (settings.weekdaysOnly && isoDay > 5)) return 0;
  const ramped = settings.isRampupEnabled
    ? Math.min(settings.perDay, firstDayAmount + rampDay * settings.dailyRampup)
    : settings.perDay;
  const least = Math.min(settings.minPerDay, ramped);
  const amount = settings.isRandomised ? Math.min(ramped, least + Math.floor(drawn * (ramped - least + 1))) : ramped;
  return settings.autoAdjust && adjustmentFor(landings) === 'HALVE' ? Math.max(1, Math.floor(amount / 2)) : amount;
}

/** Whether a day on which mails were planned lets the ramp grow: not while auto-adjust holds it. */
export const rampGrows = (settings: WarmupSettings, landings: Landings): boolean =>
  !(settings.autoAdjust && adjustmentFor(landings) !== 'NONE');

/**
 * Plans the openers of the rest of a mailbox's local day. Of a day's amount a part stays free for the replies that its partners' mails
 * will want, by the mailbox's own reply rate; what is left of the waking hours takes its share of the openers.
 * Pure: the same input gives the same plan.
 */
export function planWarmupDay(input: WarmupDayInput): WarmupDayPlan {
  const { settings, now, timeZone, mailboxId } = input;
  const dayNumber = dayNumberAt(timeZone, now);
  const day = dateOfDay(dayNumber);
  const drawn = seededUnit('warmup-amount', mailboxId, day);
  const amount = amountOfDay(settings, {
    rampDay: input.rampDay,
    isoDay: isoDayOf(dayNumber),
    landings: input.landings,
    drawn,
  });
  const opensAt = instantOfLocal(timeZone, dayNumber, warmupOpensHour * HOUR_MS);
  const closesAt = instantOfLocal(timeZone, dayNumber, warmupClosesHour * HOUR_MS);
  const from = Math.max(opensAt, now + MINUTE_MS);
  const left = Math.min(1, Math.max(0, (closesAt - from) / (closesAt - opensAt)));
  const wanted = Math.ceil(amount / (1 + settings.replyRate / 100)) - input.openersTaken;
  const partners = turns(input.partners, mailboxId, day);
  const count = Math.max(0, Math.min(Math.ceil(wanted * left), amount - input.taken, partners.length));
  const width = (closesAt - from) / Math.max(1, count);
  const openers = partners.slice(0, left === 0 ? 0 : count).map((to, index): PlannedOpener => ({
    to,
    position: input.openersTaken + index,
    sendAt: Math.floor(from + width * (index + seededUnit('warmup-slot', mailboxId, day, input.openersTaken + index))),
  }));
  return { day, amount, openers };
}

/** Everybody once before anybody twice, in an order that changes with the day, and nobody more often than a pair may. */
function turns(partners: readonly WarmupPartner[], mailboxId: string, day: string): string[] {
  const order = [...partners].sort(
    (one, other) =>
      seededHash('warmup-turn', mailboxId, day, one.email) - seededHash('warmup-turn', mailboxId, day, other.email) ||
      (one.email < other.email ? -1 : 1),
  );
  return Array.from({ length: mostPerPair }, (_, round) => order.filter((partner) => partner.taken <= round))
    .flat()
    .map((partner) => partner.email);
}

/** Whether the mail that arrived as the `ordinal`-th of its sender (from 1) is answered: the rate is reached exactly, and evenly. */
export const wantsReply = (replyRate: number, ordinal: number): boolean =>
  Math.floor((ordinal * replyRate) / 100) > Math.floor(((ordinal - 1) * replyRate) / 100);

/** What the receiver does with a mail that arrived. */
export interface Treatment {
  /** Moved from spam to the inbox. */
  readonly isRescued: boolean;
  readonly isOpened: boolean;
  readonly isImportant: boolean;
}

/**
 * What the receiver does with a mail, by the rates of the mailbox that sent it. Pure: looking twice at a mail treats it the same way.
 * A mail that stays in spam is not opened there.
 */
export function treatmentOf(
  settings: Pick<WarmupSettings, 'openRate' | 'importantRate' | 'spamRescueRate'>,
  messageId: string,
  landed: 'INBOX' | 'SPAM',
): Treatment {
  const falls = (what: string, rate: number) => seededUnit(what, messageId) * 100 < rate;
  const isRescued = landed === 'SPAM' && falls('warmup-rescue', settings.spamRescueRate);
  const isOpened = (landed === 'INBOX' || isRescued) && falls('warmup-open', settings.openRate);
  const isImportant =
    isOpened && ((isRescued && settings.importantRate > 0) || falls('warmup-important', settings.importantRate));
  return { isRescued, isOpened, isImportant };
}

/** The reply rate is of the mails that arrived, and only opened ones are answered: of those it is this many of 100. */
export const rateOfOpened = ({ replyRate, openRate }: Pick<WarmupSettings, 'replyRate' | 'openRate'>): number =>
  openRate === 0 ? 0 : Math.min(100, (replyRate * 100) / openRate);

/** When a reply leaves: 5 to 95 minutes later, or the next morning of the one who writes it. */
export function replyAt(messageId: string, now: number, timeZone: string): number {
  return inWakingHours(
    now + Math.floor((5 + 90 * seededUnit('warmup-reply', messageId)) * MINUTE_MS),
    timeZone,
    messageId,
  );
}

/** The instant itself, or one in the first hour of the next waking day. */
export function inWakingHours(at: number, timeZone: string, seed: string): number {
  const day = dayNumberAt(timeZone, at);
  const late = Math.floor(HOUR_MS * seededUnit('warmup-morning', seed));
  const opensAt = instantOfLocal(timeZone, day, warmupOpensHour * HOUR_MS);
  if (at < opensAt) return opensAt + late;
  return at < instantOfLocal(timeZone, day, warmupClosesHour * HOUR_MS) ? at : nextMorning(at, timeZone, seed);
}

/** In the first waking hour of the next local day. */
export const nextMorning = (at: number, timeZone: string, seed: string): number =>
  instantOfLocal(timeZone, dayNumberAt(timeZone, at) + 1, warmupOpensHour * HOUR_MS) +
  Math.floor(HOUR_MS * seededUnit('warmup-morning', seed));

/** When the mailbox's next day is planned: some minutes after its midnight, so that not all are planned at once. */
export const nextPlanAt = (now: number, timeZone: string, mailboxId: string): number =>
  instantOfLocal(timeZone, dayNumberAt(timeZone, now) + 1, 0) +
  Math.floor(30 * MINUTE_MS * seededUnit('warmup-plan', mailboxId));
