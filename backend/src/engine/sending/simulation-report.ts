/** Gathers the figures of a simulation while it runs. */
import type { ConstraintCode } from './constraints';
import { capOn } from './slow-start';
import type { Instant, LocalDate, PlannedIntent, PlanResult } from './plan.types';
import { plan } from './plan';
import type { SimulationState } from './simulation-state';
import type { SimulatedDay, SimulatedPeriod, SimulationInput, SimulationResult } from './simulation.types';
import { localDateAt } from '@skein/template/zone-clock';

interface Day {
  date: LocalDate;
  newLeads: number;
  followUps: number;
  byMailbox: number[];
  bottleneck: ConstraintCode;
}

/** How a period is told on the screen. */
const PERIOD_TEXTS: Partial<Record<ConstraintCode, string>> = {
  MAILBOX_DAILY_CAP: 'Limited by mailbox caps.',
  MAILBOX_ROLLING_CAP: 'Limited by mailbox caps over 24 hours.',
  TRIGGER_INTERVAL: 'Limited by the time between emails and the sending window.',
  NEW_LEADS_PER_DAY: 'Limited by new leads per day.',
  MAILBOX_BOUNCE_SLOW: 'Bounces slow mailboxes down.',
  MAILBOX_PROVIDER_REST: 'Mail servers refuse to send for mailboxes.',
  MAILBOX_BOUNCE_REST: 'Bounces keep mailboxes resting.',
  IMPORT_ON_HOLD: 'An import is on hold because of bounces.',
  CAMPAIGN_SLOWED: 'Bounces slow the campaign down.',
  STEP_NOT_DUE: 'Pace is set by the delays between steps.',
  COMPANY_DAILY_LIMIT: 'Limited by the company limit.',
  FOLLOW_UP_SHARE: 'Limited by the share for follow-ups.',
  PROVIDER_MATCH: 'Limited by strict ESP matching.',
  ESP_ONLY_BY: 'Limited by an ESP rule.',
  ESP_DO_NOT_SEND: 'Limited by an ESP rule.',
  CREDITS: 'Limited by email credits.',
};

export class SimulationReport {
  private readonly days: Day[] = [];
  private readonly sends: PlannedIntent[] = [];
  private readonly contacted = new Set<string>();
  private readonly perMailbox: number[];
  private readonly mailboxIndex: ReadonlyMap<string, number>;
  private emails = 0;
  private plans = 0;
  private firstSendAt: Instant | null = null;
  private lastSendAt: Instant | null = null;

  constructor(
    private readonly state: SimulationState,
    private readonly keepSends: boolean,
  ) {
    this.perMailbox = state.mailboxes.map(() => 0);
    this.mailboxIndex = new Map(state.mailboxes.map((mailbox, index) => [mailbox.id, index]));
  }

  addPlan(slot: Instant, result: PlanResult): void {
    this.plans += 1;
    const date = localDateAt(this.state.campaign.schedule.timeZone, slot);
    let day = this.days[this.days.length - 1];
    if (day?.date !== date) {
      if (result.intents.length === 0) return;
      day = {
        date,
        newLeads: 0,
        followUps: 0,
        byMailbox: this.state.mailboxes.map(() => 0),
        bottleneck: 'STEP_NOT_DUE',
      };
      this.days.push(day);
    }
    day.bottleneck = bottleneckOf(result);
    for (const intent of result.intents) {
      const index = this.mailboxIndex.get(intent.mailboxId)!;
      day.byMailbox[index]! += 1;
      this.perMailbox[index]! += 1;
      if (intent.kind === 'NEW') {
        day.newLeads += 1;
        this.contacted.add(intent.enrolmentId);
      } else day.followUps += 1;
      this.emails += 1;
      this.firstSendAt ??= intent.sendAt;
      this.lastSendAt = Math.max(this.lastSendAt ?? intent.sendAt, intent.sendAt);
      if (this.keepSends) this.sends.push(intent);
    }
  }

  finish(input: SimulationInput, lastSlotAt: Instant, endedByItself: boolean): SimulationResult {
    const { state } = this;
    const counts = { total: state.rows.size, done: 0, ended: 0, waiting: 0 };
    for (const row of state.rows.values()) {
      if (row.status === 'COMPLETED') counts.done += 1;
      else if (row.status === 'STOPPED' || row.status === 'BLOCKED' || row.suppression !== null) counts.ended += 1;
      else counts.waiting += 1;
    }
    const days = this.days.map((day): SimulatedDay => ({ ...day, sent: day.newLeads + day.followUps }));
    const busiest = days.reduce<SimulatedDay | null>(
      (best, day) => (best === null || day.sent > best.sent ? day : best),
      null,
    );
    const zone = input.campaign.schedule.timeZone;
    return {
      emails: this.emails,
      leadsContacted: this.contacted.size,
      firstSendAt: this.firstSendAt,
      lastSendAt: this.lastSendAt,
      sendingDays: days.length,
      finishDate: this.lastSendAt === null ? null : localDateAt(zone, this.lastSendAt),
      finished: endedByItself && counts.waiting === 0,
      busiestDay: busiest && { date: busiest.date, sent: busiest.sent, possible: this.capacityOn(busiest.date) },
      mailboxes: state.mailboxes.map((mailbox, index) => ({ mailboxId: mailbox.id, sent: this.perMailbox[index]! })),
      days,
      periods: periodsOf(days),
      counts,
      leftByReason: counts.waiting > 0 ? this.reasonsLeft(lastSlotAt) : {},
      replies: repliesOf(input.pastReplyRates, this.contacted.size),
      sends: this.sends,
      plans: this.plans,
    };
  }

  /** Why the leads that are left wait, asked of the planner once for all of them. */
  private reasonsLeft(at: Instant): SimulationResult['leftByReason'] {
    const rows = [...this.state.rows.values()].filter(
      (row) => row.status === 'STARTED' || row.status === 'INPROGRESS' || row.status === 'PAUSED',
    );
    const { campaign, mailboxes } = this.state;
    const waiting = plan({
      campaign: { ...campaign, lastTriggerSlotAt: null },
      mailboxes,
      enrolments: rows,
      incompleteQueues: [],
      now: at,
    });
    return waiting.trigger.skippedByReason;
  }

  private capacityOn(date: LocalDate): number {
    return this.state.mailboxes.reduce(
      (sum, mailbox) => sum + (mailbox.attached && mailbox.state === 'CONNECTED' ? capOn(mailbox, date) : 0),
      0,
    );
  }
}

/** What the last plan of a day says: what would have had to be different for one more mail. */
function bottleneckOf(result: PlanResult): ConstraintCode {
  const waiting = result.reasons.filter((reason) => reason.code !== 'STEP_NOT_DUE');
  if (waiting.length === 0) return 'STEP_NOT_DUE';
  const counts = new Map<ConstraintCode, number>();
  // New leads held back by their own number say nothing while follow-ups still wait for a mailbox.
  const forMailbox = waiting.filter((reason) => reason.code !== 'NEW_LEADS_PER_DAY');
  for (const reason of forMailbox.length > 0 ? forMailbox : waiting) {
    const code = reason.code === 'WAITING_TURN' || reason.code === 'MAILBOX_GAP' ? 'TRIGGER_INTERVAL' : reason.code;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].reduce((best, other) => (other[1] > best[1] ? other : best))[0];
}

function periodsOf(days: readonly SimulatedDay[]): SimulatedPeriod[] {
  const periods: { from: LocalDate; to: LocalDate; bottleneck: ConstraintCode; text: string }[] = [];
  for (const day of days) {
    const last = periods[periods.length - 1];
    if (last?.bottleneck === day.bottleneck) last.to = day.date;
    else
      periods.push({
        from: day.date,
        to: day.date,
        bottleneck: day.bottleneck,
        text: PERIOD_TEXTS[day.bottleneck] ?? 'Limited by another rule.',
      });
  }
  return periods;
}

/** Middle and 10 % to 90 % range of earlier reply rates, on the leads contacted. Fewer than three rates say nothing. */
function repliesOf(rates: readonly number[] | undefined, contacted: number): SimulationResult['replies'] {
  if (!rates || rates.length < 3) return null;
  const sorted = [...rates].sort((a, b) => a - b);
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const low = Math.floor(place);
    return sorted[low]! + (place - low) * (sorted[Math.min(low + 1, sorted.length - 1)]! - sorted[low]!);
  };
  return {
    low: Math.round(at(0.1) * contacted),
    expected: Math.round(at(0.5) * contacted),
    high: Math.round(at(0.9) * contacted),
  };
}
