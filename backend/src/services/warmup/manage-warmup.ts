import type { WarmupSettingsView, WarmupSummary, WarmupView } from '@skein/contracts/warmup/warmup.contract';
import { blockedReason, prerequisitesOf } from '../../engine/warmup/prerequisites';
import { reputationOf } from '../../engine/warmup/reputation';
import { localDateAt } from '../../engine/sending/zone-clock';
import type { WarmupSettings } from '../../engine/warmup/warmup-settings';
import type { Database, SqlClient } from '../../platform/db/database';
import type { RequestActor } from '../../platform/http/request-actor';
import { notFound } from '../../platform/http/skein-error';
import type { Live } from '../../platform/live/live';
import { findPool } from './pool.store';
import { settingsOf, storedOf } from './stored-settings';
import {
  factsOf,
  findDays,
  findMails,
  findToday,
  findWarmingMailboxes,
  findWarmupMailboxes,
  visibleMailboxes,
  writeSettings,
  type WarmupMailbox,
  type WarmupMailRow,
} from './warmup-mailbox.store';

export interface ManageDeps {
  db: Database;
  live: Pick<Live, 'publish'>;
  /** Campaign time in milliseconds. */ now: () => number;
}
type Who = Pick<RequestActor, 'workspaceId' | 'userId' | 'role' | 'client'>;

const shownDays = 14;
const shownMails = 50;

const scopeOf = (who: Who) => ({
  clientId: who.client?.id ?? null,
  memberId: !who.client && who.role === 'LIMITED_FULL_MEMBER_ACCESS' ? who.userId : null,
});

/** @throws SkeinError NOT_FOUND also for a mailbox that is not theirs */
async function requireMailbox(deps: ManageDeps, who: Who, sql: SqlClient, mailboxId: number): Promise<WarmupMailbox> {
  const [visible] = await visibleMailboxes(who.workspaceId, sql, [mailboxId], scopeOf(who));
  const [mailbox] =
    visible === undefined ? [] : await findWarmupMailboxes(who.workspaceId, sql, new Date(deps.now()), [visible]);
  if (!mailbox) throw notFound('This mailbox', 'mailbox');
  return mailbox;
}

/** Settings, state and figures of one mailbox's warmup. @throws SkeinError NOT_FOUND */
export async function getWarmup(deps: ManageDeps, who: Who, mailboxId: number): Promise<WarmupView> {
  const pool = await deps.db.systemSql((sql) => findPool(sql));
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const mailbox = await requireMailbox(deps, who, sql, mailboxId);
    const now = new Date(deps.now());
    const settings = settingsOf(mailbox.id, mailbox.warmup);
    const today = localDateAt(mailbox.time_zone, now.getTime());
    const warming = await findWarmingMailboxes(who.workspaceId, sql, now);
    const day = await findToday(who.workspaceId, sql, mailboxId, today);
    const { sent, inbox, spam, missing, bounced, replied, rescued, received } = mailbox;
    return {
      mailbox_id: mailbox.id,
      settings: toView(settings),
      ...statusOf(mailbox),
      prerequisites: prerequisitesOf(factsOf(mailbox)),
      started_at: mailbox.warmup.started_at ?? null,
      ramp_day: mailbox.ramp_day,
      reputation: reputationOf(mailbox),
      today: {
        amount: mailbox.planned_day === today ? mailbox.planned_amount : 0,
        sent: day.sent,
        planned: day.planned,
        next_at: day.next_at?.toISOString() ?? null,
      },
      last_7_days: { sent, inbox, spam, missing, bounced, replied, rescued, received },
      days: await findDays(who.workspaceId, sql, mailbox, now, shownDays),
      mails: (await findMails(who.workspaceId, sql, mailboxId, shownMails)).map((row) => toMail(row, mailboxId)),
      partners: {
        own: warming.filter((other) => other.id !== mailbox.id && blockedReason(factsOf(other)) === null).length,
        pool: pool.length,
        pool_name: pool[0]?.pool ?? null,
        is_sandbox: pool.some((member) => member.is_sandbox),
      },
    };
  });
}

/** What lists say of the warmup of mailboxes; those that somebody may not see are left out. */
export async function listWarmup(
  deps: ManageDeps,
  who: Who,
  mailboxIds: readonly number[],
): Promise<{ rows: WarmupSummary[] }> {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const visible = await visibleMailboxes(who.workspaceId, sql, mailboxIds, scopeOf(who));
    const rows = await findWarmupMailboxes(who.workspaceId, sql, new Date(deps.now()), visible);
    return {
      rows: rows.map((mailbox) => ({
        mailbox_id: mailbox.id,
        settings: toView(settingsOf(mailbox.id, mailbox.warmup)),
        ...statusOf(mailbox),
        reputation: reputationOf(mailbox),
        sent: mailbox.sent,
        spam: mailbox.spam,
        started_at: mailbox.warmup.started_at ?? null,
      })),
    };
  });
}

/** ACTIVE while it is on and nothing blocks it; what blocks it is named only while it is on. */
function statusOf(mailbox: WarmupMailbox): Pick<WarmupView, 'status' | 'blocked_reason'> {
  const blocked = mailbox.warmup.enabled ? blockedReason(factsOf(mailbox)) : null;
  return { status: mailbox.warmup.enabled && blocked === null ? 'ACTIVE' : 'INACTIVE', blocked_reason: blocked };
}

/** Changes settings of one mailbox. @throws SkeinError NOT_FOUND */
export async function updateWarmup(
  deps: ManageDeps,
  who: Who,
  mailboxId: number,
  given: Partial<WarmupSettingsView>,
): Promise<WarmupView> {
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const mailbox = await requireMailbox(deps, who, sql, mailboxId);
    await write(deps, sql, mailbox, given);
    await deps.live.publish(sql, who.workspaceId, ['mailboxes', `mailbox:${mailboxId}`]);
  });
  return getWarmup(deps, who, mailboxId);
}

/** Lets the loop look at the mailbox now: the prerequisites, and the day when they are met. @throws SkeinError NOT_FOUND */
export const checkWarmup = (deps: ManageDeps, who: Who, mailboxId: number): Promise<WarmupView> =>
  updateWarmup(deps, who, mailboxId, {});

/** Switches many. @returns those that were otherwise before */
export async function switchWarmup(
  deps: ManageDeps,
  who: Who,
  mailboxIds: readonly number[],
  enabled: boolean,
): Promise<{ changed: number[] }> {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const visible = await visibleMailboxes(who.workspaceId, sql, mailboxIds, scopeOf(who));
    const different = (await findWarmupMailboxes(who.workspaceId, sql, new Date(deps.now()), visible)).filter(
      (mailbox) => (mailbox.warmup.enabled ?? false) !== enabled,
    );
    for (const mailbox of different) await write(deps, sql, mailbox, { enabled });
    if (different.length > 0)
      await deps.live.publish(sql, who.workspaceId, ['mailboxes', ...different.map(({ id }) => `mailbox:${id}`)]);
    return { changed: different.map(({ id }) => id) };
  });
}

async function write(
  deps: ManageDeps,
  sql: SqlClient,
  mailbox: WarmupMailbox,
  given: Partial<WarmupSettingsView>,
): Promise<void> {
  const before = settingsOf(mailbox.id, mailbox.warmup);
  const settings: WarmupSettings = {
    enabled: given.enabled ?? before.enabled,
    perDay: given.per_day ?? before.perDay,
    isRampupEnabled: given.is_rampup_enabled ?? before.isRampupEnabled,
    dailyRampup: given.daily_rampup ?? before.dailyRampup,
    replyRate: given.reply_rate ?? before.replyRate,
    weekdaysOnly: given.weekdays_only ?? before.weekdaysOnly,
    autoAdjust: given.auto_adjust ?? before.autoAdjust,
    keyTag: given.key_tag ?? before.keyTag,
  };
  const now = new Date(deps.now());
  const started =
    settings.enabled && !before.enabled ? { started_at: mailbox.warmup.started_at ?? now.toISOString() } : {};
  await writeSettings(mailbox.workspace_id, sql, mailbox.id, { ...storedOf(settings), ...started }, now);
}

const toView = (settings: WarmupSettings): WarmupSettingsView => ({
  enabled: settings.enabled,
  per_day: settings.perDay,
  is_rampup_enabled: settings.isRampupEnabled,
  daily_rampup: settings.dailyRampup,
  reply_rate: settings.replyRate,
  weekdays_only: settings.weekdaysOnly,
  auto_adjust: settings.autoAdjust,
  key_tag: settings.keyTag,
});

function toMail(row: WarmupMailRow, mailboxId: number): WarmupView['mails'][number] {
  const isOut = row.from_mailbox_id === mailboxId;
  return {
    id: row.id,
    direction: isOut ? 'out' : 'in',
    kind: row.kind,
    partner: isOut ? row.to_email : row.from_email,
    subject: row.subject,
    state: row.state,
    at: (row.sent_at ?? row.send_at).toISOString(),
    landed: row.landed,
    is_rescued: row.rescued_at !== null,
    is_read: row.read_at !== null,
    is_important: row.is_important,
    is_replied: row.replied_at !== null,
    is_bounced: row.bounced_at !== null,
    failure_text: row.failure_text,
  };
}
