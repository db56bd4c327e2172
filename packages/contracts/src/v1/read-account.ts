import { mailProviders } from '../mail-providers';
import { alias, withoutNulls, word, type Fields } from './wire';

/** How the spellings of a mailbox are read. */

/** STARTTLS is what TLS means here; when it is left out, the port tells. */
function portType(value: unknown, number: unknown, hostName: unknown): unknown {
  if (value !== undefined && value !== '')
    return word(value, { STARTTLS: 'TLS', TLS_SSL: 'SSL', 'SSL/TLS': 'SSL', PLAIN: 'NONE' });
  if (number === undefined) return undefined;
  const usual: Record<string, string> = { 465: 'SSL', 993: 'SSL', 587: 'TLS', 25: 'NONE', 143: 'NONE' };
  const isLocal = hostName === 'localhost' || (typeof hostName === 'string' && hostName.startsWith('127.'));
  return usual[String(number)] ?? (isLocal ? 'NONE' : 'TLS');
}

/** A mailbox under the names of this wire. */
export function readAccount(body: Fields): Fields {
  const account = withoutNulls(
    body,
    'id',
    'signature',
    'bcc',
    'different_reply_to_address',
    'custom_tracking_url',
    'client_id',
  );
  alias(account, 'from_name', 'name');
  alias(account, 'from_email', 'email');
  alias(account, 'user_name', 'username', 'smtp_username');
  alias(account, 'imap_user_name', 'imap_username');
  alias(account, 'max_email_per_day', 'message_per_day');
  alias(account, 'custom_tracking_url', 'custom_tracking_domain');
  alias(account, 'bcc', 'bcc_email');
  alias(account, 'time_to_wait_in_mins', 'minTimeToWaitInMins');
  return {
    ...account,
    type: word(account['type']),
    smtp_port_type: portType(account['smtp_port_type'], account['smtp_port'], account['smtp_host']),
    imap_port_type: portType(account['imap_port_type'], account['imap_port'], account['imap_host']),
  };
}

const domainsOf: Record<string, string> = {
  'gmail.com': 'GMAIL',
  'googlemail.com': 'GMAIL',
  'outlook.com': 'OUTLOOK',
  'hotmail.com': 'OUTLOOK',
  'live.com': 'OUTLOOK',
  'zoho.com': 'ZOHO',
  'zohomail.com': 'ZOHO',
};

/**
 * A new mailbox by address, password and name alone: the login is the address, and the servers are those of its
 * provider. Of a domain that is no provider's own the MX records tell, when the mailbox is saved.
 */
export function readNewAccount(body: Fields): Fields {
  const account = readAccount(body);
  if (account['id']) return account;
  const email = typeof account['from_email'] === 'string' ? account['from_email'].trim().toLowerCase() : '';
  account['user_name'] ??= account['from_email'];
  const type = account['type'] ?? domainsOf[email.split('@')[1] ?? ''];
  if (account['smtp_host'] !== undefined || account['imap_host'] !== undefined) return account;
  const known = presetOf(type);
  return known ? { ...account, ...known } : account;
}

/** The servers of a provider under the names of this wire; null of one whose servers are not known. */
export function presetOf(type: unknown) {
  const provider = mailProviders.find((each) => each.type === type && each.smtp.host !== '');
  return provider
    ? {
        type: provider.type,
        smtp_host: provider.smtp.host,
        smtp_port: provider.smtp.port,
        smtp_port_type: provider.smtp.portType,
        imap_host: provider.imap.host,
        imap_port: provider.imap.port,
        imap_port_type: provider.imap.portType,
      }
    : null;
}
