/** What closes the gap between what campaigns need of the next days and what the fleet can send, each tried on the same plan. Pure. */
import type { MailboxId } from '@skein/contracts/ids';
import { DAY_MS } from '@skein/template/zone-clock';
import { planCapacity, type CapacityDay, type CapacityMailbox } from './capacity-plan';
import type { FleetRules } from './plan-fleet';

export interface GapMailbox extends CapacityMailbox {
  readonly id: number;
  /** Its rest is the week of its pod, and ends when the week is moved. */
  readonly restsByPod: boolean;
}

type GapFixKind = 'MOVE_REST' | 'RAISE_LIMITS' | 'END_RESTS' | 'ADD_MAILBOXES';
export interface GapFix {
  readonly kind: GapFixKind;
  /** Mailboxes that change, or that are to be added. */
  readonly mailboxes: number;
  /** Those that change; none where mailboxes are added or a week is moved. */
  readonly mailboxIds: readonly MailboxId[];
  /** The new number of emails a day. */
  readonly perDay: number | null;
  /** The new first day of the first pod's rest. */
  readonly restFrom: string | null;
  /** Emails that are still short afterwards. */
  readonly shortAfter: number;
}

/** No limit is raised beyond this: more costs an address its reputation (contracts: purchasedPerDay). */
export const mostPerDay = 40;
/** What a new mailbox is reckoned with once it is warm. */
const newMailboxPerDay = 30;
/** Mailboxes that one change or one rest takes. */
const mostChanged = 5_000;
const mostRests = 500;
const shown = 3;

/** Emails that campaigns need and mailboxes cannot send, over all days. */
export const shortOf = (days: readonly Pick<CapacityDay, 'planned' | 'capacity'>[]): number =>
  days.reduce((sum, day) => sum + Math.max(0, day.planned - day.capacity), 0);

/**
 * At most three ways, the one that leaves least short first; of equal ones the one that asks least of the mailboxes.
 * None where nothing is short.
 */
export function closeGap(
  rules: FleetRules | null,
  mailboxes: readonly GapMailbox[],
  days: readonly CapacityDay[],
): GapFix[] {
  const short = shortOf(days);
  const today = days[0]?.date;
  if (short === 0 || today === undefined) return [];
  const after = (changed: readonly GapMailbox[], by: FleetRules | null = rules): number =>
    shortOf(
      planCapacity(by, changed, [], today).map(({ capacity }, index) => ({
        capacity,
        planned: days[index]?.planned ?? 0,
      })),
    );
  const fixes = [
    moveRest(rules, mailboxes, after),
    raiseLimits(mailboxes, after),
    endRests(mailboxes, today, after),
    addMailboxes(days),
  ];
  return fixes
    .filter((fix) => fix !== null)
    .filter((fix) => fix.shortAfter < short)
    .sort((one, other) => one.shortAfter - other.shortAfter)
    .slice(0, shown);
}

type After = (changed: readonly GapMailbox[], rules?: FleetRules | null) => number;
const nothing = { mailboxes: 0, mailboxIds: [], perDay: null, restFrom: null };

function moveRest(rules: FleetRules | null, mailboxes: readonly GapMailbox[], after: After): GapFix | null {
  if (!rules || rules.pods === 0) return null;
  const restFrom = new Date(Date.parse(rules.restFrom) + 7 * DAY_MS).toISOString().slice(0, 10);
  const awake = mailboxes.map((mailbox) => (mailbox.restsByPod ? { ...mailbox, restingUntil: null } : mailbox));
  return { ...nothing, kind: 'MOVE_REST', restFrom, shortAfter: after(awake, { ...rules, restFrom }) };
}

/** The lowest limit that leaves nothing short, or else the highest that is sound. */
function raiseLimits(mailboxes: readonly GapMailbox[], after: After): GapFix | null {
  const canRise = mailboxes.filter(({ canSend, perDay }) => canSend && perDay < mostPerDay).slice(0, mostChanged);
  if (canRise.length === 0) return null;
  const rising = new Set(canRise.map(({ id }) => id));
  const shortAt = (perDay: number) =>
    after(
      mailboxes.map((mailbox) =>
        rising.has(mailbox.id) && mailbox.perDay < perDay ? { ...mailbox, perDay } : mailbox,
      ),
    );
  let [low, high] = [Math.min(...canRise.map(({ perDay }) => perDay)) + 1, mostPerDay];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (shortAt(middle) === 0) high = middle;
    else low = middle + 1;
  }
  const mailboxIds = canRise.filter(({ perDay }) => perDay < high).map(({ id }) => id);
  return {
    ...nothing,
    kind: 'RAISE_LIMITS',
    mailboxes: mailboxIds.length,
    mailboxIds,
    perDay: high,
    shortAfter: shortAt(high),
  };
}

/** Rests that a person or the risk gave, not those of pods. */
function endRests(mailboxes: readonly GapMailbox[], today: string, after: After): GapFix | null {
  const resting = mailboxes
    .filter(({ canSend, restingUntil, restsByPod }) => canSend && !restsByPod && (restingUntil ?? '') > today)
    .slice(0, mostRests);
  if (resting.length === 0) return null;
  const ids = new Set(resting.map(({ id }) => id));
  return {
    ...nothing,
    kind: 'END_RESTS',
    mailboxes: resting.length,
    mailboxIds: [...ids],
    shortAfter: after(mailboxes.map((mailbox) => (ids.has(mailbox.id) ? { ...mailbox, restingUntil: null } : mailbox))),
  };
}

const addMailboxes = (days: readonly CapacityDay[]): GapFix => {
  const worst = Math.max(...days.map((day) => day.planned - day.capacity));
  return { ...nothing, kind: 'ADD_MAILBOXES', mailboxes: Math.ceil(worst / newMailboxPerDay), shortAfter: 0 };
};
