/**
 * The ordered lists of due rows, and which of them a trigger needs.
 *
 * A trigger can send at most one mail a mailbox, so it needs the heads of a few lists and never the whole campaign:
 * the time of a decision grows with the mails that are due and with the mailboxes, not with the leads.
 *
 * | list | rows | order |
 * |---|---|---|
 * | `follow-up:<mailbox>` | in progress, next step an e-mail, keeps that mailbox | eligibleAt, id |
 * | `orphan` | in progress, its mailbox detached, or dead for longer than the policy says, or none | eligibleAt, id |
 * | `new:<mailbox>` | STARTED, given to that mailbox beforehand | order, id |
 * | `new:*` | other STARTED leads (matching OFF, no ESP rules) | order, id |
 * | `new:*:<provider>` | the same by provider (matching PREFER, STRICT, or ESP rules) | order, id |
 *
 * Only rows with `eligibleAt` <= slot belong to a list; parked rows (`EnrolmentReason.park`) do not.
 */
import { isAllowedByRule, isByProvider } from './esp-rules';
import { isNewLead } from './plan-context';
import type { PlanContext } from './plan-context';
import type { EnrolmentSnapshot, MailProvider, QueueKey } from './plan.types';

export const PROVIDERS: readonly MailProvider[] = ['GMAIL', 'OUTLOOK', 'OTHER'];
export const ORPHANS: QueueKey = 'orphan';
export const followUpQueue = (mailboxId: string): QueueKey => `follow-up:${mailboxId}`;
export const newLeadQueue = (mailboxId: string): QueueKey => `new:${mailboxId}`;
export const poolQueue = (provider: MailProvider | null): QueueKey =>
  provider === null ? 'new:*' : `new:*:${provider}`;

/** True when the lead may leave its mailbox: it was detached, or has been dead for longer than the policy allows. */
export function mayLeaveMailbox(context: PlanContext, row: EnrolmentSnapshot): boolean {
  if (row.mailboxId === null) return true;
  const mailbox = context.mailboxById.get(row.mailboxId);
  const { detached, failingAfterMs } = context.campaign.reallocation;
  // A lead that was never mailed has no thread to lose: it waits for no mailbox that cannot send.
  if (isNewLead(row) && (!mailbox || !mailbox.attached || mailbox.state !== 'CONNECTED')) return true;
  if (isNewLead(row) && !isAllowedByRule(context.campaign, mailbox!.provider, row.provider)) return true;
  if (!mailbox || !mailbox.attached) return detached === 'MOVE';
  if (mailbox.state === 'CONNECTED' || failingAfterMs === null) return false;
  return mailbox.stateSince !== null && context.at - mailbox.stateSince >= failingAfterMs;
}

export function queueOf(context: PlanContext, row: EnrolmentSnapshot): QueueKey {
  const free = mayLeaveMailbox(context, row);
  if (!isNewLead(row)) return free ? ORPHANS : followUpQueue(row.mailboxId!);
  if (!free) return newLeadQueue(row.mailboxId!);
  return poolQueue(isByProvider(context.campaign) ? row.provider : null);
}

/** Numbers written in decimals in the order of numbers, as the database has it ('9' before '10'). */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

function compareFollowUps(a: EnrolmentSnapshot, b: EnrolmentSnapshot): number {
  return a.eligibleAt - b.eligibleAt || compareIds(a.id, b.id);
}

export function compareNewLeads(a: EnrolmentSnapshot, b: EnrolmentSnapshot): number {
  return a.order - b.order || compareIds(a.id, b.id);
}

/** A list with a head that moves over rows which cannot go; rows may also be taken out of the middle. */
export class DueQueue {
  private next = 0;
  constructor(
    readonly key: QueueKey,
    readonly rows: EnrolmentSnapshot[],
  ) {}

  /**
   * First row that passes `accepts`; those before it go into `passedOver`. A row that fails may pass later in the same
   * plan, so the head moves only over taken rows.
   */
  find(
    taken: ReadonlySet<string>,
    passedOver: Set<string>,
    accepts: (row: EnrolmentSnapshot) => boolean,
  ): EnrolmentSnapshot | null {
    while (this.next < this.rows.length && taken.has(this.rows[this.next]!.id)) this.next += 1;
    for (let index = this.next; index < this.rows.length; index += 1) {
      const row = this.rows[index]!;
      if (taken.has(row.id)) continue;
      if (accepts(row)) return row;
      passedOver.add(row.id);
    }
    return null;
  }
}

/** The rows by list, each in its order. */
export function buildQueues(context: PlanContext, rows: readonly EnrolmentSnapshot[]): Map<QueueKey, DueQueue> {
  const lists = new Map<QueueKey, EnrolmentSnapshot[]>();
  for (const row of rows) {
    const key = queueOf(context, row);
    const list = lists.get(key);
    if (list) list.push(row);
    else lists.set(key, [row]);
  }
  const queues = new Map<QueueKey, DueQueue>();
  for (const [key, list] of lists) {
    if (list.length > 1) list.sort(key.startsWith('new:') ? compareNewLeads : compareFollowUps);
    queues.set(key, new DueQueue(key, list));
  }
  return queues;
}
