import type { PlacedEmail } from '@skein/contracts/analytics/placed-emails.contract';

const names: Record<string, PlacedEmail['provider']> = { GMAIL: 'Google', OUTLOOK: 'Microsoft 365', ZOHO: 'Zoho' };

/** What a kind of mailbox goes by on the provider pages. */
export const providerName = (type: string): PlacedEmail['provider'] => names[type] ?? 'Other';
