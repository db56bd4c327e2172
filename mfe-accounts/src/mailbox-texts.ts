import { mailProviders } from '@skein/contracts/mail-providers';
import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import type { KnownState } from '@skein/ui/status';
import { counted } from '@skein/ui/counted';

type Health = Pick<
  MailboxView,
  | 'state'
  | 'is_smtp_success'
  | 'is_imap_success'
  | 'smtp_failure_error'
  | 'imap_failure_error'
  | 'smtp_problem'
  | 'imap_problem'
  | 'failing_since'
>;

/** State of a mailbox as a word with its glyph. A mailbox that sends but cannot be read is told apart from one that cannot send. */
export function stateOf(mailbox: Health): { state: KnownState; word: string } {
  if (mailbox.state === 'connected') return { state: 'good', word: 'Connected' };
  if (mailbox.state === 'suspended') return { state: 'paused', word: 'Suspended' };
  if (mailbox.state === 'unchecked') return { state: 'fresh', word: 'Not tried yet' };
  if (mailbox.is_smtp_success && !mailbox.is_imap_success) return { state: 'failed', word: 'Cannot read' };
  return { state: 'failed', word: 'Cannot send' };
}

/** The servers' own words about what fails, each with its protocol; null while nothing does. */
export function serverWords(mailbox: Health): string | null {
  const said = [
    mailbox.is_smtp_success ? null : mailbox.smtp_failure_error && `SMTP: ${mailbox.smtp_failure_error}`,
    mailbox.is_imap_success ? null : mailbox.imap_failure_error && `IMAP: ${mailbox.imap_failure_error}`,
  ].filter(Boolean);
  return said.length === 0 ? null : said.join('\n');
}

/** What fails, in one plain sentence; null while nothing does. */
export const causeOf = (mailbox: Health): string | null =>
  mailbox.smtp_problem?.cause ?? mailbox.imap_problem?.cause ?? null;

/** Name of the provider of a type: "Gmail", "SMTP". */
export const providerName = (type: string): string =>
  type === 'SMTP' ? 'SMTP' : (mailProviders.find((provider) => provider.type === type)?.name ?? type);

export type CheckName = 'SPF' | 'DKIM' | 'DMARC' | 'MX';
const checkNames = ['SPF', 'DKIM', 'DMARC', 'MX'] as const;

/** The four look-ups in their order, with the name each has on the screen. */
export const dnsFindings = (dns: NonNullable<MailboxView['dns']>) =>
  checkNames.map((name) => ({ name, ...dns[name.toLowerCase() as Lowercase<CheckName>] }));

/** All look-ups in a word: what fails, else what needs a look, else that all is well. */
export function dnsSummary(dns: MailboxView['dns']): { state: KnownState; word: string } {
  if (!dns) return { state: 'fresh', word: 'Not looked up' };
  const named = (verdict: string) =>
    dnsFindings(dns)
      .filter((finding) => finding.verdict === verdict)
      .map((finding) => finding.name)
      .join(', ');
  if (named('fail')) return { state: 'failed', word: named('fail') };
  if (named('warn')) return { state: 'warning', word: named('warn') };
  if (named('unknown')) return { state: 'waiting', word: `${named('unknown')} unknown` };
  return { state: 'good', word: 'All pass' };
}

/** Campaign emails and warmup together against what the provider allows (docs/domain.md, Lists and limits). */
export function capLine(
  mailbox: Pick<MailboxView, 'message_per_day' | 'warmup' | 'provider_daily_limit' | 'sent_last_24_hours'>,
): { text: string; isOver: boolean } {
  const warmup = mailbox.warmup.enabled ? mailbox.warmup.per_day : 0;
  const sum = mailbox.message_per_day + warmup;
  const number = (value: number) => value.toLocaleString('en-US');
  return {
    text: `Campaign ${number(mailbox.message_per_day)} + warmup ${number(warmup)} = ${number(sum)} of the provider’s ${number(mailbox.provider_daily_limit)} a day. ${number(mailbox.sent_last_24_hours)} sent in the last 24 h`,
    isOver: sum > mailbox.provider_daily_limit,
  };
}

/**
 * When the next campaign mail may leave: at once, when its rest ends, when the day's cap begins anew, when the gap is over, or
 * not while it cannot send.
 */
export function nextSlot(
  mailbox: Pick<
    MailboxView,
    | 'state'
    | 'sent_today'
    | 'reserved_today'
    | 'cap_today'
    | 'day_ends_at'
    | 'last_sent_at'
    | 'min_time_to_wait_minutes'
    | 'resting_until'
    | 'sending_rest'
  >,
  now: Date,
): { kind: 'none' } | { kind: 'now' } | { kind: 'rest' | 'cap' | 'gap'; at: string } {
  if (mailbox.state !== 'connected') return { kind: 'none' };
  const isFull = mailbox.sent_today + mailbox.reserved_today >= mailbox.cap_today;
  const rest = [mailbox.resting_until, mailbox.sending_rest?.until]
    .flatMap((until) => until ?? [])
    .reduce((latest, until) => (Date.parse(until) > Date.parse(latest) ? until : latest), now.toISOString());
  if (Date.parse(rest) > Math.max(now.getTime(), isFull ? Date.parse(mailbox.day_ends_at) : 0))
    return { kind: 'rest', at: rest };
  if (isFull) return { kind: 'cap', at: mailbox.day_ends_at };
  const gapEnd = mailbox.last_sent_at
    ? Date.parse(mailbox.last_sent_at) + mailbox.min_time_to_wait_minutes * 60_000
    : 0;
  return gapEnd > now.getTime() ? { kind: 'gap', at: new Date(gapEnd).toISOString() } : { kind: 'now' };
}

/** What happens to the leads of a mailbox that is removed, in numbers. */
export function removalEffect({
  waiting_leads: leads,
  campaign_count: campaigns,
}: Pick<MailboxView, 'waiting_leads' | 'campaign_count'>): string {
  const from =
    campaigns === 0
      ? 'No campaign uses it.'
      : `${counted(campaigns, 'campaign')} ${campaigns === 1 ? 'loses' : 'lose'} it.`;
  const moved =
    leads === 0
      ? 'No lead waits for it.'
      : `${counted(leads, 'lead')} in the middle of a sequence ${leads === 1 ? 'is' : 'are'} re-allocated to other mailboxes of their campaigns.`;
  return `${from} ${moved}`;
}
