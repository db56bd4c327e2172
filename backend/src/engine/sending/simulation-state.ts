/** The simulator's copy of a campaign: rows in heaps, counters that move with each simulated send. */
import { compareIds, followUpQueue, newLeadQueue, ORPHANS, PROVIDERS, poolQueue } from './due-queues';
import { isNotSentTo } from './esp-rules';
import { EventHeap } from './event-heap';
import type {
  CampaignSnapshot,
  EnrolmentSnapshot,
  Instant,
  MailboxSnapshot,
  PlannedIntent,
  QueueKey,
  StepSnapshot,
  VariantSnapshot,
} from './plan.types';
import type { SimulationInput } from './simulation.types';
import { stepDueAt } from './calendar';
import { followUpHorizon } from './follow-up-share';
import { DAY_MS, localDateAt } from '@skein/template/zone-clock';

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
/**
 * `rank` is the place of the id among all: heaps compare it millions of times. `token` changes whenever the row moves:
 * entries of heaps with an older one are dead.
 */
export type Row = Writable<EnrolmentSnapshot> & { token: number; readonly rank: number };
type With<Type, Changed> = Omit<Writable<Type>, keyof Changed> & Changed;
export type SimulatedMailbox = With<
  MailboxSnapshot,
  {
    day: Writable<MailboxSnapshot['day']>;
    campaignDay: Writable<MailboxSnapshot['campaignDay']>;
    recentSends: Instant[];
  }
>;
type SimulatedStep = With<StepSnapshot, { variants: Writable<VariantSnapshot>[] }>;
export type SimulatedCampaign = With<
  CampaignSnapshot,
  { day: Writable<CampaignSnapshot['day']>; steps: SimulatedStep[] }
>;
/** `key` is the row's place when it was put in: a heap must not see it change. */
interface Entry {
  readonly key: number;
  readonly rank: number;
  readonly row: Row;
  readonly token: number;
}

const alive = (entry: Entry): boolean => entry.token === entry.row.token;
// The orders of due-queues.ts: eligibleAt or order, then id.
const byPlace = (a: Entry, b: Entry): number => a.key - b.key || a.rank - b.rank;
const entryOf = (row: Row, key: number): Entry => ({ key, rank: row.rank, row, token: row.token });
const placeIn = (queue: QueueKey, row: Row): Entry =>
  entryOf(row, queue.startsWith('new:') ? row.order : row.eligibleAt);

export class SimulationState {
  readonly campaign: SimulatedCampaign;
  readonly mailboxes: SimulatedMailbox[];
  readonly rows = new Map<string, Row>();
  /** Rows that become eligible later, by the mailbox they keep ('' for none). */
  private readonly later = new Map<string, EventHeap<Entry>>();
  private readonly ready = new Map<QueueKey, EventHeap<Entry>>();
  /** The slot that is planned. */
  slotAt: Instant;
  /** Every list there can be. */
  readonly queueKeys: readonly QueueKey[];
  readonly mailboxById: ReadonlyMap<string, SimulatedMailbox>;
  /** Rows of each list that the last plan used: a guess at how many the next one needs. */
  readonly lastUse = new Map<QueueKey, number>();
  private readonly companies = new Map<string, number>();
  private companyDate: string;

  constructor(input: SimulationInput) {
    this.slotAt = input.now;
    this.campaign = {
      ...input.campaign,
      day: { ...input.campaign.day },
      steps: input.campaign.steps.map((step) => ({
        ...step,
        variants: step.variants.map((variant) => ({ ...variant })),
      })),
    };
    this.mailboxes = input.mailboxes.map((mailbox) => ({
      ...mailbox,
      // Emails on their way are taken as sent at their times: left open, they would keep the mailbox busy to the end.
      openIntents: [],
      lastSendAt: mailbox.openIntents.reduce<Instant | null>(
        (last, at) => Math.max(last ?? at, at),
        mailbox.lastSendAt,
      ),
      day: { ...mailbox.day },
      campaignDay: { ...mailbox.campaignDay },
      recentSends: [...mailbox.recentSends],
    }));
    // Counted when the planner asks, which it does only where a new lead could take a follow-up's place.
    for (const mailbox of this.mailboxes) {
      Object.defineProperty(mailbox, 'followUpsLaterToday', {
        enumerable: true,
        get: () => this.countLater(mailbox.id, followUpHorizon(this.campaign, mailbox, this.slotAt), mailbox.dailyCap),
      });
    }
    this.mailboxById = new Map(this.mailboxes.map((mailbox) => [mailbox.id, mailbox]));
    this.queueKeys = [
      ORPHANS,
      poolQueue(null),
      ...PROVIDERS.map((provider) => poolQueue(provider)),
      ...this.mailboxes.flatMap((mailbox) => [followUpQueue(mailbox.id), newLeadQueue(mailbox.id)]),
    ];
    this.companyDate = localDateAt(input.campaign.schedule.timeZone, input.now);
    const ids = input.enrolments.map((row) => row.id).sort(compareIds);
    const rankById = new Map(ids.map((id, rank) => [id, rank]));
    for (const given of input.enrolments) {
      const row: Row = { ...given, token: 0, rank: rankById.get(given.id)! };
      this.rows.set(row.id, row);
      this.settleManualSteps(row);
      if (row.companySentToday > 0)
        this.companies.set(
          row.recipientDomain,
          Math.max(row.companySentToday, this.companies.get(row.recipientDomain) ?? 0),
        );
      // A mail on its way is taken as sent at its time.
      if (row.intent && row.intent.state !== 'IN_DOUBT') this.advance(row, row.intent.sendAt);
      else this.schedule(row);
    }
  }

  private heap(map: Map<string, EventHeap<Entry>>, key: string): EventHeap<Entry> {
    let heap = map.get(key);
    if (!heap) map.set(key, (heap = new EventHeap(byPlace)));
    return heap;
  }

  /** Puts a row where it will be found at its `eligibleAt`; rows that cannot go by themselves are left out. */
  schedule(row: Row): void {
    row.token += 1;
    if (
      (row.status !== 'STARTED' && row.status !== 'INPROGRESS') ||
      row.suppression !== null ||
      row.missingFields.length > 0 ||
      isNotSentTo(this.campaign, row.provider)
    )
      return;
    if (
      row.intent !== null ||
      row.stepIndex >= this.campaign.steps.length ||
      (row.hold !== null && row.hold.until === null)
    )
      return;
    if (row.hold?.until) row.eligibleAt = Math.max(row.eligibleAt, row.hold.until);
    if (row.importHold && row.status === 'STARTED') row.eligibleAt = Math.max(row.eligibleAt, row.importHold.until);
    this.heap(this.later, row.mailboxId ?? '').push(entryOf(row, row.eligibleAt));
  }

  end(row: Row, status: EnrolmentSnapshot['status'], reason: string): void {
    row.status = status;
    row.endReason = reason;
    row.token += 1;
  }

  /** Steps that people or LinkedIn do count as done when they are due. */
  private settleManualSteps(row: Row): void {
    for (
      let step = this.campaign.steps[row.stepIndex];
      step && step.kind !== 'EMAIL';
      step = this.campaign.steps[row.stepIndex]
    ) {
      row.stepIndex += 1;
      const next = this.campaign.steps[row.stepIndex];
      if (next) row.dueAt = stepDueAt(next.delay, this.campaign.schedule, row.dueAt);
      row.eligibleAt = row.dueAt;
      if (!next) this.end(row, 'COMPLETED', 'ALL_STEPS_DONE');
    }
  }

  /** The row's step was sent: the next one becomes due. */
  advance(row: Row, sentAt: Instant): void {
    row.intent = null;
    row.variantId = null;
    row.status = 'INPROGRESS';
    row.stepIndex += 1;
    const next = this.campaign.steps[row.stepIndex];
    if (!next) {
      this.end(row, 'COMPLETED', 'ALL_STEPS_DONE');
      return;
    }
    row.dueAt = stepDueAt(next.delay, this.campaign.schedule, sentAt);
    row.eligibleAt = row.dueAt;
    this.settleManualSteps(row);
    if (row.status === 'INPROGRESS') this.schedule(row);
  }

  /** Moves what is eligible at `at` into the lists. */
  release(at: Instant, keyOf: (row: Row) => QueueKey): void {
    for (const heap of this.later.values()) {
      for (let top = heap.peek(); top && (!alive(top) || top.key <= at); top = heap.peek()) {
        heap.pop();
        if (!alive(top)) continue;
        const key = keyOf(top.row);
        this.heap(this.ready, key).push(placeIn(key, top.row));
      }
    }
  }

  /** Sorts a list anew: its mailbox has been given up, so its rows belong elsewhere. */
  rekey(key: QueueKey, keyOf: (row: Row) => QueueKey): void {
    const rows: Row[] = [];
    this.take(key, Number.POSITIVE_INFINITY, rows);
    for (const row of rows) this.putBack(keyOf(row), row);
  }

  /** First `limit` living rows of a list; they are put back with `putBack`. */
  take(key: QueueKey, limit: number, into: Row[]): boolean {
    const heap = this.ready.get(key);
    for (let count = 0; heap && count < limit;) {
      const top = heap.pop();
      if (!top) return false;
      if (top.token !== top.row.token) continue;
      into.push(top.row);
      count += 1;
    }
    return heap !== undefined && heap.size > 0;
  }

  putBack(key: QueueKey, row: Row): void {
    this.heap(this.ready, key).push(placeIn(key, row));
  }

  private countLater(mailboxId: string, until: Instant, limit: number): number {
    const heap = this.later.get(mailboxId);
    if (!heap) return 0;
    return heap.countWhile(
      (entry) => entry.key <= until,
      (entry) => !alive(entry) || entry.row.status === 'STARTED',
      limit,
    );
  }

  /** Earliest time at which a further row becomes eligible. */
  nextEligibleAt(): Instant | null {
    let best: Instant | null = null;
    for (const heap of this.later.values()) {
      let top = heap.peek();
      while (top && !alive(top)) {
        heap.pop();
        top = heap.peek();
      }
      if (top && (best === null || top.key < best)) best = top.key;
    }
    return best;
  }

  companyCount(row: Row, date: string): number {
    if (date !== this.companyDate) {
      this.companies.clear();
      this.companyDate = date;
    }
    return this.companies.get(row.recipientDomain) ?? 0;
  }

  /** Books a send: counters of campaign, mailbox, company and variant, and the lead's next step. */
  book(intent: PlannedIntent, sentAt: Instant): void {
    const row = this.rows.get(intent.enrolmentId)!;
    const mailbox = this.mailboxById.get(intent.mailboxId)!;
    const { campaign } = this;
    const campaignDate = localDateAt(campaign.schedule.timeZone, intent.slotAt);
    for (const counter of [campaign.day, mailbox.campaignDay]) {
      if (counter.date < campaignDate) {
        counter.date = campaignDate;
        counter.newLeads = 0;
        counter.followUps = 0;
      }
      if (intent.kind === 'NEW') counter.newLeads += 1;
      else counter.followUps += 1;
    }
    const mailboxDate = localDateAt(mailbox.timeZone, sentAt);
    if (mailbox.day.date < mailboxDate) {
      mailbox.day.date = mailboxDate;
      mailbox.day.sent = 0;
      mailbox.day.reserved = 0;
    }
    mailbox.day.sent += 1;
    mailbox.recentSends.push(sentAt);
    if (mailbox.recentSends.length > 64 && mailbox.recentSends[0]! < sentAt - DAY_MS)
      mailbox.recentSends = mailbox.recentSends.filter((at) => at >= sentAt - DAY_MS);
    mailbox.lastSendAt = Math.max(mailbox.lastSendAt ?? sentAt, sentAt);
    mailbox.lastSendInCampaignAt = mailbox.lastSendAt;
    this.companyCount(row, campaignDate);
    this.companies.set(row.recipientDomain, (this.companies.get(row.recipientDomain) ?? 0) + 1);
    if (campaign.emailCreditsLeft !== null) campaign.emailCreditsLeft -= 1;
    if (row.variantId === null) {
      const variant = campaign.steps[intent.stepIndex]!.variants.find((candidate) => candidate.id === intent.variantId);
      if (variant) variant.assigned += 1;
    }
    row.mailboxId = intent.mailboxId;
    this.advance(row, sentAt);
  }
}
