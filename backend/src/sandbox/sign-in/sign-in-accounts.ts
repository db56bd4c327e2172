import type { ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';

/** How often a mailbox's consent was withdrawn, and whether there is one now; kept between starts. */
export type Grants = Record<string, { round: number; isGiven: boolean }>;

/** Mailboxes that no password opens: they are connected by signing in. */
export const signInMailboxes: Record<ConsentProvider, { email: string; name: string }[]> = {
  GMAIL: [
    { email: 'gina@getnorthlight.test', name: 'Gina Falk' },
    { email: 'goran@getnorthlight.test', name: 'Goran Petek' },
  ],
  OUTLOOK: [{ email: 'omar@getnorthlight.test', name: 'Omar Haddad' }],
  ZOHO: [{ email: 'zita@getnorthlight.test', name: 'Zita Novak' }],
};

export const grantKey = (provider: ConsentProvider, email: string) => `${provider}:${email}`;
