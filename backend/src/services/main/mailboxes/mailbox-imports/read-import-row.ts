import { imapPorts, portTypes, smtpPorts, type PortType } from '@skein/contracts/constants';
import { mailProviders, providerOfHost, type MailProvider } from '@skein/contracts/mail-providers';
import {
  mailboxImportFieldNames,
  type MailboxImportField,
  type MailboxImportOptions,
} from '@skein/contracts/main/mailbox-imports.contract';
import { createMailboxBody } from '@skein/contracts/main/mailboxes.contract';
import { warmupLimits } from '@skein/contracts/warmup/warmup.contract';
import type { z } from 'zod';
import { readCell } from '@skein/contracts/csv-cell';

export type ImportedMailbox = z.output<typeof createMailboxBody>;
export interface ImportedWarmup {
  enabled: boolean;
  per_day?: number;
  daily_rampup?: number;
  reply_rate?: number;
}
/** A row as it can be tried. */
export interface ReadyRow {
  mailbox: ImportedMailbox;
  tagNames: string[];
  /** Null where neither the row nor the import says anything of it. */
  warmup: ImportedWarmup | null;
}
export type ReadRow =
  | { kind: 'ready'; email: string; row: ReadyRow }
  | { kind: 'wrong'; email: string | null; cause: string; fix: string };

/** What was chosen for the whole import. `clients`: ids by lower-case name, and by id as text. */
export interface ReadRules {
  mapping: readonly (MailboxImportField | null)[];
  options: MailboxImportOptions;
  clients: ReadonlyMap<string, number>;
}

class Wrong extends Error {
  constructor(
    readonly why: string,
    readonly fix: string,
  ) {
    super(why);
  }
}

const providerOfAddress: readonly [RegExp, MailProvider['type']][] = [
  [/@(?:gmail|googlemail)\.com$/, 'GMAIL'],
  [/@(?:outlook|hotmail|live|msn)\.[a-z.]+$/, 'OUTLOOK'],
  [/@zoho(?:mail)?\.[a-z.]+$/, 'ZOHO'],
];
const providerWords: readonly [RegExp, MailProvider['type']][] = [
  [/gmail|google|gsuite/i, 'GMAIL'],
  [/outlook|microsoft|office|365|exchange/i, 'OUTLOOK'],
  [/zoho/i, 'ZOHO'],
];
const isYes = /^(?:true|yes|y|1|on|active|enabled)$/i;
const isNo = /^(?:false|no|n|0|off|inactive|disabled|paused|)$/i;

type Cells = Partial<Record<MailboxImportField, string>>;

/**
 * Reads the cells of a row by the chosen columns; what is missing is filled in from the provider. Never throws for what stands in a row.
 */
export function readImportRow(cells: readonly string[], rules: ReadRules): ReadRow {
  const given: Cells = {};
  rules.mapping.forEach((field, index) => {
    if (!field) return;
    const cell = cells[index] ?? '';
    // A password is taken as it is: an apostrophe in front of it belongs to it.
    given[field] = (field === 'password' || field === 'imap_password' ? cell : readCell(cell)).trim();
  });
  const email = given.from_email?.toLowerCase() || null;
  try {
    return { kind: 'ready', email: email as string, row: toRow(given, rules) };
  } catch (error) {
    if (error instanceof Wrong)
      return { kind: 'wrong', email: email?.slice(0, 320) ?? null, cause: error.why, fix: error.fix };
    throw error;
  }
}

function toRow(given: Cells, { options, clients }: ReadRules): ReadyRow {
  const email = given.from_email ?? '';
  if (email === '') throw new Wrong('The email address is missing.', 'Fill it in.');
  if (!given.password)
    throw new Wrong(
      'The password is missing.',
      'Fill it in. Files made here leave it empty; mailboxes of Google and Microsoft need an app password.',
    );
  const candidate = {
    ...serversOf(given, email.toLowerCase(), options),
    from_email: email,
    from_name:
      given.from_name || [given.first_name, given.last_name].filter(Boolean).join(' ') || email.split('@')[0] || email,
    username: given.username || email,
    password: given.password,
    ...some('imap_username', given.imap_username),
    ...some('imap_password', given.imap_password),
    ...some('message_per_day', whole(given, 'message_per_day') ?? options.message_per_day ?? undefined),
    ...some('min_time_to_wait_minutes', whole(given, 'min_time_to_wait_minutes')),
    ...some('time_zone', given.time_zone),
    ...some('signature', given.signature),
    ...some('different_reply_to_address', given.different_reply_to_address),
    ...some('bcc_email', given.bcc_email),
    ...some('custom_tracking_domain', given.custom_tracking_domain?.replace(/^https?:\/\//i, '').split('/')[0]),
    ...some('client_id', clientOf(given.client, clients) ?? options.client_id ?? undefined),
    starts_gently: options.warmup && !(given.warmup_enabled && isNo.test(given.warmup_enabled)),
  };
  const read = createMailboxBody.safeParse(candidate);
  if (!read.success) {
    const issue = read.error.issues[0];
    const field = String(issue?.path[0] ?? '') as MailboxImportField;
    throw new Wrong(
      `${mailboxImportFieldNames[field] ?? 'A value'} ${issue?.message ?? 'is not accepted'}.`.replace(/\.\.$/, '.'),
      'Correct it in the file.',
    );
  }
  return {
    mailbox: read.data,
    tagNames: [
      ...new Set(
        (given.tags ?? '')
          .split(/[;|,]/)
          .map((name) => name.trim().slice(0, 60))
          .filter(Boolean),
      ),
    ].slice(0, 20),
    warmup: warmupOf(given, options.warmup),
  };
}

/** Nothing, where there is nothing. */
const some = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined || value === '' ? {} : { [name]: value }) as Partial<Record<Name, Value>>;

function whole(given: Cells, field: MailboxImportField): number | undefined {
  const text = given[field];
  if (!text) return undefined;
  const number = Number(text.replace(/\.0+$/, ''));
  if (!Number.isInteger(number) || number < 0)
    throw new Wrong(`${mailboxImportFieldNames[field]} is not a whole number.`, 'Correct it in the file.');
  return number;
}

function clientOf(name: string | undefined, clients: ReadonlyMap<string, number>): number | undefined {
  if (!name) return undefined;
  const id = clients.get(name.toLowerCase());
  if (id === undefined)
    throw new Wrong(`No client is called “${name.slice(0, 80)}”.`, 'Add the client first, or leave the cell empty.');
  return id;
}

function warmupOf(given: Cells, isOnByDefault: boolean): ImportedWarmup | null {
  const word = given.warmup_enabled ?? '';
  if (!isYes.test(word) && !isNo.test(word))
    throw new Wrong('Warmup on or off is neither yes nor no.', 'Write yes or no.');
  const enabled = word === '' ? isOnByDefault : isYes.test(word);
  // Other products allow more a day than warmup here does: what is above its limits is taken as the limit.
  const upTo = (field: MailboxImportField, most: number, least: number) => {
    const number = whole(given, field);
    return number === undefined ? undefined : Math.max(least, Math.min(most, number));
  };
  const numbers = {
    ...some('per_day', upTo('warmup_per_day', warmupLimits.perDay, 1)),
    ...some('daily_rampup', upTo('warmup_daily_rampup', warmupLimits.dailyRampup, 1)),
    ...some('reply_rate', upTo('warmup_reply_rate', warmupLimits.replyRate, 0)),
  };
  return enabled || Object.keys(numbers).length > 0 ? { enabled, ...numbers } : null;
}

function serversOf(given: Cells, email: string, options: MailboxImportOptions) {
  const word = given.type ?? '';
  const named = providerWords.find(([words]) => words.test(word))?.[1];
  const host = given.smtp_host || given.host;
  const type =
    named ??
    (host ? providerOfHost(hostAndPort(host).host).type : undefined) ??
    providerOfAddress.find(([domain]) => domain.test(email))?.[1];
  const preset = mailProviders.find(
    (provider) => provider.type === (host || named ? type : (type ?? options.provider ?? 'SMTP')),
  ) as MailProvider;
  const smtp = hostAndPort(host || preset.smtp.host);
  if (smtp.host === '')
    throw new Wrong('The SMTP host is missing.', 'Fill it in, or choose the provider of rows without a host.');
  const guessed = preset.imap.host || smtp.host.replace(/^smtp\./i, 'imap.');
  const imap = hostAndPort(given.imap_host || given.host || guessed);
  const smtpSide = side({ protocol: 'smtp', given, hostPort: smtp.port, preset: preset.smtp, usual: smtpPorts });
  const imapSide = side({ protocol: 'imap', given, hostPort: imap.port, preset: preset.imap, usual: imapPorts });
  return {
    type: preset.type,
    smtp_host: smtp.host,
    smtp_port: smtpSide.port,
    smtp_port_type: smtpSide.portType,
    imap_host: imap.host,
    imap_port: imapSide.port,
    imap_port_type: imapSide.portType,
  };
}

function hostAndPort(text: string): { host: string; port: number | undefined } {
  const [, host = text, port] = /^(?:[a-z]+:\/\/)?([^\s/:]+)(?::(\d{1,5}))?\/?$/i.exec(text) ?? [];
  return { host, port: port ? Number(port) : undefined };
}

/** The cells of one server, and what stands in for those that are empty. */
interface ServerCells {
  protocol: 'smtp' | 'imap';
  given: Cells;
  hostPort: number | undefined;
  preset: { port: number; portType: PortType };
  usual: Record<PortType, number>;
}

/** Port and security, each told by the other where only one is given; 465 and 993 are SSL, everything else begins with STARTTLS. */
function side({ protocol, given, hostPort, preset, usual }: ServerCells): { port: number; portType: PortType } {
  const word = given[`${protocol}_port_type`] ?? '';
  const port = whole(given, `${protocol}_port`) ?? hostPort;
  const portType = word === '' ? undefined : portTypeOf(word, port, usual);
  if (word !== '' && portType === undefined)
    throw new Wrong(
      `${mailboxImportFieldNames[`${protocol}_port_type`]} is neither SSL, TLS nor NONE.`,
      'Write SSL, TLS or NONE.',
    );
  if (portType) return { portType, port: port ?? usual[portType] };
  if (port === undefined) return preset;
  return { port, portType: port === 465 || port === 993 ? 'SSL' : 'TLS' };
}

/** A word for security: our own, STARTTLS, or yes and no as in files that ask whether a server is secure. */
function portTypeOf(word: string, port: number | undefined, usual: Record<PortType, number>): PortType | undefined {
  const own = portTypes.find((type) => type === word.toUpperCase());
  if (own) return own;
  if (/^starttls$/i.test(word)) return 'TLS';
  if (/^(?:none|plain|no|false|0)$/i.test(word)) return 'NONE';
  if (!isYes.test(word)) return undefined;
  return port === usual.TLS && port !== usual.SSL ? 'TLS' : 'SSL';
}
