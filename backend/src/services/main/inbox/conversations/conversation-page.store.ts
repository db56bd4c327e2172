import type { InboxFolder, InboxSort } from '@skein/contracts/main/inbox-choices';
import type { InboxFilter } from '@skein/contracts/main/inbox-views';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { invalidField } from '#platform/http/skein-error';
import type { Who } from '#access/access.api';
import { addConversationScope } from './conversation-scope.store';
import { shownSql, snoozedSql } from './snooze.store';

export interface ConversationQuery {
  folder: InboxFolder;
  filter: InboxFilter;
  sort: InboxSort;
  after: (string | number | null)[] | null;
  offset: number;
  limit: number;
  now: Date;
}

/** Totals are exact up to here. */
export const totalCap = 10_000;
/**
 * Conversations that a text search finds at most, of each kind: by the lead of what came, by the lead of what was sent,
 * by the words that came; the newest ones.
 */
const searchCap = 1_000;

/** Folders that hold only conversations in which something came. */
const inboundFolders: ReadonlySet<InboxFolder> = new Set<InboxFolder>(['replies', 'unread', 'all']);

/** What makes a conversation stand in a folder. */
function addFolder(where: Conditions, query: Pick<ConversationQuery, 'folder' | 'now'>, who: Who): void {
  switch (query.folder) {
    case 'replies':
      where.add('e.last_inbound_at is not null').add(shownSql('?'), query.now);
      break;
    case 'unread':
      where.add('e.last_inbound_at is not null').add(shownSql('?'), query.now).add('NOT e.is_read');
      break;
    case 'assigned_to_me':
      where.add('e.assigned_user_id = ?', who.userId).add('NOT e.is_archived');
      break;
    case 'important':
      where.add('e.is_important');
      break;
    case 'snoozed':
      where.add(snoozedSql('?'), query.now);
      break;
    case 'archived':
      where.add('e.is_archived');
      break;
    case 'sent':
      where.add('e.last_sent_at is not null');
      break;
    case 'all':
      where.add('e.last_inbound_at is not null');
      break;
    case 'reminders':
    case 'scheduled':
      break;
  }
}

const reminderKeys = `
  join (
    select r.enrolment_id, min(r.remind_at) as at from reminder r where r.workspace_id = $1 group by 1
  ) k on k.enrolment_id = e.id
`;
const scheduledKeys = `
  join (
    select i.enrolment_id, min(i.send_at) as at
    from intent i
    where i.workspace_id = $1 and i.kind in ('REPLY', 'FORWARD') and i.state = 'RESERVED'
    group by 1
  ) k on k.enrolment_id = e.id
`;

/** The instant that a list is sorted by, and where it comes from. */
function keyOf(
  folder: InboxFolder,
  sort: InboxSort,
): { join: string; key: string; isDescending: boolean; present: string | null } {
  const isDescending = sort.endsWith('_desc');
  if (folder === 'reminders')
    return {
      join: reminderKeys,
      key: sort.startsWith('reply') ? 'e.last_inbound_at' : 'k.at',
      isDescending,
      present: sort.startsWith('reply') ? 'e.last_inbound_at is not null' : null,
    };
  if (folder === 'scheduled') return { join: scheduledKeys, key: 'k.at', isDescending, present: null };
  if (folder === 'sent' || sort.startsWith('sent'))
    return { join: '', key: 'e.last_sent_at', isDescending, present: 'e.last_sent_at is not null' };
  if (inboundFolders.has(folder)) return { join: '', key: 'e.last_inbound_at', isDescending: true, present: null };
  return {
    join: '',
    key: 'coalesce(e.last_inbound_at, e.last_sent_at, e.created_at)',
    isDescending: true,
    present: null,
  };
}

async function conditionsOf(
  sql: SqlClient,
  who: Who,
  query: ConversationQuery,
): Promise<{ where: Conditions; isCapped: boolean }> {
  let isCapped = false;
  const { filter } = query;
  const where = new Conditions();
  where.add('e.workspace_id = ?', who.workspaceId);
  addFolder(where, query, who);
  await addConversationScope(sql, where, who);
  if (filter.search && filter.search.length >= 2) {
    // Folders of what came need not look at leads that were only written to.
    const search = inboundFolders.has(query.folder) ? 'search_received' : 'search_conversations';
    const { rows } = await sql.query<{ id: number }>(`select id from ${search}($1, $2, $3) as found(id)`, [
      who.workspaceId,
      filter.search,
      searchCap,
    ]);
    where.add(
      'e.id = ANY(?)',
      rows.map((row) => row.id),
    );
    // Written by the search where it left older ones out; no conversation has this number.
    isCapped = rows.some(({ id }) => id === 0);
  }
  if (filter.category_ids?.length)
    where.add(
      `e.category_id = ANY(?)${filter.category_ids.includes(-1) ? ' or e.category_id is null' : ''}`,
      filter.category_ids,
    );
  if (filter.category_ids_not?.length)
    where.add(
      filter.category_ids_not.includes(-1)
        ? 'e.category_id is not null and e.category_id <> all(?)'
        : 'e.category_id is null or e.category_id <> all(?)',
      filter.category_ids_not,
    );
  if (filter.has_category !== undefined) where.add(`e.category_id IS ${filter.has_category ? 'NOT ' : ''}NULL`);
  if (filter.email_statuses?.length)
    where.add(filter.email_statuses.map((status) => `(${emailStatusSql[status]})`).join(' OR '));
  if (filter.campaign_ids?.length) where.add('e.campaign_id = ANY(?)', filter.campaign_ids);
  if (filter.campaign_tag_ids?.length)
    where.add(
      'e.campaign_id in (select t.campaign_id from campaign_tag t where t.tag_id = any(?))',
      filter.campaign_tag_ids,
    );
  if (filter.client_ids?.length)
    where.add('e.campaign_id in (select c.id from campaign c where c.client_id = any(?))', filter.client_ids);
  if (filter.mailbox_ids?.length) where.add('e.mailbox_id = ANY(?)', filter.mailbox_ids);
  if (filter.assigned_user_ids?.length) where.add('e.assigned_user_id = ANY(?)', filter.assigned_user_ids);
  if (filter.waiting_hours) where.add(waitingSql, new Date(query.now.getTime() - filter.waiting_hours * 3_600_000));
  if (filter.replied_after) where.add('e.last_inbound_at >= ?', new Date(filter.replied_after));
  if (filter.replied_before) where.add('e.last_inbound_at <= ?', new Date(filter.replied_before));
  return { where, isCapped };
}

/**
 * A person wrote, and nobody has answered: neither here nor from the mailbox itself. Refusals (3, 4), absences (6),
 * handed on (7) and bounces (9) wait for nobody.
 */
export const waitingSql = `
  e.last_reply_at <= ?
    and not e.is_archived
    and coalesce(e.category_id, 0) not in (3, 4, 6, 7, 9)
    and not exists (
      select from message m
      where m.workspace_id = e.workspace_id
        and m.enrolment_id = e.id
        and m.direction = 'out'
        and m.at >= e.last_reply_at
    )
    and not exists (
      select from intent i
      where i.workspace_id = e.workspace_id
        and i.enrolment_id = e.id
        and i.kind = 'REPLY'
        and i.state not in ('CANCELLED', 'FAILED')
        and i.send_at >= e.last_reply_at
    )
`;

const emailStatusSql: Record<NonNullable<InboxFilter['email_statuses']>[number], string> = {
  opened: 'e.open_count > 0',
  clicked: 'e.click_count > 0',
  replied: 'e.reply_count > 0',
  unsubscribed: 'e.is_unsubscribed',
  bounced: 'e.is_bounced',
  accepted: 'e.steps_sent > 0 AND NOT e.is_bounced',
  not_replied: 'e.reply_count = 0',
};

/** What a folder and its filters show, however it is sorted. */
export type MatchingQuery = Pick<ConversationQuery, 'folder' | 'filter' | 'sort' | 'now'> & {
  excludedIds: readonly number[];
};

/** SQL behind `from`, and its values: the statement of the list, whole. */
async function matchingOf(
  sql: SqlClient,
  who: Who,
  query: MatchingQuery,
): Promise<{ from: string; where: Conditions }> {
  const { where, isCapped } = await conditionsOf(sql, who, { ...query, after: null, offset: 0, limit: 0 });
  if (isCapped) throw invalidField('filter.search', 'finds too many conversations to change them all; add a word');
  const { join, present } = keyOf(query.folder, query.sort);
  if (present) where.add(present);
  if (query.excludedIds.length > 0) where.add('e.id <> all(?)', [...query.excludedIds]);
  return { from: `enrolment e ${join} where ${where.sql}`, where };
}

/** How many conversations a list holds, exactly. @throws SkeinError VALIDATION where a search finds more than it can tell */
export async function countMatching(sql: SqlClient, who: Who, query: MatchingQuery): Promise<number> {
  const { from, where } = await matchingOf(sql, who, query);
  const { rows } = await sql.query<{ count: number }>(`select count(*)::int as count from ${from}`, where.values);
  return rows[0]?.count ?? 0;
}

/** The conversations of a list, up to a number. */
export async function findMatchingIds(
  sql: SqlClient,
  who: Who,
  query: MatchingQuery & { limit: number },
): Promise<number[]> {
  const { from, where } = await matchingOf(sql, who, query);
  const { rows } = await sql.query<{ id: number }>(
    `select e.id from ${from} order by e.id limit ${where.value(query.limit)}`,
    where.values,
  );
  return rows.map((row) => row.id);
}

/** Ids of one page with their sort keys, and how many there are. One row more than asked tells whether there is a next page. */
export async function findPage(
  sql: SqlClient,
  who: Who,
  query: ConversationQuery,
): Promise<{ ids: { id: number; time: Date | null }[]; total: number; isCapped: boolean }> {
  const { where, isCapped } = await conditionsOf(sql, who, query);
  const { join, key, isDescending, present } = keyOf(query.folder, query.sort);
  if (present) where.add(present);
  const {
    rows: [count],
  } = await sql.query<{ count: number }>(
    `select count(*)::int as count from (select 1 from enrolment e ${join} where ${where.sql} limit ${totalCap + 1}) q`,
    where.values,
  );
  const [compare, order] = isDescending ? ['<', 'DESC'] : ['>', 'ASC'];
  if (query.after) where.add(`(${key}, e.id) ${compare} (?::timestamptz, ?::int)`, query.after[0], query.after[1]);
  const { rows } = await sql.query<{ id: number; time: Date | null }>(
    `select e.id, ${key} as time from enrolment e ${join} where ${where.sql} order by ${key} ${order}, e.id ${order}
      limit ${where.value(query.limit + 1)} offset ${where.value(query.offset)}`,
    where.values,
  );
  return { ids: rows, total: count?.count ?? 0, isCapped };
}
