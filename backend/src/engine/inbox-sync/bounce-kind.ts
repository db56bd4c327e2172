import type { ReportedRecipient } from './delivery-report';

/**
 * `hard`: the address is dead. `soft`: it may work later. `delayed`: the server still tries. `relayed`: it was handed
 * on or delivered. `sender_block`: refused because of us.
 */
export type BounceKind = 'hard' | 'soft' | 'delayed' | 'relayed' | 'sender_block';

/** What one recipient's part of a report means. */
export function bounceKindOf(recipient: Pick<ReportedRecipient, 'action' | 'class'>): BounceKind {
  if (recipient.action === 'delayed') return 'delayed';
  if (recipient.action !== 'failed') return 'relayed';
  switch (recipient.class) {
    case 'recipient_invalid':
      return 'hard';
    case 'mailbox_full':
    case 'transient':
    case 'unknown':
      return 'soft';
    default:
      return 'sender_block';
  }
}
