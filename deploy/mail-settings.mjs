// The settings of the mail providers of deploy/prove.mjs, as text.

const lines = (...all) => `${all.filter((line) => line !== null).join('\n')}\n`;

/** A TXT record is made of strings of 255 bytes at most. */
const stringsOf = (text) => text.match(/.{1,255}/g).map((part) => `"${part}"`);

/** @param records `{ type: 'A' | 'MX' | 'TXT' | 'PTR', name, value }`; nothing else exists */
export function dnsmasqLines(records) {
  const line = ({ type, name, value }) =>
    ({
      // An address by itself would answer for everything below the name, too.
      A: `host-record=${name},${value}`,
      MX: `mx-host=${name},${value},10`,
      TXT: `txt-record=${name},${stringsOf(value).join(',')}`,
      PTR: `ptr-record=${value.split('.').toReversed().join('.')}.in-addr.arpa,${name}`,
    })[type];
  return lines(
    ...['no-resolv', 'no-hosts', 'no-daemon', 'bind-interfaces', 'listen-address=127.0.0.1', 'user=root'],
    ...['local=/#/', 'local-ttl=1', 'pid-file='],
    ...records.map(line),
  );
}

/** Takes mail of others on 25 and that of its people on 465 and 587, and hands it to Dovecot. */
export const postfixLines = ({ folder, host, address, domains, ports, judges }) =>
  lines(
    'compatibility_level = 3.6',
    `queue_directory = ${folder}/spool`,
    `data_directory = ${folder}/state`,
    'command_directory = /usr/sbin',
    'daemon_directory = /usr/lib/postfix/sbin',
    `maillog_file = ${folder}/mail.log`,
    `maillog_file_prefixes = ${folder}`,
    `myhostname = ${host}`,
    'mydestination =',
    'mynetworks =',
    `inet_interfaces = ${address}`,
    'inet_protocols = ipv4',
    `smtp_bind_address = ${address}`,
    'alias_maps =',
    'alias_database =',
    `virtual_mailbox_domains = ${domains.join(', ')}`,
    `virtual_mailbox_maps = texthash:${folder}/postfix/mailboxes`,
    `virtual_transport = lmtp:unix:${folder}/run/lmtp-postfix`,
    'smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination',
    'smtpd_sasl_type = dovecot',
    `smtpd_sasl_path = ${folder}/run/auth-postfix`,
    `smtpd_sender_login_maps = texthash:${folder}/postfix/senders`,
    `smtpd_tls_cert_file = ${folder}/mail.crt`,
    `smtpd_tls_key_file = ${folder}/mail.key`,
    'smtpd_tls_security_level = may',
    'smtp_tls_security_level = may',
    'milter_default_action = tempfail',
    `smtpd_milters = ${[ports.dkim, ...(judges ? [ports.dmarc] : [])].map((port) => `inet:127.0.0.1:${port}`).join(', ')}`,
  );

/** Services of Postfix, none in a chroot. */
export function masterLines() {
  const people = [
    '  -o smtpd_sasl_auth_enable=yes',
    '  -o smtpd_tls_auth_only=yes',
    '  -o smtpd_client_restrictions=permit_sasl_authenticated,reject',
    '  -o smtpd_sender_restrictions=reject_sender_login_mismatch',
  ];
  const unix = (name, wakeup, most, program = name) => `${name} unix - - n ${wakeup} ${most} ${program}`;
  return lines(
    'smtp inet n - n - - smtpd',
    'submission inet n - n - - smtpd',
    '  -o smtpd_tls_security_level=encrypt',
    ...people,
    'submissions inet n - n - - smtpd',
    '  -o smtpd_tls_wrappermode=yes',
    ...people,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    unix('tlsmgr', '1000?', 1),
    unix('rewrite', '-', '-', 'trivial-rewrite'),
    unix('bounce', '-', 0),
    unix('defer', '-', 0, 'bounce'),
    unix('trace', '-', 0, 'bounce'),
    unix('verify', '-', 1),
    'flush unix n - n 1000? 0 flush',
    unix('proxymap', '-', '-'),
    unix('proxywrite', '-', 1, 'proxymap'),
    unix('smtp', '-', '-'),
    unix('relay', '-', '-', 'smtp'),
    'showq unix n - n - - showq',
    unix('error', '-', '-'),
    unix('retry', '-', '-', 'error'),
    unix('discard', '-', '-'),
    unix('lmtp', '-', '-'),
    unix('anvil', '-', 1),
    unix('scache', '-', 1),
    'postlog unix-dgram n - n - 1 postlogd',
  );
}

/** Mailboxes of people that are in no system's list, with the folders that a provider has. */
export const dovecotLines = ({ folder, host, address, ports, judges }) =>
  lines(
    'protocols = imap lmtp',
    `base_dir = ${folder}/run`,
    `state_dir = ${folder}/run/state`,
    `log_path = ${folder}/dovecot.log`,
    `listen = ${address}`,
    'ssl = required',
    `ssl_cert = <${folder}/mail.crt`,
    `ssl_key = <${folder}/mail.key`,
    'mail_location = maildir:~/Maildir',
    'first_valid_uid = 1',
    'first_valid_gid = 1',
    `auth_mechanisms = plain${ports.tokens ? ' xoauth2' : ''}`,
    ports.tokens ? `passdb {\n  driver = oauth2\n  mechanisms = xoauth2\n  args = ${folder}/tokens.conf\n}` : null,
    `passdb {\n  driver = passwd-file\n  args = ${folder}/users\n}`,
    `userdb {\n  driver = static\n  args = uid=mail gid=mail home=${folder}/mail/%d/%n\n}`,
    'namespace inbox {\n  inbox = yes',
    ...['Junk', 'Sent', 'Drafts', 'Trash'].map(
      (name) => `  mailbox ${name} {\n    special_use = \\${name}\n    auto = subscribe\n  }`,
    ),
    '}',
    `service auth {\n  unix_listener ${folder}/run/auth-postfix {\n    mode = 0660\n    user = postfix\n    group = postfix\n  }\n}`,
    `service lmtp {\n  unix_listener ${folder}/run/lmtp-postfix {\n    mode = 0660\n    user = postfix\n    group = postfix\n  }\n}`,
    `protocol lmtp {\n  postmaster_address = postmaster@${host}\n  mail_plugins = $mail_plugins sieve\n}`,
    judges ? `plugin {\n  sieve_before = ${folder}/junk.sieve\n}` : null,
  );

/** Where Dovecot asks whose an access token is. */
export const dovecotTokenLines = ({ ports }) =>
  lines(`tokeninfo_url = http://127.0.0.1:${ports.tokens}/?token=`, 'username_attribute = email');

/** Signs what its people send, and says of what others send whether the signature holds. */
export const openDkimLines = ({ folder, host, ports }) =>
  lines(
    'Mode sv',
    `Socket inet:${ports.dkim}@127.0.0.1`,
    `AuthservID ${host}`,
    'AlwaysAddARHeader yes',
    'Canonicalization relaxed/relaxed',
    `KeyTable ${folder}/keys/table`,
    `SigningTable refile:${folder}/keys/signing`,
    'RequireSafeKeys no',
    'Background no',
    'Nameservers 127.0.0.1',
    `ResolverConfiguration ${folder}/unbound.conf`,
    'Syslog no',
  );

/** What a name lacks is asked again at once: records change while it runs. */
export const unboundLines = () => lines('server:', '  cache-max-negative-ttl: 1');

/** Judges SPF itself, and refuses nothing: what fails is filed by Sieve. */
export const openDmarcLines = ({ host, ports }) =>
  lines(
    `Socket inet:${ports.dmarc}@127.0.0.1`,
    `AuthservID ${host}`,
    `TrustedAuthservIDs ${host}`,
    'SPFIgnoreResults true',
    'SPFSelfValidate true',
    'RejectFailures false',
    'Background false',
    'Syslog false',
    'IgnoreHosts /dev/null',
  );
