import type { InboxFolder, InboxSort } from '@skein/contracts/main/inbox-choices';
import type { ConversationRow, InboxFilter } from '@skein/contracts/main/inbox-views';
import { decodeTimeCursor, encodeCursor } from '#platform/db/cursor';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { isAbsenceOver } from './absence';
import { findPage, totalCap } from './conversation-page.store';
import { readRows, type ConversationRecord } from './conversations.store';
import { countFolders, readSyncState } from './folder-counts.store';
import { findNewestChange } from './newest-change.store';

/** `offset` serves callers that page by number (the /api/v1 wire); the product itself pages by cursor. */
export interface ListConversations extends InboxFilter {
  folder?: InboxFolder;
  sort?: InboxSort;
  cursor?: string;
  offset?: number;
  limit?: number;
}

type InboxDeps = Pick<MainDeps, 'db' | 'campaignClock'>;

export const usualSort = (folder: InboxFolder): InboxSort =>
  folder === 'sent'
    ? 'sent_time_desc'
    : folder === 'reminders'
      ? 'reminder_time_asc'
      : folder === 'scheduled'
        ? 'scheduled_time_asc'
        : 'reply_time_desc';

/** One page of a folder. A sort that the folder has no times for falls back to the folder's own. */
export async function listConversations(deps: InboxDeps, who: Who, query: ListConversations) {
  const { folder = 'replies', sort: given, cursor, offset = 0, limit = 50, ...filter } = query;
  const isFitting =
    given === undefined || folder === 'reminders' || folder === 'scheduled' || !/^(?:reminder|scheduled)/.test(given);
  const sort = given !== undefined && isFitting ? given : usualSort(folder);
  const now = new Date(deps.campaignClock.now());
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const { ids, total, isCapped } = await findPage(sql, who, {
      folder,
      filter,
      sort,
      after: decodeTimeCursor(cursor),
      offset,
      limit,
      now,
    });
    const page = ids.slice(0, limit);
    const records = await readRows(
      who.workspaceId,
      sql,
      page.map(({ id }) => id),
      folder === 'sent' ? 'out' : 'in',
    );
    const last = page.at(-1);
    return {
      rows: page.flatMap(({ id, time }) => {
        const record = records.get(id);
        return record ? [toConversationRow(record, time, now)] : [];
      }),
      next_cursor: ids.length > limit && last ? encodeCursor([last.time?.toISOString() ?? null, last.id]) : null,
      total: Math.min(total, totalCap),
      total_is_capped: isCapped || total > totalCap,
    };
  });
}

/** ms (real time) for which the end of a change of everything matching is told above the list. */
const told = 10 * 60_000;

/**
 * The numbers beside the folders and categories, how fresh the mailboxes are, and which change of everything matching
 * this person is told of.
 */
export async function countInbox(deps: InboxDeps & Pick<MainDeps, 'realClock'>, who: Who) {
  return deps.db.tenantSql(who.workspaceId, async (sql) => ({
    ...(await countFolders(sql, who, new Date(deps.campaignClock.now()))),
    ...(await readSyncState(who.workspaceId, sql, who.client?.id ?? null)),
    bulk_id: await findNewestChange(who.workspaceId, sql, {
      userId: who.userId,
      after: new Date(deps.realClock.now() - told),
    }),
  }));
}

export function toConversationRow(record: ConversationRecord, time: Date | null, now: Date): ConversationRow {
  const at = (date: Date | null) => date?.toISOString() ?? null;
  const isOver = isAbsenceOver(record, now);
  const isAway = record.hold_kind === 'OUT_OF_OFFICE' && !isOver;
  return {
    enrolment_id: record.id,
    lead: {
      id: record.lead_id,
      email: record.email,
      first_name: record.first_name,
      last_name: record.last_name,
      company_name: record.company_name,
    },
    campaign: {
      id: record.campaign_id,
      name: record.campaign_name,
      status: record.campaign_status,
      client_id: record.client_id,
      parent_campaign_id: record.parent_campaign_id,
      time_zone: record.campaign_zone,
    },
    mailbox: record.mailbox_id === null ? null : { id: record.mailbox_id, from_email: record.mailbox_email ?? '' },
    subject: record.subject ?? '',
    snippet: record.snippet ?? '',
    direction: record.direction,
    kind: record.kind,
    is_automatic: record.is_automatic ?? false,
    time: at(time),
    status: record.status as ConversationRow['status'],
    reason: record.reason,
    category_id: record.category_id,
    category_by: record.category_by,
    is_read: record.is_read,
    is_important: record.is_important,
    is_archived: record.is_archived,
    snoozed_until: at(record.snoozed_until),
    resumes_at: isAway ? at(record.hold_until) : null,
    is_held: record.hold_kind !== null && !isOver,
    assigned_user:
      record.assigned_user_id === null ? null : { id: record.assigned_user_id, name: record.assigned_name ?? '' },
    revenue: Number(record.revenue).toFixed(2),
    last_reply_at: at(record.last_reply_at),
    last_sent_at: at(record.last_sent_at),
    next_reminder_at: at(record.next_reminder_at),
    next_scheduled_at: at(record.next_scheduled_at),
    open_count: record.open_count,
    click_count: record.click_count,
    reply_count: record.reply_count,
    is_bounced: record.is_bounced,
    is_unsubscribed: record.is_unsubscribed,
  };
}
