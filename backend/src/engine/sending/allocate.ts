/** Gives the mailboxes of one trigger their mails: at most one each. */
import { assignVariant } from './assign-variant';
import { compareNewLeads, followUpQueue, newLeadQueue, ORPHANS, PROVIDERS, poolQueue } from './due-queues';
import type { DueQueue } from './due-queues';
import { canWriteTo, isByProvider } from './esp-rules';
import { followUpGoesFirst, heldForFollowUps } from './follow-up-share';
import { isReady, isUnread } from './lead-checks';
import type { Lane } from './mailbox-lane';
import type { EnrolmentSnapshot, MailProvider, PlannedIntent, QueueKey } from './plan.types';
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
 * Order of the mailboxes: the one that used the least of its cap first; equals by a seeded hash of the slot, so that
 * none is always first.
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

export function allocate(
  context: PlanContext,
  queues: ReadonlyMap<QueueKey, DueQueue>,
  incomplete: ReadonlySet<QueueKey>,
): Allocation {
  const intents: PlannedIntent[] = [];
  const taken = new Set<string>();
  const passedOver = new Set<string>();
  const needMore = new Set<QueueKey>();
  if (context.closed || context.slot === null) return { intents, taken, passedOver, needMore: [] };
  const slot = context.slot;
  const { campaign } = context;

  const fits = (lane: Lane, row: EnrolmentSnapshot): boolean => {
    if (row.mailboxId !== lane.mailbox.id && !canWriteTo(campaign, lane.mailbox.provider, row.provider)) return false;
    if (campaign.schedule.timeZoneMode === 'LEAD') {
      const span = leadSpanAt(context, row);
      if (!span || lane.earliestAt >= span.endAt) return false;
    }
    return isReady(context, row);
  };
  const first = (key: QueueKey, lane: Lane): EnrolmentSnapshot | null => {
    const row = queues.get(key)?.find(taken, passedOver, (candidate) => fits(lane, candidate)) ?? null;
    if (row === null && incomplete.has(key)) needMore.add(key);
    return row;
  };
  // While its inbox is not read, none of its own follow-ups can be sent: skip the queue, so that they keep their place in it.
  const followUpFor = (lane: Lane): EnrolmentSnapshot | null =>
    (isUnread(context, lane.mailbox.unreadInbox) ? null : first(followUpQueue(lane.mailbox.id), lane)) ??
    first(ORPHANS, lane);
  /** Head of the list of a provider; a list that the mailbox cannot write to is not looked through. */
  const firstOf = (provider: MailProvider, lane: Lane): EnrolmentSnapshot | null =>
    canWriteTo(campaign, lane.mailbox.provider, provider) ? first(poolQueue(provider), lane) : null;
  const matchingNewFor = (lane: Lane): EnrolmentSnapshot | null => {
    const own = first(newLeadQueue(lane.mailbox.id), lane);
    if (own) return own;
    if (!isByProvider(campaign)) return first(poolQueue(null), lane);
    const isLast =
      campaign.settings.esp_match_mode === 'OFF' ||
      (campaign.settings.esp_match_mode === 'PREFER' && lane.mailbox.isPlacedLow);
    return isLast ? null : firstOf(lane.mailbox.provider, lane);
  };
  const anyNewFor = (lane: Lane): EnrolmentSnapshot | null => {
    if (!isByProvider(campaign)) return null;
    const own = lane.mailbox.provider;
    const isPlacedLow = campaign.settings.esp_match_mode !== 'OFF' && lane.mailbox.isPlacedLow === true;
    let best: EnrolmentSnapshot | null = null;
    for (const provider of PROVIDERS) {
      if (isPlacedLow && provider === own) continue;
      const row = firstOf(provider, lane);
      if (row && (best === null || compareNewLeads(row, best) < 0)) best = row;
    }
    // Where its emails land in spam it takes leads last, so that no mailbox idles.
    return best ?? (isPlacedLow ? firstOf(own, lane) : null);
  };
  /** With matching, mailboxes whose placement passes choose first. */
  const byPlacement = (lanes: readonly Lane[]): readonly Lane[] =>
    campaign.settings.esp_match_mode === 'OFF'
      ? lanes
      : lanes.toSorted(
          (one, other) => Number(one.mailbox.isPlacedLow ?? false) - Number(other.mailbox.isPlacedLow ?? false),
        );
  const give = (lane: Lane, row: EnrolmentSnapshot): void => {
    const step = campaign.steps[row.stepIndex]!;
    const isNew = isNewLead(row);
    const variantId = assignVariant(step, row, campaign.seed, context.variantCounts)!;
    const leadEnd = campaign.schedule.timeZoneMode === 'LEAD' ? leadSpanAt(context, row)!.endAt : slot.endAt;
    const intent: PlannedIntent = {
      enrolmentId: row.id,
      leadId: row.leadId,
      stepId: step.id,
      stepIndex: row.stepIndex,
      kind: isNew ? 'NEW' : 'FOLLOW_UP',
      variantId,
      mailboxId: lane.mailbox.id,
      slotAt: slot.slotAt,
      sendAt: lane.earliestAt,
      notAfter: Math.min(slot.endAt, leadEnd),
      jitterMs: lane.jitterMs,
      reallocatedFrom: !isNew && row.mailboxId !== null && row.mailboxId !== lane.mailbox.id ? row.mailboxId : null,
      providerMatched: row.provider === lane.mailbox.provider,
    };
    lane.intent = intent;
    intents.push(intent);
    taken.add(row.id);
    context.creditsLeft -= 1;
    if (isNew) context.newLeadsLeft -= 1;
    context.companyCounts.set(row.recipientDomain, (context.companyCounts.get(row.recipientDomain) ?? 0) + 1);
  };

  // Follow-ups first, each from its own mailbox. A mailbox whose follow-ups are ahead of their share tries a new
  // lead before it.
  const idle: Lane[] = [];
  const preferNew: Lane[] = [];
  for (const lane of orderLanes(context)) {
    const followUp = followUpFor(lane);
    if (followUp === null) idle.push(lane);
    else if (context.newLeadsLeft > 0 && !followUpGoesFirst(campaign.settings.follow_up_percentage, lane))
      preferNew.push(lane);
    else give(lane, followUp);
  }
  for (const lanes of [idle, preferNew]) {
    // Matching first for all, then any lead for those still free: PREFER never idles a mailbox.
    for (const choose of [matchingNewFor, anyNewFor]) {
      for (const lane of byPlacement(lanes)) {
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
    const followUp = followUpFor(lane);
    if (followUp) give(lane, followUp);
  }
  // A mailbox that lost its candidates to rules another one used up is asked once more, so that none idles in vain.
  for (const lane of idle) {
    if (lane.intent || context.creditsLeft <= 0) continue;
    const orphan = followUpFor(lane);
    if (orphan) give(lane, orphan);
  }
  return { intents, taken, passedOver, needMore: [...needMore] };
}
