/** What the fleet can send on each of the next days against what its campaigns need. Pure. */
import { DAY_MS } from '@skein/template/zone-clock';
import { capOn } from '../sending/slow-start';
import type { MailboxRamp } from '../sending/plan.types';
import { podWeek, type FleetRules } from './plan-fleet';

export const capacityDays = 14;

export interface CapacityMailbox {
  /** Connected, neither suspended nor failing. */
  readonly canSend: boolean;
  readonly perDay: number;
  readonly ramp: MailboxRamp | null;
  readonly restingUntil: string | null;
  readonly pod: number | null;
}

export interface CapacityCampaign {
  /** ISO days, 1 to 7. */
  readonly sendingDays: readonly number[];
  readonly holidays: readonly string[];
  readonly startDate: string | null;
  /** New leads that can be emailed now. */
  readonly newLeads: number;
  /** New leads on hold, by the date on which the hold ends. */
  readonly heldNewLeads: readonly { readonly date: string; readonly count: number }[];
  /** null is no limit: all of them as soon as mailboxes can. */
  readonly newLeadsPerDay: number | null;
  /** Days before each step, by place: those before the first count nothing. Only emails need a mailbox. */
  readonly steps: readonly { readonly delay: number; readonly isEmail: boolean }[];
  /** Steps of leads under way that fall due, by date; what is overdue is due today. */
  readonly due: readonly { readonly date: string; readonly step: number; readonly count: number }[];
}

export interface CapacityDay {
  readonly date: string;
  readonly capacity: number;
  readonly byPod: readonly number[];
  readonly withoutPod: number;
  readonly planned: number;
  /** No campaign sends on this day. */
  readonly isClosed: boolean;
}

const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
const isoDay = (date: string): number => ((new Date(date).getUTCDay() + 6) % 7) + 1;

/** @param today the first of the days */
export function planCapacity(
  rules: FleetRules | null,
  mailboxes: readonly CapacityMailbox[],
  campaigns: readonly CapacityCampaign[],
  today: string,
): CapacityDay[] {
  const dates = Array.from({ length: capacityDays }, (_, index) => dateAfter(today, index));
  const capacities = dates.map((date) => capacityOn(rules, mailboxes, date));
  const most = Math.max(0, ...capacities.map(({ capacity }) => capacity));
  const planned = new Map<string, number>();
  for (const campaign of campaigns) addNeed(campaign, dates, most, planned);
  return dates.map((date, index) => ({
    date,
    ...capacities[index]!,
    planned: planned.get(date) ?? 0,
    isClosed: !campaigns.some((campaign) => isOpen(campaign, date)),
  }));
}

function capacityOn(rules: FleetRules | null, mailboxes: readonly CapacityMailbox[], date: string) {
  const byPod = Array.from({ length: rules?.pods ?? 0 }, () => 0);
  let withoutPod = 0;
  for (const mailbox of mailboxes) {
    if (!mailbox.canSend || (mailbox.restingUntil !== null && date < mailbox.restingUntil)) continue;
    const pod = rules && mailbox.pod !== null && mailbox.pod < rules.pods ? mailbox.pod : null;
    if (rules && pod !== null && podWeek(rules, pod, date).isResting) continue;
    const sends = capOn({ dailyCap: mailbox.perDay, ramp: mailbox.ramp }, date);
    if (pod === null) withoutPod += sends;
    else byPod[pod] = (byPod[pod] ?? 0) + sends;
  }
  return { capacity: byPod.reduce((sum, count) => sum + count, withoutPod), byPod, withoutPod };
}

const isOpen = (campaign: CapacityCampaign, date: string): boolean =>
  campaign.sendingDays.includes(isoDay(date)) &&
  !campaign.holidays.includes(date) &&
  (campaign.startDate === null || date >= campaign.startDate);

/** New leads by the campaign's limit, and the steps after them; replies are not guessed, so it is the most that is needed. */
function addNeed(
  campaign: CapacityCampaign,
  dates: readonly string[],
  mostPerDay: number,
  planned: Map<string, number>,
): void {
  const due = new Map<string, Map<number, number>>();
  const add = (date: string, step: number, count: number) => {
    const steps = due.get(date) ?? new Map<number, number>();
    steps.set(step, (steps.get(step) ?? 0) + count);
    due.set(date, steps);
  };
  const today = dates[0]!;
  for (const each of campaign.due) add(each.date < today ? today : each.date, each.step, each.count);
  let waiting = campaign.newLeads;
  for (const [index, date] of dates.entries()) {
    const ofDay = due.get(date) ?? new Map<number, number>();
    for (const held of campaign.heldNewLeads) if (held.date === date) waiting += held.count;
    if (!isOpen(campaign, date)) {
      const next = dates[index + 1];
      if (next) for (const [step, count] of ofDay) add(next, step, count);
      continue;
    }
    const fresh = Math.min(waiting, campaign.newLeadsPerDay ?? mostPerDay);
    waiting -= fresh;
    if (fresh > 0) ofDay.set(0, (ofDay.get(0) ?? 0) + fresh);
    for (const [step, count] of ofDay) {
      if (campaign.steps[step]?.isEmail) planned.set(date, (planned.get(date) ?? 0) + count);
      const next = campaign.steps[step + 1];
      if (next) add(dateAfter(date, Math.max(1, Math.round(next.delay))), step + 1, count);
    }
  }
}
