import { consentNames, type ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';
import type { MailboxView } from '@skein/contracts/main/mailbox-views';

export const isConsentProvider = (type: string): type is ConsentProvider => type in consentNames;

/** Whom a mailbox signs in with; null for one with a password or a token of its own. */
export const signsInWith = (mailbox: Pick<MailboxView, 'type' | 'auth_method'>): string | null =>
  mailbox.auth_method === 'XOAUTH2' && isConsentProvider(mailbox.type) ? consentNames[mailbox.type] : null;
