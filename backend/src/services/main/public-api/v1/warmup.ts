import type { MailboxId } from '@skein/contracts/ids';
import type { v1WarmupContract } from '@skein/contracts/v1/warmup.contract';
import { warmupContract, type WarmupSummary } from '@skein/contracts/warmup/warmup.contract';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { z } from 'zod';
import { serviceClient } from './service-client';
import type { MainDeps } from '#main/deps';

type Saved = z.output<(typeof v1WarmupContract)['endpoints']['saveWarmup']['body']>;
type Stats = CallOutput<(typeof v1WarmupContract)['endpoints']['warmupStats']>;

/** Warmup is asked with the caller's own credentials: its figures are those of the screens. */
const warmup = (deps: MainDeps, raw: Request) => serviceClient(deps, raw, warmupContract, 'mailbox');

/** Changes warmup of a mailbox; settings that are not named stay. @throws SkeinError NOT_FOUND */
export async function saveWarmup(deps: MainDeps, raw: Request, mailboxId: MailboxId, given: Saved) {
  const body = {
    enabled: given.warmup_enabled,
    per_day: given.total_warmup_per_day,
    daily_rampup: given.daily_rampup,
    reply_rate: given.reply_rate_percentage,
    key_tag: given.warmup_key_id,
    auto_adjust: given.auto_adjust_warmup,
    is_rampup_enabled: given.is_rampup_enabled,
  };
  await warmup(deps, raw).updateWarmup({
    params: { mailboxId },
    body: Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
  });
  return { ok: true as const, message: 'Warmup settings saved successfully.' };
}

/** Figures of the last 7 days, and of each of them. @throws SkeinError NOT_FOUND */
export async function warmupStats(deps: MainDeps, raw: Request, mailboxId: MailboxId): Promise<Stats> {
  const { last_7_days: week, days } = await warmup(deps, raw).getWarmup({ params: { mailboxId } });
  return {
    id: mailboxId,
    sent_count: String(week.sent),
    spam_count: String(week.spam),
    inbox_count: String(week.inbox),
    warmup_email_received_count: String(week.received),
    stats_by_date: days.slice(-7).map((day, index) => ({
      id: index + 1,
      date: day.date,
      sent_count: day.sent,
      reply_count: day.replied,
      save_from_spam_count: day.rescued,
    })),
  };
}

/** `warmup_details` of mailboxes by their ids; null where warmup was never on. */
export async function warmupDetails(deps: MainDeps, raw: Request, mailboxIds: readonly MailboxId[]) {
  if (mailboxIds.length === 0) return new Map<number, ReturnType<typeof detailsOf>>();
  const { rows } = await warmup(deps, raw).listWarmup({ query: { mailbox_ids: [...mailboxIds] } });
  return new Map(rows.map((row) => [row.mailbox_id, detailsOf(row)]));
}

function detailsOf(row: WarmupSummary) {
  if (row.started_at === null) return null;
  return {
    id: row.mailbox_id,
    status: row.status,
    total_sent_count: row.sent,
    total_spam_count: row.spam,
    warmup_reputation: row.reputation === null ? null : String(row.reputation),
    warmup_key_id: row.settings.key_tag,
    warmup_created_at: row.started_at,
    reply_rate: row.settings.reply_rate,
    is_warmup_blocked: row.blocked_reason !== null,
    blocked_reason: row.blocked_reason,
    created_at: row.started_at,
    warmup_min_count: row.settings.min_per_day,
    warmup_max_count: row.settings.per_day,
    max_email_per_day: row.settings.per_day,
  };
}
