import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { knownRefusal } from '@skein/contracts/mail-refusals';
import { mailProviders } from '@skein/contracts/mail-providers';
import { senderCauses } from '@skein/contracts/sender-causes';
import { defaultSettings } from '#engine/warmup/warmup-settings';
import { capToday } from '#engine/sending/slow-start';
import { localDay } from '#engine/sending/local-day';
import type { MailboxRecord } from './mailbox-record.store';
import { stateOf } from './mailbox-state';
import { explain } from './try-connection';

/** A record as the screens and the API see it. No secret is in a record, so none can leak from here. */
export function mailboxView(record: MailboxRecord, now: number): MailboxView {
  const day = localDay(record.time_zone, now);
  const gapEnd = record.last_send_at ? record.last_send_at.getTime() + record.min_time_to_wait_minutes * 60_000 : now;
  const cap = capToday(record, now);
  const isFull = record.sent_today + record.reserved_today >= cap;
  const state = stateOf(record);
  const restsUntil = Math.max(record.resting_until?.getTime() ?? 0, Date.parse(record.sending_rest?.until ?? '') || 0);
  const { dns_check: dns, total: _total, workspace_id: _workspace, smtp_username, warmup, ...rest } = record;
  return {
    ...rest,
    username: smtp_username,
    state,
    cap_today: cap,
    day_ends_at: day.end.toISOString(),
    next_free_at:
      state === 'connected'
        ? new Date(isFull ? Math.max(day.end.getTime(), restsUntil) : Math.max(now, gapEnd, restsUntil)).toISOString()
        : null,
    resting_until: iso(record.resting_until),
    sending_rest: sendingRest(record),
    failing_since: iso(record.failing_since),
    checked_at: iso(record.checked_at),
    last_sent_at: iso(record.last_send_at),
    last_synced_at: iso(record.last_synced_at),
    sync_lag_at: iso(record.sync_lag_at),
    dns_checked_at: iso(record.dns_checked_at),
    created_at: record.created_at.toISOString(),
    provider_daily_limit: mailProviders.find((provider) => provider.type === record.type)?.dailyLimit ?? 500,
    warmup: { enabled: warmup.enabled ?? false, per_day: warmup.per_day ?? defaultSettings(record.id).perDay },
    ...problems(record),
    dns: 'domain' in dns ? (dns as MailboxView['dns']) : null,
  };
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

function sendingRest({ sending_rest: rest }: MailboxRecord): MailboxView['sending_rest'] {
  if (!rest) return null;
  return {
    reason: rest.reason,
    fix: knownRefusal(rest.reason)?.fix ?? senderCauses[rest.cause].fix,
    until: new Date(rest.until).toISOString(),
  };
}

/** What one server answered. */
interface ServerReply {
  protocol: 'SMTP' | 'IMAP';
  host: string;
  port: number;
  reply: string;
  isCredential: boolean;
}

/** What is stored of a failure is the code of the first server and the words of both; the second one's kind shows in its words. */
function problems(record: MailboxRecord): Pick<MailboxView, 'smtp_problem' | 'imap_problem'> {
  const of = ({ protocol, host, port, reply, isCredential }: ServerReply) => {
    const { ok: _ok, ...problem } = explain(protocol, { host, port }, isCredential, reply);
    return problem;
  };
  const isCredential = record.failure_code === 'CREDENTIALS';
  const { smtp_failure_error: smtp, imap_failure_error: imap } = record;
  return {
    smtp_problem:
      record.is_smtp_success || !smtp
        ? null
        : of({ protocol: 'SMTP', host: record.smtp_host, port: record.smtp_port, reply: smtp, isCredential }),
    imap_problem:
      record.is_imap_success || !imap
        ? null
        : of({
            protocol: 'IMAP',
            host: record.imap_host,
            port: record.imap_port,
            reply: imap,
            isCredential: record.is_smtp_success
              ? isCredential || credentialWords.test(imap)
              : credentialWords.test(imap),
          }),
  };
}

const credentialWords = /authenticat|credential|password|log ?in fail|invalid log ?in/i;
