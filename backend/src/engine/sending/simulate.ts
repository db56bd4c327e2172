/**
 * Runs the planner over a virtual clock to the end of a campaign.
 *
 * Every trigger that can matter is planned by `plan` itself, with the rows `requiredRows` would load; triggers at which
 * nothing can change are jumped over (nothing sent, and no rule lets go before). So the result is that of firing every
 * trigger, and the cost is that of the mails sent. Steps done by people or on LinkedIn count as done when due.
 * With the recorded outcomes and send times given, it is the replay of the real run.
 */
import { nextSlot, slotAt, triggerSchedule } from './calendar';
import { EventHeap } from './event-heap';
import { plan } from './plan';
import { createContext } from './plan-context';
import type { PlanContext } from './plan-context';
import { followUpQueue, queueOf } from './due-queues';
import type { EnrolmentReason, Instant, PlannedIntent, PlanResult, QueueKey, Refusal } from './plan.types';
import { seededUnit } from './seeded-random';
import { SimulationState } from './simulation-state';
import type { Row } from './simulation-state';
import { SimulationReport } from './simulation-report';
import type { SimulatedOutcome, SimulationInput, SimulationResult } from './simulation.types';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@skein/template/zone-clock';

const TWO_YEARS_MS = 730 * DAY_MS;

export function simulate(input: SimulationInput): SimulationResult {
  const parts = simulateInParts(input);
  for (;;) {
    const part = parts.next();
    if (part.done) return part.value;
  }
}

/** The same, a planned slot at a time: whoever has other work to do does it in between. */
function* simulateInParts(input: SimulationInput): Generator<void, SimulationResult, void> {
  const state = new SimulationState(input);
  const { campaign } = state;
  const triggers = triggerSchedule(campaign.schedule);
  const until = input.until ?? input.now + TWO_YEARS_MS;
  const outcomes = new EventHeap<SimulatedOutcome>((a, b) => a.at - b.at || (a.enrolmentId < b.enrolmentId ? -1 : 1));
  for (const outcome of input.recorded ?? []) outcomes.push(outcome);
  const report = new SimulationReport(state, input.keepSends ?? false);
  let lastSlotAt = input.now;

  let slot = firstSlot(input);
  while (slot !== null && slot < until) {
    applyOutcomes(state, outcomes, slot);
    const result = planSlot(state, slot);
    lastSlotAt = slot;
    report.addPlan(slot, result);
    for (const intent of result.intents) {
      const sentAt = input.sentAt?.(intent) ?? intent.sendAt;
      state.book(intent, sentAt);
      if (input.rates)
        assume(state.rows.get(intent.enrolmentId)!, {
          intent,
          sentAt,
          rates: input.rates,
          seed: campaign.seed,
          outcomes,
        });
    }
    for (const reason of result.reasons) if (reason.defer) deferRow(state, reason);
    campaign.lastTriggerSlotAt = slot;
    const wakeAt = result.intents.length > 0 ? slot + 1 : nextChange(state, result, outcomes);
    if (wakeAt === null || result.pause) break;
    slot = nextSlot(triggers, Math.max(wakeAt, slot + 1), slot);
    yield;
  }
  applyOutcomes(state, outcomes, until);
  return report.finish(input, lastSlotAt, slot === null || slot < until);
}

function firstSlot(input: SimulationInput): Instant | null {
  const { campaign, now } = input;
  const triggers = triggerSchedule(campaign.schedule);
  const current = slotAt(triggers, now);
  // The slot under way is still to fire when the last trigger lies before it.
  if (current && (campaign.lastTriggerSlotAt === null || current.slotAt > campaign.lastTriggerSlotAt))
    return current.slotAt;
  return nextSlot(triggers, now, campaign.lastTriggerSlotAt);
}

/** Plans one slot with the heads of the lists, loading further rows while the planner asks for them. */
function planSlot(state: SimulationState, slot: Instant): PlanResult {
  const { campaign, mailboxes } = state;
  const context: PlanContext = createContext({ campaign, mailboxes, enrolments: [], incompleteQueues: [], now: slot });
  const keyOf = (row: Row): QueueKey => queueOf(context, row);
  const { failingAfterMs } = campaign.reallocation;
  for (const mailbox of mailboxes) {
    const released =
      mailbox.state !== 'CONNECTED' &&
      failingAfterMs !== null &&
      mailbox.stateSince !== null &&
      slot - mailbox.stateSince >= failingAfterMs;
    if (released) state.rekey(followUpQueue(mailbox.id), keyOf);
  }
  state.release(slot, keyOf);
  state.slotAt = slot;
  const loaded: Row[] = [];
  const keys: QueueKey[] = [];
  const incomplete = new Set<QueueKey>();
  const load = (key: QueueKey, limit: number): void => {
    const before = loaded.length;
    if (state.take(key, limit, loaded)) incomplete.add(key);
    else incomplete.delete(key);
    for (let index = before; index < loaded.length; index += 1) {
      keys.push(key);
      if (campaign.settings.company_daily_limit !== null)
        loaded[index]!.companySentToday = state.companyCount(loaded[index]!, context.date);
    }
  };
  for (const key of state.queueKeys) load(key, 1 + (state.lastUse.get(key) ?? 0));
  for (;;) {
    const result = plan({ campaign, mailboxes, enrolments: loaded, incompleteQueues: [...incomplete], now: slot });
    if (result.needMore.length === 0) {
      const sent = new Set(result.intents.map((intent) => intent.enrolmentId));
      state.lastUse.clear();
      loaded.forEach((row, index) => {
        const key = keys[index]!;
        if (!sent.has(row.id)) state.putBack(key, row);
        else if (key.startsWith('new:')) state.lastUse.set(key, (state.lastUse.get(key) ?? 0) + 1);
      });
      return result;
    }
    for (const key of result.needMore) load(key, 8 + mailboxes.length);
  }
}

/** A row of a list that waits for its own later time goes back to sleep, as the runtime does with `defer`. */
function deferRow(state: SimulationState, reason: EnrolmentReason): void {
  const row = state.rows.get(reason.enrolmentId)!;
  row.eligibleAt = reason.nextEligibleAt!;
  state.schedule(row);
}

/** Earliest slot time at which a plan can differ from one that sent nothing; null when nothing ever changes. */
function nextChange(state: SimulationState, result: PlanResult, outcomes: EventHeap<SimulatedOutcome>): Instant | null {
  const intervalMs = state.campaign.schedule.triggerIntervalMinutes * MINUTE_MS;
  let best = state.nextEligibleAt() ?? Number.POSITIVE_INFINITY;
  const consider = (refusal: Refusal | null): void => {
    // A rule that lets go in the middle of a slot is served within that slot already.
    if (refusal !== null && refusal.until !== null) best = Math.min(best, refusal.until - intervalMs + 1);
  };
  for (const reason of result.reasons) consider(reason);
  // A mailbox without a lead waits for rows, which are counted above.
  if (result.reasons.length > 0)
    for (const { refusal } of result.mailboxes) if (refusal?.code !== 'NO_LEAD_READY') consider(refusal);
  consider(result.trigger.binding);
  if (best === Number.POSITIVE_INFINITY) return null;
  return Math.min(best, outcomes.peek()?.at ?? Number.POSITIVE_INFINITY);
}

function applyOutcomes(state: SimulationState, outcomes: EventHeap<SimulatedOutcome>, until: Instant): void {
  for (let next = outcomes.peek(); next && next.at <= until; next = outcomes.peek()) {
    outcomes.pop();
    const row = state.rows.get(next.enrolmentId);
    if (!row || (row.status !== 'STARTED' && row.status !== 'INPROGRESS' && row.status !== 'PAUSED')) continue;
    if (next.kind === 'END') state.end(row, next.status, next.reason);
    else {
      row.hold = { kind: 'OUT_OF_OFFICE', until: next.until };
      state.schedule(row);
    }
  }
}

/** A planned email and what its outcome is drawn from. */
interface EmailToAssume {
  intent: PlannedIntent;
  sentAt: Instant;
  rates: NonNullable<SimulationInput['rates']>;
  seed: string;
  outcomes: EventHeap<SimulatedOutcome>;
}

/** Seeded outcomes of a forecast: the same campaign always gives the same picture. */
function assume(row: Row, { intent, sentAt, rates, seed, outcomes }: EmailToAssume): void {
  const draw = seededUnit('outcome', seed, row.id, intent.stepId);
  const at = sentAt + rates.afterHours * HOUR_MS;
  const end = (status: 'STOPPED' | 'BLOCKED', reason: string): void =>
    outcomes.push({ enrolmentId: row.id, at, kind: 'END', status, reason, until: null });
  if (draw < rates.bounce) end('BLOCKED', 'BOUNCED');
  else if (draw < rates.bounce + rates.reply) end('STOPPED', 'REPLIED');
  else if (draw < rates.bounce + rates.reply + rates.unsubscribe) end('STOPPED', 'UNSUBSCRIBED');
}
