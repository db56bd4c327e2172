import type { MailboxType, PortType } from './constants';

/**
 * Host presets of the connect form. `filesSentMail`: the provider itself files submitted mail in Sent (docs/engine.md,
 * States of an intent).
 */
export interface MailProvider {
  type: MailboxType;
  name: string;
  smtp: { host: string; port: number; portType: PortType };
  imap: { host: string; port: number; portType: PortType };
  passwordLabel: string;
  hint: string;
  filesSentMail: boolean;
  /** What the provider lets a mailbox send in a day, for the cap line. */
  dailyLimit: number;
}

export const mailProviders: readonly MailProvider[] = [
  {
    type: 'GMAIL',
    name: 'Gmail',
    smtp: { host: 'smtp.gmail.com', port: 465, portType: 'SSL' },
    imap: { host: 'imap.gmail.com', port: 993, portType: 'SSL' },
    passwordLabel: /* text */ 'App password',
    hint: 'Turn on 2-step verification, then create an app password in the Google account.',
    filesSentMail: true,
    dailyLimit: 500,
  },
  {
    type: 'OUTLOOK',
    name: 'Outlook',
    smtp: { host: 'smtp.office365.com', port: 587, portType: 'TLS' },
    imap: { host: 'outlook.office365.com', port: 993, portType: 'SSL' },
    passwordLabel: /* text */ 'Password',
    hint: 'SMTP AUTH must be switched on for the mailbox in the admin centre.',
    filesSentMail: true,
    dailyLimit: 10_000,
  },
  {
    type: 'ZOHO',
    name: 'Zoho',
    smtp: { host: 'smtp.zoho.com', port: 465, portType: 'SSL' },
    imap: { host: 'imap.zoho.com', port: 993, portType: 'SSL' },
    passwordLabel: /* text */ 'App password',
    hint: 'IMAP access must be on in Zoho Mail; use an application-specific password.',
    filesSentMail: true,
    dailyLimit: 500,
  },
  {
    type: 'SMTP',
    name: 'Other (SMTP and IMAP)',
    smtp: { host: '', port: 587, portType: 'TLS' },
    imap: { host: '', port: 993, portType: 'SSL' },
    passwordLabel: /* text */ 'Password',
    hint: 'Your provider names the hosts in its help pages.',
    filesSentMail: false,
    dailyLimit: 500,
  },
];

/** The preset for a host, or the general one. */
export function providerOfHost(host: string): MailProvider {
  const known = mailProviders.find(
    (provider) => provider.smtp.host !== '' && provider.smtp.host === host.toLowerCase(),
  );
  return known ?? (mailProviders.at(-1) as MailProvider);
}
