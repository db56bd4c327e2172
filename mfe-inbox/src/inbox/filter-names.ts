import type { inboxEmailStatuses } from '@skein/contracts/main/inbox-choices';

export const statusNames: Record<(typeof inboxEmailStatuses)[number], string> = {
  opened: 'Opened',
  clicked: 'Clicked',
  replied: 'Replied',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  accepted: 'Sent',
  not_replied: 'Not replied',
};

export const waitingText = (value: number): string =>
  value % 24 === 0 && value > 24 ? `${value / 24} days` : `${value} h`;
