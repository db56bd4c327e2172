/** What a provider's own words mean, and where it is put right. */
export interface MailRefusal {
  cause: string;
  fix: string;
  link: { label: string; url: string } | null;
  /** Signing in again with the provider puts it right. */
  signInAgain?: boolean;
}

interface Rule extends MailRefusal {
  words: RegExp;
}

const google = {
  appPasswords: { label: 'Google app passwords', url: 'https://myaccount.google.com/apppasswords' },
  imap: { label: 'Gmail: forwarding and IMAP', url: 'https://mail.google.com/mail/u/0/#settings/fwdandpop' },
  adminImap: {
    label: 'Google admin console: IMAP access',
    url: 'https://admin.google.com/ac/apps/gmail/enduseraccess',
  },
  limits: { label: 'Gmail sending limits', url: 'https://support.google.com/a/answer/166852' },
  connections: { label: 'Google: IMAP limits', url: 'https://support.google.com/mail/answer/7126229' },
  browser: { label: 'Google: sign-in was blocked', url: 'https://support.google.com/mail/answer/7126229' },
};
const microsoft = {
  smtpAuth: { label: 'Microsoft: SMTP AUTH', url: 'https://aka.ms/smtp_auth_disabled' },
  imap: {
    label: 'Microsoft: IMAP access of a mailbox',
    url: 'https://learn.microsoft.com/en-us/exchange/clients-and-mobile-in-exchange-online/pop3-and-imap4/enable-or-disable-pop3-or-imap4-access',
  },
  consent: {
    label: 'Microsoft: admin consent',
    url: 'https://learn.microsoft.com/en-us/entra/identity/enterprise-apps/grant-admin-consent',
  },
  codes: {
    label: 'Microsoft: error codes',
    url: 'https://learn.microsoft.com/en-us/entra/identity-platform/reference-error-codes',
  },
  limits: {
    label: 'Exchange Online limits',
    url: 'https://learn.microsoft.com/en-us/office365/servicedescriptions/exchange-online-service-description/exchange-online-limits',
  },
};
const zoho = {
  imap: { label: 'Zoho: IMAP access', url: 'https://www.zoho.com/mail/help/imap-access.html' },
  passwords: { label: 'Zoho app passwords', url: 'https://accounts.zoho.com/home#security/app_password' },
  unblock: { label: 'Zoho: unblock the account', url: 'https://mail.zoho.com/UnblockMe' },
};

const again = 'Sign in with the provider again.';

/** The first that fits wins, so what is particular stands before what is general. */
const rules: Rule[] = [
  {
    words: /Application-specific password required|InvalidSecondFactor/i,
    cause: 'Google wants an app password here: the account has 2-step verification.',
    fix: 'Create an app password and use it instead of the account’s password, or sign in with Google.',
    link: google.appPasswords,
  },
  {
    words: /IMAP (?:access )?is disabled for your domain/i,
    cause: 'The Google Workspace administrator has switched IMAP off for the domain.',
    fix: 'Ask the administrator to allow IMAP for this user.',
    link: google.adminImap,
  },
  {
    words: /not enabled for IMAP use|IMAP access is disabled/i,
    cause: 'IMAP is switched off in this Gmail account.',
    fix: 'Switch IMAP on in the settings of Gmail, then test again.',
    link: google.imap,
  },
  {
    words: /log ?in via your web browser|WebLoginRequired|5\.7\.14/i,
    cause: 'Google blocked the login until someone logs in with a browser.',
    fix: 'Log in to Gmail in a browser and confirm that it was you, then test again. Signing in with Google avoids this.',
    link: google.browser,
  },
  {
    words: /BadCredentials|Username and Password not accepted/i,
    cause: 'Google does not accept this user name and password. The account’s own password never works here.',
    fix: 'Use an app password, or sign in with Google.',
    link: google.appPasswords,
  },
  {
    words: /Daily user sending (?:limit|quota) exceeded|Daily SMTP relay limit|reached a limit for sending mail/i,
    cause: 'Google’s daily sending limit of this account is used up.',
    fix: 'It resumes within 24 hours. Lower the daily limit of this mailbox.',
    link: google.limits,
  },
  {
    words: /Too many simultaneous connections/i,
    cause: 'Too many programs read this mailbox at the same time.',
    fix: 'Close other mail programs and tools that are connected to it, then test again.',
    link: google.connections,
  },
  {
    words: /SmtpClientAuthentication is disabled for the Tenant/i,
    cause: 'SMTP AUTH is switched off for the whole Microsoft 365 organisation.',
    fix: 'Ask an administrator to allow SMTP AUTH for this mailbox (Manage email apps, Authenticated SMTP).',
    link: microsoft.smtpAuth,
  },
  {
    words: /SmtpClientAuthentication is disabled for the Mailbox/i,
    cause: 'SMTP AUTH is switched off for this mailbox.',
    fix: 'Ask an administrator to switch on Authenticated SMTP for it, then test again. It can take an hour.',
    link: microsoft.smtpAuth,
  },
  {
    words: /basic authentication is disabled/i,
    cause: 'Microsoft no longer accepts passwords here.',
    fix: 'Sign in with Microsoft instead of using a password.',
    link: microsoft.smtpAuth,
    signInAgain: true,
  },
  {
    words: /security defaults policy|locked by your organi[sz]ation/i,
    cause: 'The organisation’s security defaults block logins by password.',
    fix: 'Sign in with Microsoft, or ask an administrator to allow this mailbox.',
    link: microsoft.smtpAuth,
    signInAgain: true,
  },
  {
    words: /User is authenticated but not connected/i,
    cause: 'Microsoft knows the user but opens no mailbox: IMAP is off for it, or it has no licence.',
    fix: 'Ask an administrator to switch on IMAP for this mailbox, then test again.',
    link: microsoft.imap,
  },
  {
    words: /AADSTS(?:65001|90094|90095|900941)\b/,
    cause: 'The organisation lets only an administrator allow this.',
    fix: 'Ask an administrator to grant consent, then sign in again.',
    link: microsoft.consent,
  },
  {
    words: /AADSTS65004\b/,
    cause: 'The permission was declined on Microsoft’s page.',
    fix: 'Sign in again and accept it.',
    link: null,
    signInAgain: true,
  },
  {
    words: /AADSTS(?:50076|50079|50074|50158|53003|530031)\b/,
    cause: 'Microsoft asks for another proof before it lets the mailbox in.',
    fix: `${again} If it is refused again, the organisation’s conditional access has to allow it.`,
    link: microsoft.codes,
    signInAgain: true,
  },
  {
    words: /AADSTS(?:50173|70043|700082|70008|50133|50078|700084|500133)\b/,
    cause: 'The consent at Microsoft has expired or was revoked, for example because the password changed.',
    fix: 'Sign in with Microsoft again.',
    link: null,
    signInAgain: true,
  },
  {
    words: /AADSTS50057\b/,
    cause: 'The account is disabled at Microsoft.',
    fix: 'Ask the administrator to enable it, then sign in again.',
    link: microsoft.codes,
    signInAgain: true,
  },
  {
    words: /AADSTS(?:50020|50034|500011|700016)\b/,
    cause: 'The account’s organisation does not know this application.',
    fix: 'Sign in with an account of the organisation that the mailbox belongs to, or ask its administrator to allow the application.',
    link: microsoft.consent,
  },
  {
    words: /AADSTS(?:7000215|7000222|7000218|50011)\b|invalid_client|unauthorized_client|redirect_uri_mismatch/,
    cause: 'The provider does not accept the OAuth client that is set up here.',
    fix: 'The operator of this installation, or the workspace’s own client, has to correct client ID, secret or redirect address.',
    link: null,
  },
  {
    words: /AADSTS\d{5,7}/,
    cause: 'Microsoft refused the sign-in.',
    fix: `Look the code up, then sign in again.`,
    link: microsoft.codes,
    signInAgain: true,
  },
  {
    words: /user credentials were incorrect|5\.7\.3 Authentication unsuccessful/i,
    cause: 'Microsoft does not accept this login.',
    fix: 'Sign in with Microsoft: it works without a password.',
    link: microsoft.smtpAuth,
    signInAgain: true,
  },
  {
    words:
      /5\.2\.0 .*exceeded|exceeded the (?:recipient|message) (?:rate )?limit|reached your daily limit for message recipients/i,
    cause: 'Microsoft’s limit of this mailbox is used up.',
    fix: 'It resumes automatically. Lower the daily limit of this mailbox.',
    link: microsoft.limits,
  },
  {
    words: /yet to enable IMAP|IMAP access.{0,40}(?:disabled|not enabled)/i,
    cause: 'IMAP is switched off in Zoho Mail.',
    fix: 'Switch IMAP access on in Zoho Mail (Settings, Mail accounts, IMAP), then test again.',
    link: zoho.imap,
  },
  {
    words: /Unusual sending activity/i,
    cause: 'Zoho blocked sending for unusual activity.',
    fix: 'Unblock the account at Zoho, then lower the daily limit of this mailbox.',
    link: zoho.unblock,
  },
  {
    words: /Invalid credentials ?\(Failure\)/i,
    cause: 'Zoho does not accept this user name and password.',
    fix: 'Use an application-specific password where two-factor login is on, or sign in with Zoho.',
    link: zoho.passwords,
  },
  {
    words: /invalid_grant|invalid_code|was disconnected here/i,
    cause: 'The consent has expired or was revoked.',
    fix: again,
    link: null,
    signInAgain: true,
  },
  {
    words: /access_denied/i,
    cause: 'The permission was declined on the provider’s page.',
    fix: 'Sign in again and allow it.',
    link: null,
    signInAgain: true,
  },
  {
    words: /temporarily_unavailable|server_error/i,
    cause: 'The provider’s sign-in is out of order at the moment.',
    fix: 'Try again in a few minutes.',
    link: null,
    signInAgain: true,
  },
];

/** What a reply of a mail server or of a provider's sign-in is known to mean; null for words that are in no list. */
export function knownRefusal(reply: string): MailRefusal | null {
  const rule = rules.find(({ words }) => words.test(reply));
  if (!rule) return null;
  const { words: _words, ...refusal } = rule;
  return refusal;
}
