import type { WorkspaceId } from '@skein/contracts/ids';
import { createHash } from 'node:crypto';
import { priceLines, type Choice, type FeeCounts } from '@skein/contracts/subscription/offers';
import type { SubscriptionOrder } from '#platform/payments/subscriptions';

/** What a workspace orders of the payment provider: its choice, and what is paid for each client and LinkedIn account. */
export const orderOf = (workspaceId: WorkspaceId, choice: Choice, fees: FeeCounts): SubscriptionOrder => ({
  workspaceId,
  choice: {
    offer: choice.offer,
    interval: choice.interval,
    sequences: String(choice.sequences),
    senders: String(choice.senders),
    clients: String(fees.clients),
    linkedin: String(fees.linkedIn),
  },
  lines: priceLines(choice, fees),
  interval: choice.interval,
});

/** The same wish of the same day is one request at the provider, however often it is pressed. */
export const keyOf = (...parts: unknown[]): string =>
  `skein-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;
