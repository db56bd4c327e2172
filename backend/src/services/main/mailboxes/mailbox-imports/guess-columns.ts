import type { MailboxImportColumn, MailboxImportField } from '@skein/contracts/main/mailbox-imports.contract';
import { secretImportFields } from '@skein/contracts/main/mailbox-imports.contract';
import { knownHeadings, looksLikeEmail, plainName, withoutNumber } from '#files/files.api';

/** Words by which a column is known, without case, spaces and signs: our own fields, and those of Smartlead's and Instantly's exports. */
const names: Record<MailboxImportField, readonly string[]> = {
  from_email: ['fromemail', 'email', 'emailaddress', 'mailbox', 'emailaccount', 'senderemail', 'mail', 'address'],
  from_name: ['fromname', 'sendername', 'displayname', 'fullname', 'name'],
  first_name: knownHeadings.first_name,
  last_name: knownHeadings.last_name,
  type: ['type', 'provider', 'esp', 'emailprovider', 'accounttype'],
  username: ['username', 'smtpusername', 'smtpuser', 'smtplogin', 'user', 'login', 'loginname'],
  password: ['password', 'smtppassword', 'smtppass', 'apppassword', 'emailpassword', 'mailboxpassword', 'pass', 'pwd'],
  host: ['host', 'hostname', 'server', 'mailserver', 'mailhost', 'domainserver'],
  smtp_host: ['smtphost', 'smtpserver', 'smtphostname', 'smtpaddress', 'outgoingserver', 'smtp'],
  smtp_port: ['smtpport', 'outgoingport'],
  smtp_port_type: ['smtpporttype', 'smtpsecurity', 'smtpencryption', 'smtptls', 'smtpssl', 'smtpsecure'],
  imap_host: ['imaphost', 'imapserver', 'imaphostname', 'imapaddress', 'incomingserver', 'imap'],
  imap_port: ['imapport', 'incomingport'],
  imap_port_type: ['imapporttype', 'imapsecurity', 'imapencryption', 'imaptls', 'imapssl', 'imapsecure'],
  imap_username: ['imapusername', 'imapuser', 'imaplogin'],
  imap_password: ['imappassword', 'imappass'],
  message_per_day: [
    'messageperday',
    'maxemailperday',
    'maxemailsperday',
    'dailylimit',
    'dailysendinglimit',
    'campaignemailsaday',
    'sendinglimit',
    'emailsperday',
    'dailycap',
  ],
  min_time_to_wait_minutes: [
    'mintimetowaitminutes',
    'mintimetowaitinmins',
    'timetowaitinmins',
    'minutesbetweentwoemails',
    'minimumtimegap',
    'mintimegap',
    'sendinggap',
    'gap',
  ],
  time_zone: ['timezone', 'tz'],
  signature: ['signature', 'emailsignature', 'signaturehtml'],
  different_reply_to_address: ['differentreplytoaddress', 'replyto', 'replytoaddress', 'replytoemail'],
  bcc_email: ['bccemail', 'bcc', 'bccaddress'],
  custom_tracking_domain: ['customtrackingdomain', 'customtrackingurl', 'trackingdomain', 'trackingdomainname'],
  client: ['client', 'clientname', 'clientid'],
  tags: ['tags', 'tag', 'labels'],
  warmup_enabled: ['warmupenabled', 'warmup', 'enablewarmup', 'iswarmupenabled', 'warmuponoroff', 'warmupstatus'],
  warmup_per_day: [
    'totalwarmupperday',
    'warmupperday',
    'warmuplimit',
    'warmupemailsperday',
    'maxwarmupperday',
    'warmupemailsaday',
  ],
  warmup_daily_rampup: ['dailyrampup', 'warmupdailyrampup', 'warmupincrement', 'rampupincrement', 'warmuprampupaday'],
  warmup_reply_rate: ['replyratepercentage', 'warmupreplyrate', 'replyrate'],
};

const mayBeSecret = /pass|pwd|secret|token|key|credential|login|pin/i;
const isHost = (value: string) => /^(?:[a-z0-9_-]+\.)+[a-z]{2,}(?::\d+)?$/i.test(value);
const share = (values: readonly string[], test: (value: string) => boolean) =>
  values.length === 0 ? 0 : values.filter(test).length / values.length;

/**
 * Says what each column of a file of mailboxes probably is: by its name, and where there are no names by its values.
 * Each field is given once. Values are shown only of columns that are known to hold no password: what is not understood
 * could be one.
 */
export function guessColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  hasHeader: boolean,
): MailboxImportColumn[] {
  const values = header.map((_, index) => rows.map((row) => (row[index] ?? '').trim()).filter((cell) => cell !== ''));
  const guesses = hasHeader ? byNames(header, values) : byValues(values);
  return header.map((name, index): MailboxImportColumn => {
    const guess = guesses.get(index) ?? null;
    const own = values[index] ?? [];
    const isShown = guess !== null && !secretImportFields.includes(guess.field) && !mayBeSecret.test(plainName(name));
    return {
      index,
      name: hasHeader ? name.slice(0, 120) : `Column ${index + 1}`,
      filled_percent: rows.length === 0 ? 0 : Math.round((own.length / rows.length) * 100),
      samples:
        isShown || guess?.field === 'username' ? [...new Set(own)].slice(0, 3).map((text) => text.slice(0, 100)) : null,
      field: guess?.field ?? null,
      reason: guess?.reason ?? 'Not recognised',
    };
  });
}

type Guesses = Map<number, { field: MailboxImportField; reason: string }>;

function byNames(header: readonly string[], values: readonly string[][]): Guesses {
  const found: { index: number; field: MailboxImportField; rank: number }[] = [];
  header.forEach((name, index) => {
    const key = plainName(withoutNumber(name));
    for (const [field, words] of Object.entries(names) as [MailboxImportField, readonly string[]][]) {
      const rank = words.indexOf(key);
      if (rank < 0) continue;
      // A column "Mailbox" without addresses names something else.
      if (field === 'from_email' && share(values[index] ?? [], looksLikeEmail) < 0.5) continue;
      found.push({ index, field, rank });
    }
  });
  const guesses: Guesses = new Map();
  const taken = new Set<MailboxImportField>();
  for (const { index, field } of found.sort((one, other) => one.rank - other.rank || one.index - other.index)) {
    if (guesses.has(index) || taken.has(field)) continue;
    taken.add(field);
    guesses.set(index, { field, reason: 'Recognised by its name' });
  }
  if (!taken.has('from_email')) {
    const index = values.findIndex((own, at) => !guesses.has(at) && share(own, looksLikeEmail) >= 0.8);
    if (index >= 0) guesses.set(index, { field: 'from_email', reason: 'Holds email addresses' });
  }
  return guesses;
}

/**
 * Without names: the first column of addresses, hosts and their ports in the order of SMTP and IMAP, and a single text
 * that is left is the password.
 */
function byValues(values: readonly string[][]): Guesses {
  const guesses: Guesses = new Map();
  const of = (test: (value: string) => boolean) =>
    values.flatMap((own, index) => (own.length > 0 && share(own, test) >= 0.8 ? [index] : []));
  const emails = of(looksLikeEmail);
  const hosts = of(isHost);
  const ports = of((value) => /^\d{2,5}$/.test(value));
  const give = (index: number | undefined, field: MailboxImportField, reason: string) => {
    if (index !== undefined) guesses.set(index, { field, reason });
  };
  give(emails[0], 'from_email', 'Holds email addresses');
  give(emails[1], 'username', 'Holds email addresses too');
  give(hosts[0], hosts.length > 1 ? 'smtp_host' : 'host', 'Holds names of servers');
  give(hosts[1], 'imap_host', 'Holds names of servers');
  give(ports[0], 'smtp_port', 'Holds numbers of ports');
  give(ports[1], 'imap_port', 'Holds numbers of ports');
  const left = values.flatMap((own, index) => (guesses.has(index) || own.length === 0 ? [] : [index]));
  if (left.length === 1) give(left[0], 'password', 'The only column left');
  return guesses;
}
