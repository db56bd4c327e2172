import { MINUTE_MS } from '@skein/template/zone-clock';
import type { Instant, MailboxSnapshot } from './plan.types';

/**
 * Campaigns that share a mailbox take turns: without this, a campaign whose triggers always fall into the gap after
 * another's would never send. One yields only to a campaign that has waited longer, and only if its next trigger
 * would be refused otherwise.
 * @returns the id of the campaign whose turn it is, or null where it is this one's
 */
export function waiterBefore(
  campaignId: string,
  mailbox: MailboxSnapshot,
  slotAt: Instant,
  sendAt: Instant,
): string | null {
  const own = mailbox.waitingSince;
  for (const waiter of mailbox.waiters) {
    const longer =
      own === null || waiter.waitingSince < own || (waiter.waitingSince === own && waiter.campaignId < campaignId);
    const blocked =
      waiter.nextTriggerAt >= slotAt && waiter.nextTriggerAt < sendAt + mailbox.minimumGapMinutes * MINUTE_MS;
    if (longer && blocked) return waiter.campaignId;
  }
  return null;
}
