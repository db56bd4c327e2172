/** Which lead of the due queues a mailbox emails next. */
import { compareNewLeads, followUpQueue, newLeadQueue, ORPHANS, PROVIDERS, poolQueue } from './due-queues';
import type { DueQueue } from './due-queues';
import { canWriteTo, isByProvider } from './esp-rules';
import { isReady, isUnread } from './lead-checks';
import type { Lane } from './mailbox-lane';
import type { EnrolmentSnapshot, MailProvider, QueueKey } from './plan.types';
import { leadSpanAt } from './plan-context';
import type { PlanContext } from './plan-context';

type Choice = (lane: Lane) => EnrolmentSnapshot | null;

interface LeadChoice {
  /** Leads that were given an email in this trigger; the allocation adds them. */
  readonly taken: Set<string>;
  readonly passedOver: ReadonlySet<string>;
  readonly needMore: ReadonlySet<QueueKey>;
  readonly followUpFor: Choice;
  readonly matchingNewFor: Choice;
  readonly anyNewFor: Choice;
}

export function createLeadChoice(
  context: PlanContext,
  queues: ReadonlyMap<QueueKey, DueQueue>,
  incomplete: ReadonlySet<QueueKey>,
): LeadChoice {
  const taken = new Set<string>();
  const passedOver = new Set<string>();
  const needMore = new Set<QueueKey>();
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
  const followUpFor: Choice = (lane) =>
    (isUnread(context, lane.mailbox.unreadInbox) ? null : first(followUpQueue(lane.mailbox.id), lane)) ??
    first(ORPHANS, lane);
  /** Head of the list of a provider; a list that the mailbox cannot write to is not looked through. */
  const firstOf = (provider: MailProvider, lane: Lane): EnrolmentSnapshot | null =>
    canWriteTo(campaign, lane.mailbox.provider, provider) ? first(poolQueue(provider), lane) : null;
  const matchingNewFor: Choice = (lane) => {
    const own = first(newLeadQueue(lane.mailbox.id), lane);
    if (own) return own;
    if (!isByProvider(campaign)) return first(poolQueue(null), lane);
    const isLast =
      campaign.settings.esp_match_mode === 'OFF' ||
      (campaign.settings.esp_match_mode === 'PREFER' && lane.mailbox.isPlacedLow);
    return isLast ? null : firstOf(lane.mailbox.provider, lane);
  };
  const anyNewFor: Choice = (lane) => {
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
  return { taken, passedOver, needMore, followUpFor, matchingNewFor, anyNewFor };
}
