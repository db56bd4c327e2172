import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import type { KnownState } from '@skein/ui/status';
import { verdictStates } from '../dns-verdict-colours';
import { dnsFindings } from '../mailbox-texts';
import { lengthOf } from '../when';

/** One thing that must hold for a mailbox to send well. */
export interface HealthCheck {
  id: string;
  name: string;
  state: KnownState;
  text: string;
  /** ISO instant at which it was looked at; null when it never was. */ at: string | null;
}

const security = { SSL: 'SSL', TLS: 'STARTTLS', NONE: 'not encrypted' } as const;
const how = (type: string) => security[type as keyof typeof security] ?? type;

/** Sending, reading and the four DNS records of the sending domain, in the order of the card. */
export function healthOf(mailbox: MailboxView, now: Date): HealthCheck[] {
  const lag = !mailbox.last_synced_at
    ? 'not read yet'
    : `read ${lengthOf(now.getTime() - Date.parse(mailbox.last_synced_at))} ago${mailbox.sync_lag_seconds === null ? '' : `, the latest email ${lengthOf(mailbox.sync_lag_seconds * 1000)} after it arrived`}`;
  const reading: KnownState =
    mailbox.checked_at === null
      ? 'fresh'
      : !mailbox.is_imap_success
        ? 'failed'
        : mailbox.sync_error
          ? 'warning'
          : 'good';
  return [
    {
      id: 'sending',
      name: 'Sending',
      state:
        mailbox.checked_at === null
          ? 'fresh'
          : mailbox.is_smtp_success
            ? mailbox.sending_rest || (mailbox.failing_since && mailbox.is_imap_success)
              ? 'warning'
              : 'good'
            : 'failed',
      text:
        mailbox.smtp_problem?.cause ??
        (mailbox.sending_rest
          ? `${mailbox.sending_rest.reason.replace(/\.$/, '')}. ${mailbox.sending_rest.fix}`
          : `${mailbox.smtp_host}:${mailbox.smtp_port}, ${how(mailbox.smtp_port_type)}`),
      at: mailbox.checked_at,
    },
    {
      id: 'reading',
      name: 'Reading',
      state: reading,
      text: mailbox.imap_problem?.cause ?? mailbox.sync_error ?? `${mailbox.imap_host}:${mailbox.imap_port}, ${lag}`,
      at: mailbox.checked_at,
    },
    ...(mailbox.dns
      ? dnsFindings(mailbox.dns).map((finding): HealthCheck => ({
          id: finding.name,
          name: finding.name,
          state: verdictStates[finding.verdict],
          text: finding.verdict === 'pass' ? (finding.record ?? finding.text) : finding.text,
          at: mailbox.dns_checked_at,
        }))
      : (['SPF', 'DKIM', 'DMARC', 'MX'] as const).map((name): HealthCheck => ({
          id: name,
          name,
          state: 'fresh',
          text: 'Not looked up yet',
          at: null,
        }))),
  ];
}

/** All checks in one word, with how many hold: "Good, 6 of 6". */
export function healthSummary(checks: readonly HealthCheck[]): { state: KnownState; word: string } {
  const good = checks.filter((check) => check.state === 'good').length;
  const count = `${good} of ${checks.length}`;
  if (checks.some((check) => check.state === 'failed')) return { state: 'failed', word: `Broken, ${count}` };
  if (checks.some((check) => check.state === 'warning')) return { state: 'warning', word: `Needs attention, ${count}` };
  return good === checks.length
    ? { state: 'good', word: `Good, ${count}` }
    : { state: 'waiting', word: `${count} checked` };
}
