import type { MailboxId } from '@skein/contracts/ids';
import type { WarmupSettingsView, WarmupSummary, WarmupView } from '@skein/contracts/warmup/warmup.contract';
import { blockedReason, prerequisitesOf } from '#engine/warmup/prerequisites';
import { reputationOf } from '#engine/warmup/reputation';
import { localDateAt } from '@skein/template/zone-clock';
import type { Database, SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, notFound } from '#platform/http/skein-error';
import type { Live } from '#platform/live/live';
import { findEvidence, type ProviderLandings } from './evidence.store';
import { findPolicy } from './policy.store';
import { countPool } from './pool.store';
import { countSharedMailboxes } from './shared-pool.store';
import { settingsOf, storedOf } from './stored-settings';
import { codeUntil } from './unblock.store';
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
export interface ViewDeps extends ManageDeps {
  /** The machine's time in milliseconds. */ realNow: () => number;
}
export type Who = Pick<RequestActor, 'workspaceId' | 'userId' | 'role' | 'client'>;

const shownDays = 14;
const shownMails = 50;

/** Whose mailboxes they see: null where all. */
export const scopeOf = (who: Who) => ({
  clientId: who.client?.id ?? null,
  memberId: !who.client && who.role === 'LIMITED_FULL_MEMBER_ACCESS' ? who.userId : null,
});

/** @throws SkeinError NOT_FOUND also for a mailbox that is not theirs */
export async function requireMailbox(
  deps: ManageDeps,
  who: Who,
  sql: SqlClient,
  mailboxId: MailboxId,
): Promise<WarmupMailbox> {
  const [visible] = await visibleMailboxes(who.workspaceId, sql, [mailboxId], scopeOf(who));
  const [mailbox] =
    visible === undefined ? [] : await findWarmupMailboxes(who.workspaceId, sql, new Date(deps.now()), [visible]);
  if (!mailbox) throw notFound('This mailbox', 'mailbox');
  return mailbox;
}

/** Settings, state and figures of one mailbox's warmup. @throws SkeinError NOT_FOUND */
export async function getWarmup(deps: ViewDeps, who: Who, mailboxId: MailboxId): Promise<WarmupView> {
  const { pool, shared } = await deps.db.systemSql(async (sql) => ({
    pool: await countPool(sql),
    shared: await countSharedMailboxes(sql, who.workspaceId),
  }));
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const mailbox = await requireMailbox(deps, who, sql, mailboxId);
    const now = new Date(deps.now());
    const policy = await findPolicy(who.workspaceId, sql);
    const settings = settingsOf(mailbox.id, mailbox.warmup);
    const today = localDateAt(mailbox.time_zone, now.getTime());
    const warming = await findWarmingMailboxes(who.workspaceId, sql, now);
    const day = await findToday(who.workspaceId, sql, mailboxId, today);
    const evidence = async (days: number) =>
      evidenceOf(days, await findEvidence(who.workspaceId, sql, { mailboxId, now, days }));
    const { sent, inbox, spam, missing, bounced, replied, rescued, received } = mailbox;
    return {
      mailbox_id: mailbox.id,
      settings: storedOf(settings),
      ...statusOf(mailbox),
      prerequisites: prerequisitesOf(factsOf(mailbox)),
      unblock: await unblockOf(deps, sql, mailbox),
      started_at: mailbox.warmup.started_at ?? null,
      ramp_day: mailbox.ramp_day,
      reputation: reputationOf(mailbox),
      today: {
        amount: mailbox.planned_day === today ? mailbox.planned_amount : 0,
        sent: day.sent,
        planned: day.planned,
        next_at: day.next_at?.toISOString() ?? null,
      },
      evidence: [await evidence(7), await evidence(30)],
      last_7_days: { sent, inbox, spam, missing, bounced, replied, rescued, received },
      days: await findDays(who.workspaceId, sql, { mailbox, now, days: shownDays }),
      mails: (await findMails(who.workspaceId, sql, mailboxId, shownMails)).map((row) =>
        who.client ? forClient(row, mailboxId) : toMail(row, mailboxId),
      ),
      partners: who.client
        ? noPartners
        : {
            is_shown: true,
            own: warming.filter((other) => other.id !== mailbox.id && blockedReason(factsOf(other)) === null).length,
            pool: pool.mailboxes,
            pool_name: pool.name,
            is_sandbox: pool.is_sandbox,
            shared: policy.shares_pool ? shared : 0,
            shared_offered: policy.shares_pool ? 0 : shared,
            shares_pool: policy.shares_pool,
            put_out_reason: policy.put_out_reason,
          },
    };
  });
}

/** What lists say of the warmup of mailboxes; those that somebody may not see are left out. */
export async function listWarmup(
  deps: ManageDeps,
  who: Who,
  mailboxIds: readonly MailboxId[],
): Promise<{ rows: WarmupSummary[] }> {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const visible = await visibleMailboxes(who.workspaceId, sql, mailboxIds, scopeOf(who));
    const rows = await findWarmupMailboxes(who.workspaceId, sql, new Date(deps.now()), visible);
    return {
      rows: rows.map((mailbox) => ({
        mailbox_id: mailbox.id,
        settings: storedOf(settingsOf(mailbox.id, mailbox.warmup)),
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
  deps: ViewDeps,
  who: Who,
  mailboxId: MailboxId,
  given: Partial<WarmupSettingsView>,
): Promise<WarmupView> {
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const mailbox = await requireMailbox(deps, who, sql, mailboxId);
    await write(deps, sql, mailbox, given);
    await deps.live.publish(sql, who.workspaceId, ['mailboxes', `mailbox:${mailboxId}`]);
  });
  return getWarmup(deps, who, mailboxId);
}

/** Switches many. @returns those that were otherwise before */
export const switchWarmup = (
  deps: ManageDeps,
  who: Who,
  mailboxIds: readonly MailboxId[],
  enabled: boolean,
): Promise<{ changed: number[] }> => updateWarmupOfMany(deps, who, mailboxIds, { enabled });

/** Changes settings of many, all or none. @returns those that were otherwise before */
export async function updateWarmupOfMany(
  deps: ManageDeps,
  who: Who,
  mailboxIds: readonly MailboxId[],
  given: Partial<WarmupSettingsView>,
): Promise<{ changed: number[] }> {
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const visible = await visibleMailboxes(who.workspaceId, sql, mailboxIds, scopeOf(who));
    const wanted = Object.entries(named(given)) as [keyof WarmupSettingsView, unknown][];
    const different = (await findWarmupMailboxes(who.workspaceId, sql, new Date(deps.now()), visible)).filter(
      (mailbox) => {
        const before = storedOf(settingsOf(mailbox.id, mailbox.warmup));
        return wanted.some(([name, value]) => before[name] !== value);
      },
    );
    for (const mailbox of different) await write(deps, sql, mailbox, given);
    if (different.length > 0)
      await deps.live.publish(sql, who.workspaceId, ['mailboxes', ...different.map(({ id }) => `mailbox:${id}`)]);
    return { changed: different.map(({ id }) => id) };
  });
}

/** Settings that were named; one that is undefined was not. */
const named = (given: Partial<WarmupSettingsView>): Partial<WarmupSettingsView> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

async function write(
  deps: ManageDeps,
  sql: SqlClient,
  mailbox: WarmupMailbox,
  given: Partial<WarmupSettingsView>,
): Promise<void> {
  const before = settingsOf(mailbox.id, mailbox.warmup);
  const settings = settingsOf(mailbox.id, { ...storedOf(before), ...named(given) });
  if (settings.isRandomised && settings.minPerDay > settings.perDay)
    throw invalidField('min_per_day', `can be at most the ${settings.perDay} a day of ${mailbox.from_email}`);
  const now = new Date(deps.now());
  const started =
    settings.enabled && !before.enabled ? { started_at: mailbox.warmup.started_at ?? now.toISOString() } : {};
  await writeSettings(mailbox.workspace_id, sql, {
    mailboxId: mailbox.id,
    warmup: { ...storedOf(settings), ...started },
    now,
  });
}

/** What can be done about a block. A code helps against bounces alone, and only once nothing else is in the way. */
async function unblockOf(deps: ViewDeps, sql: SqlClient, mailbox: WarmupMailbox): Promise<WarmupView['unblock']> {
  const unmet = mailbox.warmup.enabled
    ? prerequisitesOf(factsOf(mailbox)).filter(({ state }) => state === 'unmet')
    : [];
  if (!unmet.some(({ id }) => id === 'BOUNCES')) return null;
  const until = await codeUntil(mailbox.workspace_id, sql, mailbox.id, new Date(deps.realNow()));
  return {
    is_open: unmet.length === 1,
    first: unmet.find(({ id }) => id !== 'BOUNCES')?.name ?? null,
    code_until: until?.toISOString() ?? null,
  };
}

/** The same figure for the whole and for each provider. */
function evidenceOf(days: number, rows: readonly ProviderLandings[]): WarmupView['evidence'][number] {
  const total = (what: 'inbox' | 'spam' | 'bounced') => rows.reduce((sum, row) => sum + row[what], 0);
  return {
    days,
    reputation: reputationOf({ inbox: total('inbox'), spam: total('spam'), bounced: total('bounced') }),
    by_provider: rows.map((row) => ({ ...row, reputation: reputationOf(row) })),
  };
}

/** Whose mailbox it is stays between the mail servers. */
const sharedPartner = 'a mailbox of the shared pool';

/** A client sees its own mailbox: neither the pools nor how many mailboxes the agency warms up. */
const noPartners: WarmupView['partners'] = {
  is_shown: false,
  own: 0,
  pool: 0,
  pool_name: null,
  is_sandbox: false,
  shared: 0,
  shared_offered: 0,
  shares_pool: false,
  put_out_reason: null,
};
const anyPartner = 'another mailbox';

/** The mailbox at the other end may be the agency's or another client's. */
const forClient = (row: WarmupMailRow, mailboxId: MailboxId): WarmupView['mails'][number] => ({
  ...toMail(row, mailboxId),
  partner: anyPartner,
  failure_text: withoutNames(row, anyPartner, ''),
});

/**
 * What a mail server said. Servers quote the recipient and name hosts of its domain: other words stand in their place.
 * @param own may be told
 */
const withoutNames = ({ failure_text: text, to_email: to }: WarmupMailRow, instead: string, own: string) => {
  const domain = to.slice(to.lastIndexOf('@') + 1).toLowerCase();
  const isTelling = (word: string) =>
    word !== own && (word.includes('@') || (domain !== '' && `.${word}`.includes(`.${domain}`)));
  return (
    text
      ?.split(/([\s<>()[\]"',;:=]+)/)
      .map((word) => (isTelling(word.toLowerCase()) ? instead : word))
      .join('') ?? null
  );
};

function toMail(row: WarmupMailRow, mailboxId: MailboxId): WarmupView['mails'][number] {
  const isOut = row.from_mailbox_id === mailboxId;
  return {
    id: row.id,
    direction: isOut ? 'out' : 'in',
    kind: row.kind,
    partner: row.is_shared ? sharedPartner : isOut ? row.to_email : row.from_email,
    subject: row.subject,
    state: row.state,
    at: (row.sent_at ?? row.send_at).toISOString(),
    landed: row.landed,
    is_rescued: row.rescued_at !== null,
    is_read: row.read_at !== null,
    is_important: row.is_important,
    is_replied: row.replied_at !== null,
    is_bounced: row.bounced_at !== null,
    failure_text: row.is_shared ? withoutNames(row, sharedPartner, row.from_email) : row.failure_text,
  };
}
