import { classifyRefusal, readSmtpReply, type BounceClass } from './bounce-class';
import type { DialoguePoint } from './sender-state';

/** What a refusal has to mean: the sender's cause, or the class of something else. */
type Meaning = 'LIMIT' | 'SUSPENDED' | 'SPAM_FILTER' | 'RELAY' | 'SENDER_REFUSED' | 'LOGIN' | BounceClass;
type Row = [provider: string, points: string, words: string, meaning: Meaning];

const meaningOf = (words: string, point: DialoguePoint): Meaning => {
  const found = classifyRefusal(readSmtpReply(words), point);
  return found.sender?.cause ?? found.class;
};

const everywhere = 'mail rcpt data dot';

const rows: Row[] = [
  ['hoster', 'mail rcpt dot', '550 5.7.0 Trial accounts may send 50 messages a day', 'LIMIT'],
  // Google
  [
    'Gmail',
    'auth mail data dot',
    '550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to the help page - gsmtp',
    'LIMIT',
  ],
  ['Gmail', 'data dot', '550-5.4.5 Daily user sending quota exceeded. o65sm253512pga.71 - gsmtp', 'LIMIT'],
  ['Gmail', 'report', 'You have reached a limit for sending mail. Your message was not sent.', 'LIMIT'],
  ['Gmail', 'auth', '454 4.7.0 Too many login attempts, please try again later. - gsmtp', 'LIMIT'],
  [
    'Gmail',
    'mail dot',
    '421 4.7.28 Gmail has detected an unusual rate of unsolicited mail originating from your IP address',
    'LIMIT',
  ],
  ['Google relay', 'mail rcpt dot', '550 5.4.5 Daily SMTP relay limit exceeded for user', 'LIMIT'],
  [
    'Google relay',
    'mail rcpt',
    '450 4.2.1 Peak SMTP relay limit exceeded for this customer. This is a temporary error',
    'LIMIT',
  ],
  [
    'Google relay',
    'mail rcpt',
    '550 5.7.1 Invalid credentials for relay [192.0.2.1]. The IP address you have registered is not authorized',
    'LOGIN',
  ],
  ['Google relay', 'rcpt', '550 5.7.0 Mail relay denied [192.0.2.1]. Invalid credentials for relay', 'RELAY'],
  ['Gmail', 'mail', '530 5.7.0 Authentication Required. For more information, go to the help page', 'LOGIN'],
  [
    'Gmail',
    'rcpt dot',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the address',
    'recipient_invalid',
  ],
  ['Gmail', 'rcpt', '550 5.2.1 The email account that you tried to reach is disabled', 'recipient_invalid'],
  ['Gmail', 'rcpt dot', '452 4.2.2 The recipient’s inbox is out of storage space', 'mailbox_full'],
  [
    'Gmail',
    'rcpt dot',
    '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages',
    'transient',
  ],
  // Microsoft
  [
    'Microsoft 365',
    'report dot',
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    'LIMIT',
  ],
  ['Microsoft 365', 'report mail dot', '550 5.1.8 Access denied, bad outbound sender. AS(42003)', 'SUSPENDED'],
  [
    'Microsoft 365',
    'report dot',
    '550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP',
    'SUSPENDED',
  ],
  ['Microsoft 365', 'report dot', '550 5.7.705 Access denied, tenant has exceeded threshold', 'LIMIT'],
  [
    'Microsoft 365',
    'report dot',
    '550 5.7.750 Service unavailable. Client blocked from sending from unregistered domains',
    'SUSPENDED',
  ],
  [
    'Microsoft 365',
    'report dot',
    '550 5.7.501 Service unavailable. Access denied, spam abuse detected from the account',
    'SUSPENDED',
  ],
  [
    'Microsoft 365',
    'report dot',
    '550 5.7.232 Message cannot be sent because the tenant exceeded its external recipient rate limit',
    'LIMIT',
  ],
  ['Microsoft 365', 'rcpt', '452 4.5.3 Too many recipients', 'LIMIT'],
  [
    'Microsoft 365',
    'dot',
    '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message due to a permanent exception',
    'LIMIT',
  ],
  ['Microsoft 365', 'dot', '432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded', 'LIMIT'],
  [
    'Microsoft 365',
    'mail',
    '421 4.4.2 Message submission rate for this client has exceeded the configured limit',
    'LIMIT',
  ],
  [
    'Microsoft 365',
    'dot',
    '554 5.2.252 SendAsDenied; rosa@acme.test not allowed to send as info@acme.test',
    'SENDER_REFUSED',
  ],
  [
    'Microsoft 365',
    'dot',
    '550 5.7.60 SMTP; Client does not have permissions to send as this sender',
    'SENDER_REFUSED',
  ],
  ['Microsoft 365', 'mail', '530 5.7.57 Client not authenticated to send mail', 'LOGIN'],
  ['Microsoft 365', 'rcpt', '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain', 'RELAY'],
  ['Microsoft 365', 'rcpt', '550 5.7.64 TenantAttribution; Relay Access Denied', 'RELAY'],
  [
    'Microsoft 365',
    'rcpt',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    'recipient_invalid',
  ],
  [
    'Outlook.com',
    'report dot',
    '554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException; Failed to process message',
    'SPAM_FILTER',
  ],
  [
    'Outlook.com',
    'dot',
    '550 5.7.0 WASCL UserAction verdict is not None. Actual verdict is RefuseQuota, ShowTierUpgrade',
    'LIMIT',
  ],
  [
    'Outlook.com',
    'dot',
    '550 5.7.0 WASCL UserAction verdict is not None. Actual verdict is Suspend, ShowTierUpgrade',
    'SUSPENDED',
  ],
  // Zoho
  ['Zoho', 'rcpt data dot', '550 5.4.6 Unusual sending activity detected. Please try after sometime', 'LIMIT'],
  ['Zoho', 'dot', '554 5.1.8 Email Outgoing Blocked', 'SUSPENDED'],
  ['Zoho', 'mail rcpt', '553 Relaying disallowed as info@acme.test', 'RELAY'],
  ['Zoho', 'dot', '550 5.4.6 Daily sending limit exceeded for this account', 'LIMIT'],
  // Yahoo, AOL, iCloud, Fastmail
  ['Yahoo', 'mail dot', '550 Too many messages sent from this account, try again later', 'LIMIT'],
  ['Yahoo', 'dot', '554 5.7.9 Your account has been temporarily blocked from sending messages', 'SUSPENDED'],
  ['Yahoo', 'dot', '550 Maximum number of messages reached for today', 'LIMIT'],
  ['AOL', 'mail', '553 Sorry, your account has been temporarily blocked', 'SUSPENDED'],
  [
    'iCloud',
    'dot',
    '550 5.7.1 You have exceeded the number of messages that can be sent in one day. Daily limit reached',
    'LIMIT',
  ],
  ['Fastmail', 'rcpt dot', '451 4.7.1 You have exceeded your hourly message sending limits', 'LIMIT'],
  // Postfix and its policy services
  [
    'Postfix',
    'rcpt',
    '450 4.7.1 <rosa@acme.test>: Sender address rejected: Deferring: Too many messages from sender in last 60',
    'LIMIT',
  ],
  ['Postfix', 'mail', '450 4.7.1 Error: too much mail from 192.0.2.9', 'LIMIT'],
  ['Postfix', 'connect', '421 4.7.0 mail.acme.test Error: too many connections from 192.0.2.9', 'LIMIT'],
  ['Postfix', 'rcpt', '554 5.7.1 <ada@far.test>: Relay access denied', 'RELAY'],
  ['Postfix', 'rcpt', '454 4.7.1 <ada@far.test>: Relay access denied', 'RELAY'],
  [
    'Postfix',
    'rcpt mail',
    '553 5.7.1 <info@acme.test>: Sender address rejected: not owned by user rosa@acme.test',
    'SENDER_REFUSED',
  ],
  [
    'Postfix',
    'rcpt',
    '554 5.7.1 <ada@far.test>: Recipient address rejected: Policy Rejection- Quota Exceeded. Please try again later',
    'LIMIT',
  ],
  [
    'Postfix',
    'data',
    '554 5.7.1 <DATA>: Data command rejected: limit of 400 rcpts per 24 hours for client reached',
    'LIMIT',
  ],
  ['Postfix', 'data', '554 5.7.1 <DATA>: Data command rejected: only 10 messages per day', 'LIMIT'],
  ['Postfix', 'rcpt', '550 5.4.5 <ada@far.test>: Recipient address rejected: Domain Sending Quota Exceeded', 'LIMIT'],
  [
    'Postfix',
    'rcpt',
    '550 5.1.1 <ada@far.test>: Recipient address rejected: User unknown in virtual mailbox table',
    'recipient_invalid',
  ],
  ['Postfix', 'rcpt', '450 4.2.0 <ada@far.test>: Recipient address rejected: Greylisted', 'transient'],
  ['Postfix', 'mail', '552 5.3.4 Message size exceeds fixed limit', 'content'],
  ['Postfix', 'mail', '452 4.3.1 Insufficient system storage', 'transient'],
  ['Rspamd', 'data dot', '451 4.7.1 Ratelimit "user_sending" exceeded', 'LIMIT'],
  ['Rspamd', 'dot', '554 5.7.1 Spam message rejected', 'SPAM_FILTER'],
  // Exim and cPanel
  [
    'cPanel',
    'rcpt dot report',
    '550 Domain acme.test has exceeded the max emails per hour (151/150 (100%)) allowed. Message discarded.',
    'LIMIT',
  ],
  [
    'cPanel',
    'rcpt dot report',
    'Domain acme.test has exceeded the max defers and failures per hour (5/5 (100%)) allowed. Message discarded.',
    'LIMIT',
  ],
  ['cPanel', 'rcpt dot', '550 Outgoing mail from "rosa@acme.test" has been suspended.', 'SUSPENDED'],
  ['cPanel', 'rcpt', '550 relay not permitted', 'RELAY'],
  ['Exim', 'rcpt', '550 Sender verify failed', 'SENDER_REFUSED'],
  ['Exim', 'mail', '550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)', 'SENDER_REFUSED'],
  ['Exim', 'dot', '550 "Your IP: 192.0.2.1 : Your domain acme.test is not allowed in header From"', 'SENDER_REFUSED'],
  ['Exim', 'rcpt', '550 No such user here', 'recipient_invalid'],
  [
    'Plesk',
    'dot',
    '550 5.7.1 The message was not sent: maximum number of outgoing messages per hour exceeded',
    'LIMIT',
  ],
  // Services that send for others
  ['SES', 'mail data dot', '454 Throttling failure: Maximum sending rate exceeded.', 'LIMIT'],
  ['SES', 'data dot', '454 Throttling failure: Daily message quota exceeded.', 'LIMIT'],
  [
    'SES',
    'dot',
    '554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1',
    'SENDER_REFUSED',
  ],
  [
    'SES',
    'dot',
    '554 Message rejected: Sending paused for this account. For more information, please check the inbox',
    'SUSPENDED',
  ],
  ['Mailgun', 'data dot', '421 Domain mg.acme.test is not allowed to send: recipient limit exceeded', 'LIMIT'],
  [
    'Mailgun',
    'rcpt dot',
    '550 Sandbox subdomains are for test purposes only. Please add your own domain or add the address to authorized recipients',
    'SENDER_REFUSED',
  ],
  ['Mailgun', 'dot', '550 5.7.1 Your account is temporarily disabled. Please contact support', 'SUSPENDED'],
  ['SendGrid', 'auth data', '451 Authentication failed: Maximum credits exceeded', 'LIMIT'],
  ['SendGrid', 'dot', '550 The from address does not match a verified Sender Identity', 'SENDER_REFUSED'],
  [
    'MailChannels',
    'dot',
    '550 5.7.1 [CS] This mail account has sent too many messages in a short amount of time',
    'LIMIT',
  ],
  [
    'MailChannels',
    'dot',
    '550 5.7.1 [CSR] Our system has detected an unusual amount of unsolicited email originating from your address',
    'SPAM_FILTER',
  ],
  // Hosters
  [
    'GoDaddy',
    'rcpt dot',
    '550 User rosa@acme.test has exceeded its 24-hour sending limit. Messages to 250 recipients out of 250 allowed have been sent. Relay quota will reset in 5.03 hours.',
    'LIMIT',
  ],
  ['GoDaddy', 'dot', '552 5.2.0 Message rejected. This message contains spam content. IB603', 'SPAM_FILTER'],
  ['Rackspace', 'mail rcpt', '550 5.7.1 Your email sending rate has exceeded the limit', 'LIMIT'],
  ['Namecheap', 'rcpt', '450 4.7.1 Sending rate overquota, message deferred', 'LIMIT'],
  ['OVH', 'rcpt dot', '432 4.7.1 Too many sent messages from this account', 'LIMIT'],
  ['OVH', 'dot', '550 5.7.1 You have reached your hourly limit of messages', 'LIMIT'],
  ['OVH', 'rcpt dot', '550 5.7.1 Your account has been blocked because spam was sent from it', 'SUSPENDED'],
  ['IONOS', 'rcpt dot', '450 Requested mail action not taken: mailbox unavailable. Mail send limit exceeded.', 'LIMIT'],
  ['IONOS', 'dot', '554 Transaction failed. Reject due to policy restrictions.', 'policy'],
  [
    'IONOS',
    'mail',
    '550 Requested action not taken: mailbox unavailable. Sender address is not allowed.',
    'SENDER_REFUSED',
  ],
  ['Strato', 'dot', '550 5.7.1 Refused by local policy. No SPAM please!', 'SPAM_FILTER'],
  ['Strato', 'rcpt', '450 4.7.1 Versandlimit überschritten, bitte versuchen Sie es in 2 Stunden erneut', 'LIMIT'],
  ['Aruba', 'rcpt', '550 5.7.1 Limite di invio giornaliero superato', 'LIMIT'],
  ['Orange', 'mail', '550 5.7.1 Limite d’envoi atteinte: trop de messages par heure', 'LIMIT'],
  [
    'Hostinger',
    'rcpt',
    '554 5.7.1 <ada@far.test>: Recipient address rejected: hourly limit exceeded for this mailbox',
    'LIMIT',
  ],
  ['Hostinger', 'dot', '554 5.7.1 Disabled by user from hPanel: sending is disabled for this mailbox', 'SUSPENDED'],
  ['Yandex', 'rcpt', '452 4.5.3 Recipients limits was exceeded', 'LIMIT'],
  ['Yandex', 'dot', '554 5.7.1 [2] Message rejected under suspicion of SPAM; https://ya.test/1IrBc', 'SPAM_FILTER'],
  ['Yandex', 'mail', '553 5.7.1 Sender address rejected: not owned by authorized user', 'SENDER_REFUSED'],
  ['Mail.ru', 'dot', '550 spam message rejected. Please contact support', 'SPAM_FILTER'],
  ['Mail.ru', 'rcpt', '550 Превышен дневной лимит отправки: слишком много писем в сутки', 'LIMIT'],
  ['QQ', 'mail rcpt dot', '550 发信频率过高，超过每小时限制', 'LIMIT'],
  ['Seznam', 'rcpt', '550 Překročen denní limit odeslaných zpráv', 'LIMIT'],
  ['Onet', 'dot', '550 Przekroczono dzienny limit wysłanych wiadomości', 'LIMIT'],
  ['Gophish users', 'rcpt data dot', '550 spam mail rejected: exceeded hour limit', 'LIMIT'],
  ['generic', 'rcpt dot', '550 User has exceeded outgoing email quota', 'LIMIT'],
  // About the recipient, wherever it is said.
  ['generic', 'rcpt dot', '550 user unknown', 'recipient_invalid'],
  ['generic', 'rcpt dot report', '550 5.1.1 Empfänger unbekannt', 'recipient_invalid'],
  ['generic', 'rcpt dot report', '550 5.1.6 Recipient no longer on server', 'recipient_invalid'],
  ['generic', 'rcpt', '550 5.1.2 Host unknown', 'recipient_invalid'],
  ['generic', 'rcpt dot report', '552 5.2.2 Mailbox full', 'mailbox_full'],
  ['generic', 'rcpt dot', '552 5.2.2 Mailbox quota exceeded for this user', 'mailbox_full'],
  ['generic', 'rcpt', '550 user has too many messages in the mailbox', 'mailbox_full'],
  // Says nothing about anyone.
  ['generic', 'rcpt dot', '550 Rejected', 'unknown'],
  ['generic', 'rcpt', '550 5.1.0 Address rejected', 'unknown'],
  ['generic', 'rcpt dot', '550 5.0.0 Request failed', 'unknown'],
  ['generic', 'rcpt dot', '554 5.7.1 Not allowed', 'policy'],
  ['generic', 'dot', '554 5.6.0 Message contains a virus', 'content'],
  ['generic', 'mail', '550 5.7.1 Not allowed', 'SENDER_REFUSED'],
  ['generic', everywhere, '451 4.3.0 Try again later', 'transient'],
  // In a report these words are the recipient's server's, about our reputation.
  [
    'generic',
    'report',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
    'sender',
  ],
  [
    'generic',
    'mail rcpt dot',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
    'SENDER_REFUSED',
  ],
  ['generic', 'report', '554 5.7.1 <ada@far.test>: Relay access denied', 'policy'],
  ['generic', 'report', '421 4.7.28 unusual rate of unsolicited mail originating from your IP address', 'sender'],
];

const cases = rows.flatMap(([provider, points, words, meaning]) =>
  points
    .split(' ')
    .map((point): [string, DialoguePoint, string, Meaning] => [provider, point as DialoguePoint, words, meaning]),
);

test.each(cases)('%s at %s: %s means %s', (_, point, words, meaning) => {
  expect(meaningOf(words, point)).toBe(meaning);
});

test('the table covers each cause at each point where servers tell it', () => {
  const seen = new Map<string, Set<string>>();
  for (const [, point, , meaning] of cases) seen.set(meaning, (seen.get(meaning) ?? new Set()).add(point));
  expect(rows.length).toBeGreaterThanOrEqual(80);
  expect([...(seen.get('LIMIT') ?? [])].sort()).toEqual(['auth', 'connect', 'data', 'dot', 'mail', 'rcpt', 'report']);
  for (const cause of ['SUSPENDED', 'SPAM_FILTER'] as const)
    for (const point of ['dot', 'report']) expect(seen.get(cause)).toContain(point);
});

test.each(['mail', 'rcpt', 'data', 'dot'] as const)(
  'no limit of a sender is a dead address or a lost email at %s',
  (point) => {
    const wrong = rows
      .filter(([, , , meaning]) => meaning === 'LIMIT')
      .map(([, , words]) => [words, meaningOf(words, point)] as const)
      .filter(([, meaning]) => meaning !== 'LIMIT');
    expect(wrong).toEqual([]);
  },
);
