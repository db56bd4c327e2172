#!/bin/sh
# Captures the delivery reports of one real mail server. As root on Debian 12, with Node and debootstrap:
#   capture.sh postfix|exim|sendmail|opensmtpd FOLDER
# Builds FOLDER/<server> with debootstrap, installs the packaged server there (nothing is installed or started outside of
# it), and runs it in a mount and network namespace that has loopback only. The reports lie in FOLDER/captured/<server>.
set -eu
SERVER=$1; FOLDER=$(realpath -m "$2"); HERE=$(dirname "$(realpath "$0")"); ROOT=$FOLDER/$SERVER; OUT=$FOLDER/captured/$SERVER
ROUTES='kelvin-tools:mx1.kelvin-tools kelvin-mail:kelvin-mail fabrikam:fabrikam-online.mail oldworks:mx.oldworks qtown:mx.qtown behoerde:mail.behoerde tiny:mx.tiny plain:mx.plain listed:mx.listed closed:mx.closed outreach:mail.outreach'

if [ "${3:-}" != inside ]; then
  case $SERVER in postfix) packages=postfix ;; exim) packages=exim4-daemon-light ;; sendmail) packages='sendmail-bin sendmail-cf m4' ;; opensmtpd) packages=opensmtpd ;; *) echo "unknown server $SERVER" >&2; exit 1 ;; esac
  if [ ! -d "$ROOT" ]; then
    debootstrap --variant=minbase bookworm "$ROOT" http://deb.debian.org/debian
    printf '#!/bin/sh\nexit 101\n' > "$ROOT/usr/sbin/policy-rc.d"; chmod +x "$ROOT/usr/sbin/policy-rc.d"
    { echo '127.0.0.1 localhost'; echo '127.0.0.1 here.example relay.here.example'; node "$HERE/far-side.mjs" "$OUT" --hosts; } > "$ROOT/etc/hosts"
    echo here.example > "$ROOT/etc/mailname"
    # Sendmail's own set-up fails without services; its program and macros are there all the same.
    DEBIAN_FRONTEND=noninteractive chroot "$ROOT" apt-get install -y --no-install-recommends $packages || [ "$SERVER" = sendmail ]
  fi
  exec unshare -n -m --propagation private "$0" "$SERVER" "$FOLDER" inside
fi

ip link set lo up
rm -rf "$OUT"; mkdir -p "$OUT"
mount -t proc proc "$ROOT/proc"; mount --bind /dev "$ROOT/dev"
: > "$ROOT/etc/resolv.conf"
node "$HERE/far-side.mjs" "$OUT" & FAR=$!
sleep 1

case $SERVER in
postfix)
  cat > "$ROOT/etc/postfix/main.cf" <<X
compatibility_level = 3.6
myhostname = relay.here.example
mydestination = here.example
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
smtp_dns_support_level = disabled
smtp_host_lookup = native
transport_maps = hash:/etc/postfix/transport
alias_maps =
local_recipient_maps =
delay_warning_time = 4s
queue_run_delay = 5s
minimal_backoff_time = 5s
maximal_backoff_time = 5s
maximal_queue_lifetime = 30s
smtp_tls_security_level = none
maillog_file = /var/log/postfix.log
X
  for route in $ROUTES; do echo "${route%%:*}.example smtp:[${route#*:}.example]"; done > "$ROOT/etc/postfix/transport"
  chroot "$ROOT" sh -c 'postmap /etc/postfix/transport; mkdir -p /var/spool/postfix/etc; cp /etc/hosts /etc/services /var/spool/postfix/etc/; postfix start'
  stop() { chroot "$ROOT" postfix stop; } ;;
exim)
  list=; for route in $ROUTES; do list="$list ${route%%:*}.example ${route#*:}.example byname ;"; done
  cat > "$ROOT/etc/exim4/exim4.conf" <<X
primary_hostname = mx.werk.example
domainlist local_domains = here.example
local_interfaces = 127.0.0.1
daemon_smtp_ports = 25
acl_smtp_rcpt = acl_ok
dsn_advertise_hosts = *
delay_warning = 4s
dns_ipv4_lookup = *
never_users =
tls_advertise_hosts =
exim_user = Debian-exim
exim_group = Debian-exim
begin acl
acl_ok:
  accept
begin routers
far:
  driver = manualroute
  domains = !+local_domains
  transport = remote
  route_list =${list%;}
  self = send
  no_more
begin transports
remote:
  driver = smtp
begin retry
* * F,25s,4s
X
  chroot "$ROOT" exim4 -C /etc/exim4/exim4.conf -bdf -q5s & DAEMON=$!
  stop() { kill $DAEMON; } ;;
sendmail)
  cat > "$ROOT/tmp/capture.mc" <<'X'
OSTYPE(`debian')
DOMAIN(`debian-mta')
define(`confDOMAIN_NAME',`gate.foundry.example')
define(`confTO_QUEUEWARN',`4s')
define(`confTO_QUEUERETURN',`30s')
define(`confMIN_QUEUE_AGE',`0')
define(`confSERVICE_SWITCH_FILE',`/etc/mail/service.switch')
define(`confDONT_PROBE_INTERFACES',`True')
FEATURE(`nocanonify')
FEATURE(`promiscuous_relay')
FEATURE(`accept_unresolvable_domains')
FEATURE(`mailertable',`hash -o /etc/mail/mailertable')
DAEMON_OPTIONS(`Name=MTA, Addr=127.0.0.1, Port=25')
LOCAL_DOMAIN(`here.example')
MAILER(`local')
MAILER(`smtp')
X
  printf 'hosts files\naliases files\n' > "$ROOT/etc/mail/service.switch"
  sed -i 's/^hosts:.*/hosts: files/' "$ROOT/etc/nsswitch.conf"
  for route in $ROUTES; do echo "${route%%:*}.example esmtp:[${route#*:}.example]"; done > "$ROOT/etc/mail/mailertable"
  touch "$ROOT/etc/mail/local-host-names" "$ROOT/etc/mail/trusted-users"; : > "$ROOT/etc/aliases"
  chroot "$ROOT" sh -c 'm4 -D_CF_DIR_=/usr/share/sendmail/cf/ /usr/share/sendmail/cf/m4/cf.m4 /tmp/capture.mc > /etc/mail/sendmail.cf; cd /etc/mail; makemap hash mailertable < mailertable; newaliases; mkdir -p /var/spool/mqueue /run/sendmail/mta; chmod 700 /var/spool/mqueue'
  chroot "$ROOT" /usr/sbin/sendmail-mta -bD -q4s -C /etc/mail/sendmail.cf & DAEMON=$!
  stop() { kill $DAEMON; } ;;
opensmtpd)
  {
    printf 'queue ttl 40s\nbounce warn-interval 5s\nlisten on 127.0.0.1 port 25 hostname smtp.atelier.example\n'
    for route in $ROUTES; do printf 'action "%s" relay helo smtp.atelier.example host smtp://%s.example\nmatch from any for domain %s.example action "%s"\n' "${route%%:*}" "${route#*:}" "${route%%:*}" "${route%%:*}"; done
    printf 'action direct relay\nmatch from any for domain no-such-domain.example action direct\n'
  } > "$ROOT/etc/smtpd.conf"
  echo smtp.atelier.example > "$ROOT/etc/mailname"
  rm -rf "$ROOT/var/spool/smtpd"; mkdir -p "$ROOT/var/spool/smtpd"; chmod 711 "$ROOT/var/spool/smtpd"
  chroot "$ROOT" smtpd -d & DAEMON=$!
  stop() { kill $DAEMON; } ;;
esac

sleep 3
node "$HERE/give-mails.mjs"
# Long enough for the warnings and for what is given up; nothing announces the last report.
sleep 75
stop; kill $FAR
ls "$OUT"
