import { z } from 'zod';

/** What a machine is told of itself: the file /etc/skein/relay.json of the user data. */
const relaySettings = z.object({
  host_name: z.string(),
  domain: z.string(),
  user: z.string(),
  password: z.string(),
  port: z.number().int(),
  selector: z.string(),
  dkim_private: z.string(),
  dkim_public: z.string(),
});
export type RelaySettings = z.output<typeof relaySettings>;

/** The login at every relay; the password is each server's own. */
export const relayUser = 'skein';
const settingsPath = '/etc/skein/relay.json';

/**
 * Makes the machine a submission server that takes mail from us alone: Postfix on the submission port with TLS and a
 * login (by Dovecot), OpenDKIM signing what leaves, a certificate of Let's Encrypt as soon as the host name leads here.
 * It takes no mail from strangers: port 25 is closed. Upgrades of Debian's security archive install themselves.
 */
const setupScript = `#!/bin/sh
set -eu
settings=${settingsPath}
host=$(jq -r .host_name $settings)
domain=$(jq -r .domain $settings)
user=$(jq -r .user $settings)
selector=$(jq -r .selector $settings)

install -d -o opendkim -g opendkim -m 700 /etc/opendkim
jq -r .dkim_private $settings > /etc/opendkim/$selector.private
chown opendkim:opendkim /etc/opendkim/$selector.private
chmod 600 /etc/opendkim/$selector.private
echo "* key" > /etc/opendkim/signing.table
echo "key $domain:$selector:/etc/opendkim/$selector.private" > /etc/opendkim/key.table
cat > /etc/opendkim.conf <<CONF
Syslog yes
UserID opendkim
UMask 007
Mode s
Canonicalization relaxed/relaxed
OversignHeaders From
SigningTable refile:/etc/opendkim/signing.table
KeyTable /etc/opendkim/key.table
Socket inet:8891@127.0.0.1
PidFile /run/opendkim/opendkim.pid
CONF

password=$(jq -r .password $settings)
echo "$user:$(doveadm pw -s SHA512-CRYPT -p "$password")" > /etc/dovecot/skein.users
chown root:dovecot /etc/dovecot/skein.users
chmod 640 /etc/dovecot/skein.users
cat > /etc/dovecot/dovecot.conf <<CONF
protocols =
auth_mechanisms = plain login
passdb {
  driver = passwd-file
  args = /etc/dovecot/skein.users
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=/nonexistent
}
service auth {
  unix_listener /var/spool/postfix/private/auth {
    mode = 0660
    user = postfix
    group = postfix
  }
}
CONF

postconf -e "myhostname = $host" "smtp_helo_name = $host" "mydestination =" "mynetworks = 127.0.0.1/32" \\
  "inet_protocols = ipv4" "smtp_tls_security_level = may" "smtpd_tls_cert_file = /etc/skein/tls/fullchain.pem" \\
  "smtpd_tls_key_file = /etc/skein/tls/privkey.pem" "smtpd_tls_mandatory_protocols = >=TLSv1.2" \\
  "smtpd_sasl_type = dovecot" "smtpd_sasl_path = private/auth" "smtpd_relay_restrictions = permit_sasl_authenticated, reject" \\
  "milter_default_action = tempfail" "smtpd_milters = inet:127.0.0.1:8891" "message_size_limit = 41943040" \\
  "disable_vrfy_command = yes" "bounce_queue_lifetime = 1d" "maximal_queue_lifetime = 1d"
postconf -MX smtp/inet
postconf -Me "submission/inet = submission inet n - y - - smtpd"
postconf -P "submission/inet/smtpd_tls_security_level=encrypt" "submission/inet/smtpd_sasl_auth_enable=yes" \\
  "submission/inet/smtpd_client_restrictions=permit_sasl_authenticated,reject"

install -d -m 700 /etc/skein/tls
cp /etc/ssl/certs/ssl-cert-snakeoil.pem /etc/skein/tls/fullchain.pem
cp /etc/ssl/private/ssl-cert-snakeoil.key /etc/skein/tls/privkey.pem
shred -u $settings
# Whatever runs here later must not read the user data again.
ip route replace blackhole 169.254.169.254/32
systemctl enable --now opendkim dovecot postfix
systemctl restart opendkim dovecot postfix
systemctl enable --now skein-certificate.timer
`;

const certificateScript = `#!/bin/sh
set -eu
host=$(postconf -h myhostname)
certbot certonly --standalone --non-interactive --agree-tos --register-unsafely-without-email --keep-until-expiring -d "$host"
cp "/etc/letsencrypt/live/$host/fullchain.pem" "/etc/letsencrypt/live/$host/privkey.pem" /etc/skein/tls/
postfix reload
`;

/** User data for cloud-init (https://docs.cloud-init.io): JSON is YAML, and needs no quoting of its own. */
export function userDataOf(settings: RelaySettings): string {
  const file = (path: string, permissions: string, content: string) => ({ path, permissions, content });
  return `#cloud-config\n${JSON.stringify({
    hostname: settings.host_name.split('.')[0],
    fqdn: settings.host_name,
    ssh_pwauth: false,
    disable_root: true,
    package_update: true,
    package_upgrade: true,
    packages: ['postfix', 'opendkim', 'dovecot-core', 'certbot', 'jq', 'ssl-cert', 'unattended-upgrades'],
    write_files: [
      file(settingsPath, '0600', JSON.stringify(settings)),
      file('/etc/skein/setup.sh', '0700', setupScript),
      file('/etc/skein/certificate.sh', '0700', certificateScript),
      file(
        '/etc/systemd/system/skein-certificate.service',
        '0644',
        '[Unit]\nDescription=Certificate of the relay\n[Service]\nType=oneshot\nExecStart=/etc/skein/certificate.sh\n',
      ),
      file(
        '/etc/systemd/system/skein-certificate.timer',
        '0644',
        // Let's Encrypt counts five failures an hour; a certificate that is fresh is kept, so that asking again costs nothing.
        '[Unit]\nDescription=Certificate of the relay\n[Timer]\nOnBootSec=1min\nOnUnitActiveSec=15min\n[Install]\nWantedBy=timers.target\n',
      ),
    ],
    runcmd: [['/etc/skein/setup.sh']],
  })}\n`;
}

/** Reads the settings out of user data, as the machine does. @returns null when it is none of ours */
export function readUserData(userData: string): RelaySettings | null {
  try {
    const config = JSON.parse(userData.replace(/^#cloud-config\n/, '')) as {
      write_files?: { path: string; content: string }[];
    };
    const content = config.write_files?.find(({ path }) => path === settingsPath)?.content;
    return content === undefined ? null : relaySettings.parse(JSON.parse(content));
  } catch {
    return null;
  }
}
