/** Which rows a trigger needs, so that the runtime loads heads of lists and never a whole campaign. */
import { followUpQueue, newLeadQueue, ORPHANS, PROVIDERS, poolQueue } from './due-queues';
import { isByProvider, isNotSentTo } from './esp-rules';
import { followUpHorizon } from './follow-up-share';
import type { CampaignSnapshot, Instant, MailboxSnapshot, MailProvider, QueueKey } from './plan.types';
import { isUnread } from './lead-checks';
import { createContext } from './plan-context';

export type RowRequest = { readonly key: QueueKey; readonly limit: number } &
  /** In progress, keeps this mailbox, eligibleAt <= dueBefore; by eligibleAt, id. */
  (
    | { readonly list: 'FOLLOW_UP'; readonly mailboxId: string }
    /** In progress, and its mailbox is null or one of those that `releasedMailboxIds` names or that are not attached; by eligibleAt, id. */
    | { readonly list: 'ORPHAN'; readonly releasedMailboxIds: readonly string[]; readonly includeDetached: boolean }
    /** STARTED and given to this mailbox; by order, id. */
    | { readonly list: 'NEW_OF_MAILBOX'; readonly mailboxId: string }
    /** STARTED and free (no mailbox, one that `releasedMailboxIds` names, or a detached one), of the provider unless null; by order, id. */
    | {
        readonly list: 'NEW_POOL';
        readonly provider: MailProvider | null;
        readonly releasedMailboxIds: readonly string[];
      }
  );

interface CountRequest {
  readonly mailboxId: string;
  /** Count follow-ups that keep this mailbox with after < eligibleAt <= until, up to `limit`; it becomes `followUpsLaterToday`. */
  readonly after: Instant;
  readonly until: Instant;
  readonly limit: number;
}

export interface RequiredRows {
  /** Null when the campaign is closed at `now`: no row is needed, call `plan` without rows. */
  readonly dueBefore: Instant | null;
  readonly rows: readonly RowRequest[];
  readonly counts: readonly CountRequest[];
}

/** Beyond the one row a mailbox can use: rows that are refused are few, since they are deferred or parked. */
const MARGIN = 3;
/** Leads that a rule never emails are set aside, so many at a trigger, so that each shows its reason. */
const SET_ASIDE = 200;

export function requiredRows(
  campaign: CampaignSnapshot,
  mailboxes: readonly MailboxSnapshot[],
  now: Instant,
): RequiredRows {
  const context = createContext({ campaign, mailboxes, enrolments: [], incompleteQueues: [], now });
  const free = context.lanes.filter((lane) => lane.refusal === null);
  if (context.closed || context.slot === null || free.length === 0) return { dueBefore: null, rows: [], counts: [] };
  const { failingAfterMs, detached } = campaign.reallocation;
  const releasedMailboxIds = context.lanes
    .filter(
      ({ mailbox }) =>
        mailbox.attached &&
        mailbox.state !== 'CONNECTED' &&
        failingAfterMs !== null &&
        mailbox.stateSince !== null &&
        context.at - mailbox.stateSince >= failingAfterMs,
    )
    .map((lane) => lane.mailbox.id);
  // A lead that was never mailed does not wait for a mailbox that cannot send.
  const deadMailboxIds = context.lanes
    .filter(({ mailbox }) => mailbox.attached && mailbox.state !== 'CONNECTED')
    .map((lane) => lane.mailbox.id);
  const rows: RowRequest[] = free.map(({ mailbox }) => ({
    list: 'FOLLOW_UP',
    key: followUpQueue(mailbox.id),
    mailboxId: mailbox.id,
    // When follow-ups wait for the inbox, one of them is enough to report the reason.
    limit: isUnread(context, mailbox.unreadInbox) ? 1 : 1 + MARGIN,
  }));
  rows.push({
    list: 'ORPHAN',
    key: ORPHANS,
    releasedMailboxIds,
    includeDetached: detached === 'MOVE',
    limit: free.length + MARGIN,
  });
  const counts: CountRequest[] = [];
  if (context.newLeadsLeft > 0) {
    for (const { mailbox } of free)
      rows.push({ list: 'NEW_OF_MAILBOX', key: newLeadQueue(mailbox.id), mailboxId: mailbox.id, limit: 1 + MARGIN });
    const limit = Math.min(free.length, context.newLeadsLeft) + MARGIN;
    for (const provider of isByProvider(campaign) ? PROVIDERS : [null]) {
      const isSkipped = provider !== null && isNotSentTo(campaign, provider);
      rows.push({
        list: 'NEW_POOL',
        key: poolQueue(provider),
        provider,
        releasedMailboxIds: deadMailboxIds,
        limit: isSkipped ? SET_ASIDE : limit,
      });
    }
    for (const lane of free) {
      const until = followUpHorizon(campaign, lane.mailbox, context.at);
      if (campaign.settings.follow_up_percentage > 0 && until > context.at)
        counts.push({ mailboxId: lane.mailbox.id, after: context.at, until, limit: lane.capLeft });
    }
  }
  return { dueBefore: context.at, rows, counts };
}
