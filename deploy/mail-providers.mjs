// Two mail providers for deploy/prove.mjs, of Debian's programs: Postfix, Dovecot, OpenDKIM and, where a provider
// judges what comes in, OpenDMARC and Sieve. Each has a folder, an address and a log of its own. Names are answered by
// a dnsmasq, whose records can change while everything runs.
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  dnsmasqLines,
  dovecotLines,
  dovecotTokenLines,
  masterLines,
  openDkimLines,
  openDmarcLines,
  postfixLines,
  unboundLines,
} from './mail-settings.mjs';
import { makeCertificate } from './rehearsal-tools.mjs';
import { run } from './trial-database.mjs';

/** What apt-get has to install. */
export const MAIL_PACKAGES = [
  ...['postfix', 'dovecot-imapd', 'dovecot-lmtpd', 'dovecot-sieve'],
  ...['opendkim', 'opendmarc', 'dnsmasq-base', 'openssl'],
];
export const MAIL_PROGRAMS = ['postfix', 'dovecot', 'opendkim', 'opendmarc', 'dnsmasq'].map(
  (name) => `/usr/sbin/${name}`,
);

/** The selector of every domain's key. */
const SELECTOR = 'mail';
const idOf = (kind, user) => Number(run('id', [kind, user]));

/** Answers all names of this network, and says of all others that they do not exist. @param books those of keepBooks */
export function startNames(base, books, wait) {
  const file = join(base, 'names.conf');
  let server;
  /** With other records from now on. */
  async function publish(records) {
    if (server) await books.end(server, 'SIGKILL');
    writeFileSync(file, dnsmasqLines(records));
    const options = ['--keep-in-foreground', '--log-facility=-', `--conf-file=${file}`];
    server = books.start('names', 'dnsmasq', options);
    await wait(records);
  }
  return { publish };
}

/** A key for each domain. @returns the records that publish them */
function makeKeys(folder, domains) {
  return domains.map((domain) => {
    const key = join(folder, `${domain}.key`);
    run('openssl', ['genrsa', '-out', key, '2048'], { stdio: 'ignore' });
    const printed = run('openssl', ['rsa', '-in', key, '-pubout'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const text = `v=DKIM1; k=rsa; p=${printed.replace(/-----[^-]+-----|\s/g, '')}`;
    return { type: 'TXT', name: `${SELECTOR}._domainkey.${domain}`, value: text };
  });
}

/**
 * Starts one provider.
 * @param given `name`, `host`, `address`, `domains`, `users` (address to password), `ports` of its milters and its
 * token endpoint, if any, `judges` whether it files into Junk what does not pass DMARC
 * @returns its folder, the file of the authority of its certificate, and `keys`: the records of its DKIM keys
 */
export function startProvider(base, books, given) {
  const folder = join(base, given.name.toLowerCase());
  const at = (name) => join(folder, name);
  for (const name of ['postfix', 'spool', 'state', 'run', 'mail', 'keys']) mkdirSync(at(name), { recursive: true });
  chownSync(at('state'), idOf('-u', 'postfix'), idOf('-g', 'postfix'));
  chownSync(at('mail'), idOf('-u', 'mail'), idOf('-g', 'mail'));
  makeCertificate(folder, given.host);
  const keys = makeKeys(at('keys'), given.domains);
  const provider = { ...given, folder };
  const addresses = Object.keys(given.users);
  const files = {
    'postfix/main.cf': postfixLines(provider),
    'postfix/master.cf': masterLines(provider),
    'postfix/mailboxes': addresses.map((address) => `${address} ${address}\n`).join(''),
    'postfix/senders': addresses.map((address) => `${address} ${address}\n`).join(''),
    'dovecot.conf': dovecotLines(provider),
    'tokens.conf': dovecotTokenLines(provider),
    'junk.sieve': [
      'require ["fileinto"];',
      `if not header :contains "Authentication-Results" "${given.host}; dmarc=pass" { fileinto "Junk"; }`,
      '',
    ].join('\n'),
    users: Object.entries(given.users)
      .map(([address, password]) => `${address}:{PLAIN}${password}\n`)
      .join(''),
    'keys/table': given.domains
      .map((domain) => `${SELECTOR}._domainkey.${domain} ${domain}:${SELECTOR}:${at(`keys/${domain}.key`)}\n`)
      .join(''),
    'keys/signing': given.domains.map((domain) => `*@${domain} ${SELECTOR}._domainkey.${domain}\n`).join(''),
    'opendkim.conf': openDkimLines(provider),
    'opendmarc.conf': openDmarcLines(provider),
    'unbound.conf': unboundLines(),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(at(name), text);
  if (given.judges) run('sievec', [at('junk.sieve')]);
  const name = given.name.toLowerCase();
  books.start(`${name}-dovecot`, 'dovecot', ['-F', '-c', at('dovecot.conf')]);
  books.start(`${name}-opendkim`, 'opendkim', ['-f', '-x', at('opendkim.conf')]);
  if (given.judges) books.start(`${name}-opendmarc`, 'opendmarc', ['-f', '-c', at('opendmarc.conf')]);
  books.start(`${name}-postfix`, 'postfix', ['-c', at('postfix'), 'start-fg']);
  return { ...provider, keys, authority: readFileSync(at('ca.crt'), 'utf8') };
}

/**
 * What lies in a mailbox, as Dovecot says.
 * @returns for each email its folder, flags, headers as sent (unfolded) and text
 */
export function mailsOf({ folder }, address) {
  const out = run('doveadm', [
    ...['-c', join(folder, 'dovecot.conf'), '-f', 'json', 'fetch'],
    ...['-u', address, 'mailbox flags hdr body', 'ALL'],
  ]);
  return JSON.parse(out || '[]').map(({ mailbox, flags, hdr, body }) => ({
    folder: mailbox,
    flags: flags.split(' ').filter(Boolean),
    headers: hdr.replace(/\r?\n[ \t]+/g, ' '),
    text: body,
  }));
}

/** @returns the value of a header; undefined where it has none */
export const headerOf = ({ headers }, name) => new RegExp(`^${name}: *(.*?)\\r?$`, 'im').exec(headers)?.[1];
