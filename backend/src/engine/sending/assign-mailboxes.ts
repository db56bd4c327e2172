/** Which mailbox sends which email of one send round: each mailbox gets one at most. */
import { assignVariant } from './assign-variant';
import { createLeadChoice } from './choose-lead';
import type { DueQueue } from './due-queues';
import { followUpGoesFirst, heldForFollowUps } from './follow-up-share';
import type { Lane } from './mailbox-lane';
import type { EnrolmentSnapshot, PlannedIntent, QueueKey } from './plan.types';
import { isNewLead, leadSpanAt } from './plan-context';
import type { PlanContext } from './plan-context';
import { seededHash } from './seeded-random';

export interface Allocation {
  readonly intents: readonly PlannedIntent[];
  readonly taken: ReadonlySet<string>;
  /**
   * Rows a free mailbox looked at and could not take. Only these are deferred: how many rows were loaded beyond them
   * must not change the order of the lists.
   */
  readonly passedOver: ReadonlySet<string>;
  readonly needMore: readonly QueueKey[];
}

/**
 * Which mailbox is asked first, and so writes the first email to a new lead: the one that used the least of its daily limit; equals by a
 * seeded hash of the slot, so that none is always first.
 */
function orderLanes(context: PlanContext): Lane[] {
  const keyed = context.lanes
    .filter((lane) => lane.refusal === null)
    .map((lane) => ({
      lane,
      used: lane.newToday + lane.followUpsToday,
      tie: seededHash('lane', context.campaign.seed, context.at, lane.mailbox.id),
    }));
  keyed.sort(
    (a, b) =>
      a.used * b.lane.mailbox.dailyCap - b.used * a.lane.mailbox.dailyCap ||
      a.tie - b.tie ||
      (a.lane.mailbox.id < b.lane.mailbox.id ? -1 : 1),
  );
  return keyed.map((entry) => entry.lane);
}

/** With matching, mailboxes whose placement passes choose first. */
function byPlacement({ campaign }: PlanContext, lanes: readonly Lane[]): readonly Lane[] {
  if (campaign.settings.esp_match_mode === 'OFF') return lanes;
  return lanes.toSorted(
    (one, other) => Number(one.mailbox.isPlacedLow ?? false) - Number(other.mailbox.isPlacedLow ?? false),
  );
}

/** The email of a lead from a mailbox in the slot; its variant counts from now on. */
function planIntent(
  context: PlanContext,
  slot: NonNullable<PlanContext['slot']>,
  lane: Lane,
  row: EnrolmentSnapshot,
): PlannedIntent {
  const { campaign } = context;
  const step = campaign.steps[row.stepIndex]!;
  const isNew = isNewLead(row);
  const leadEnd = campaign.schedule.timeZoneMode === 'LEAD' ? leadSpanAt(context, row)!.endAt : slot.endAt;
  return {
    enrolmentId: row.id,
    leadId: row.leadId,
    stepId: step.id,
    stepIndex: row.stepIndex,
    kind: isNew ? 'NEW' : 'FOLLOW_UP',
    variantId: assignVariant(step, row, campaign.seed, context.variantCounts)!,
    mailboxId: lane.mailbox.id,
    slotAt: slot.slotAt,
    sendAt: lane.earliestAt,
    notAfter: Math.min(slot.endAt, leadEnd),
    jitterMs: lane.jitterMs,
    reallocatedFrom: !isNew && row.mailboxId !== null && row.mailboxId !== lane.mailbox.id ? row.mailboxId : null,
    providerMatched: row.provider === lane.mailbox.provider,
  };
}

/** Follow-ups go out from the mailbox that wrote before; a new lead gets the mailbox whose turn it is (`orderLanes`). */
export function assignMailboxes(
  context: PlanContext,
  queues: ReadonlyMap<QueueKey, DueQueue>,
  incomplete: ReadonlySet<QueueKey>,
): Allocation {
  const intents: PlannedIntent[] = [];
  if (context.closed || context.slot === null)
    return { intents, taken: new Set(), passedOver: new Set(), needMore: [] };
  const { slot } = context;
  const choice = createLeadChoice(context, queues, incomplete);
  const give = (lane: Lane, row: EnrolmentSnapshot): void => {
    const intent = planIntent(context, slot, lane, row);
    lane.intent = intent;
    intents.push(intent);
    choice.taken.add(row.id);
    context.creditsLeft -= 1;
    if (intent.kind === 'NEW') context.newLeadsLeft -= 1;
    context.companyCounts.set(row.recipientDomain, (context.companyCounts.get(row.recipientDomain) ?? 0) + 1);
  };

  // Follow-ups first, each from its own mailbox. A mailbox whose follow-ups are ahead of their share tries a new
  // lead before it.
  const idle: Lane[] = [];
  const preferNew: Lane[] = [];
  for (const lane of orderLanes(context)) {
    const followUp = choice.followUpFor(lane);
    if (followUp === null) idle.push(lane);
    else if (context.newLeadsLeft > 0 && !followUpGoesFirst(context.campaign.settings.follow_up_percentage, lane))
      preferNew.push(lane);
    else give(lane, followUp);
  }
  for (const lanes of [idle, preferNew]) {
    // Matching first for all, then any lead for those still free: PREFER never idles a mailbox.
    for (const choose of [choice.matchingNewFor, choice.anyNewFor]) {
      for (const lane of byPlacement(context, lanes)) {
        if (lane.intent || lane.heldForFollowUps || context.newLeadsLeft <= 0 || context.creditsLeft <= 0) continue;
        const row = choose(lane);
        if (row === null) continue;
        const held = lanes === idle ? heldForFollowUps(context, lane) : null;
        if (held) lane.heldForFollowUps = held;
        else give(lane, row);
      }
    }
  }
  for (const lane of preferNew) {
    if (lane.intent || context.creditsLeft <= 0) continue;
    const followUp = choice.followUpFor(lane);
    if (followUp) give(lane, followUp);
  }
  // A mailbox that lost its candidates to rules another one used up is asked once more, so that none idles in vain.
  for (const lane of idle) {
    if (lane.intent || context.creditsLeft <= 0) continue;
    const orphan = choice.followUpFor(lane);
    if (orphan) give(lane, orphan);
  }
  return { intents, taken: choice.taken, passedOver: choice.passedOver, needMore: [...choice.needMore] };
}
