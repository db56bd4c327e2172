import type { CampaignId, MailboxId } from '@skein/contracts/ids';
import { limits } from '@skein/contracts/constants';
import type { SqlClient } from '#platform/db/database';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { capToday } from '#engine/sending/slow-start';
import {
  attachMailboxes,
  detachMailboxes,
  findCampaignMailboxes,
  findUsableMailboxes,
  type CampaignMailboxRow,
} from './campaign-mailboxes.store';
import { scopeOf, requireCampaign, type Who } from '#access/access.api';
import { noteEdit } from '#lifecycle/lifecycle.api';
import { sentToday } from '#sending/sending.api';

type MailboxDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'live'>;

/** Connected, failing or suspended, as a campaign sees it: only whether it can send counts, as for the planner. */
export const mailboxState = (
  row: Pick<CampaignMailboxRow, 'is_suspended' | 'is_smtp_success' | 'failing_since'>,
): 'CONNECTED' | 'FAILING' | 'SUSPENDED' =>
  row.is_suspended ? 'SUSPENDED' : row.is_smtp_success && row.failing_since === null ? 'CONNECTED' : 'FAILING';

/** Mailboxes of a campaign, and what the connected ones may send a day together. */
export const listCampaignMailboxes = (deps: MailboxDeps, who: Who, campaignId: CampaignId) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId);
    return view(sql, who, campaignId, deps.campaignClock.now());
  });

/** Chooses exactly these mailboxes. */
export const setCampaignMailboxes = (deps: MailboxDeps, who: Who, campaignId: CampaignId, mailboxIds: MailboxId[]) =>
  change(deps, who, campaignId, async (sql) => {
    const current = (await findCampaignMailboxes(who.workspaceId, sql, campaignId)).map((row) => row.id);
    // What is in already may stay, also when somebody else put it in.
    const wanted = new Set([
      ...mailboxIds.filter((id) => current.includes(id)),
      ...(await usable(
        sql,
        who,
        mailboxIds.filter((id) => !current.includes(id)),
      )),
    ]);
    await detachMailboxes(
      who.workspaceId,
      sql,
      campaignId,
      current.filter((id) => !wanted.has(id)),
    );
    await attachMailboxes(who.workspaceId, sql, campaignId, [...wanted]);
    return {};
  });

/** Adds mailboxes; those that are in already stay. @throws SkeinError LIMIT_REACHED beyond 500 */
export const addCampaignMailboxes = (deps: MailboxDeps, who: Who, campaignId: CampaignId, mailboxIds: MailboxId[]) =>
  change(deps, who, campaignId, async (sql) => {
    await attachMailboxes(who.workspaceId, sql, campaignId, await usable(sql, who, mailboxIds));
    return {};
  });

/** Takes mailboxes out; tells how many leads have to find another. Ids that are not in are passed over. */
export const removeCampaignMailboxes = (deps: MailboxDeps, who: Who, campaignId: CampaignId, mailboxIds: MailboxId[]) =>
  change(deps, who, campaignId, async (sql) => {
    const { removed, leads } = await detachMailboxes(who.workspaceId, sql, campaignId, mailboxIds);
    return { removed, leads_to_move: leads };
  });

async function usable(sql: SqlClient, who: Who, mailboxIds: MailboxId[]): Promise<number[]> {
  const found = await findUsableMailboxes(who.workspaceId, sql, mailboxIds, scopeOf(who));
  if (found.length !== new Set(mailboxIds).size)
    throw invalidField('mailbox_ids', 'contains a mailbox that isn’t in this workspace');
  return found;
}

async function change<Extra extends object>(
  deps: MailboxDeps,
  who: Who,
  campaignId: CampaignId,
  work: (sql: SqlClient) => Promise<Extra>,
) {
  const now = deps.campaignClock.now();
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireCampaign(sql, who, campaignId, true);
    const extra = await work(sql);
    const answer = await view(sql, who, campaignId, now);
    if (answer.mailboxes.length > limits.mailboxesPerCampaign)
      throw new SkeinError('LIMIT_REACHED', `A campaign may have at most ${limits.mailboxesPerCampaign} mailboxes.`);
    await noteEdit(who.workspaceId, sql, {
      campaignId,
      userId: who.userId,
      area: 'mailboxes',
      detail: { count: answer.mailboxes.length },
      at: new Date(now),
    });
    await deps.live.publish(sql, who.workspaceId, ['campaigns', `campaign:${campaignId}`, 'mailboxes']);
    return { ...answer, ...extra };
  });
}

async function view(sql: SqlClient, who: Who, campaignId: CampaignId, now: number) {
  const rows = await findCampaignMailboxes(who.workspaceId, sql, campaignId);
  const sent = await sentToday(sql, rows, now);
  const connected = rows.filter((row) => mailboxState(row) === 'CONNECTED');
  return {
    mailboxes: rows.map((row) => ({
      id: row.id,
      from_name: row.from_name,
      from_email: row.from_email,
      type: row.type,
      state: mailboxState(row),
      error: row.smtp_failure_error,
      message_per_day: row.message_per_day,
      cap_today: capToday(row, now),
      min_time_to_wait_minutes: row.min_time_to_wait_minutes,
      sent_today: sent.get(row.id) ?? 0,
      time_zone: row.time_zone,
      // Never warmed up, and not about to: nothing to count.
      warmup_days: row.warmup_days === 0 && row.warmup?.enabled !== true ? null : row.warmup_days,
      campaign_count: row.campaign_count,
      leads: row.leads,
      added_at: row.added_at,
    })),
    daily_capacity: connected.reduce((sum, row) => sum + row.message_per_day, 0),
    capacity_today: connected.reduce((sum, row) => sum + capToday(row, now), 0),
  };
}
