import type { leadProviders } from '@skein/contracts/constants';

/** Who hosts a lead's mailbox. */
export const providerNames: Record<(typeof leadProviders)[number], string> = {
  GMAIL: 'Gmail',
  OUTLOOK: 'Outlook',
  ZOHO: 'Zoho',
  OTHER: 'Other',
};
