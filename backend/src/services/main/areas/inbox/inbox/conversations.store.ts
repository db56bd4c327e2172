import { waitingHours, type InboxFilter, type InboxFolder, type InboxSort } from '@skein/contracts/main/inbox-views';
import { Conditions } from '../../../../../platform/db/conditions';
import type { SqlClient } from '../../../../../platform/db/database';
import { scopeOf, type Who } from '../../access/access.api';
import { addConversationScope } from './conversation-scope';

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
/** Conversations that a text search finds at most, of each kind: by the lead of what came, by the lead of what was sent, by the words that came; the newest ones. */
const searchCap = 1_000;

/** Folders that hold only conversations in which something came. */
const inboundFolders: ReadonlySet<InboxFolder> = new Set<InboxFolder>(['replies', 'unread', 'all']);

const notHidden = 'not e.is_archived and (e.snoozed_until is null or e.snoozed_until <= ?)';

/** What makes a conversation stand in a folder. */
function addFolder(where: Conditions, query: Pick<ConversationQuery, 'folder' | 'now'>, who: Who): void {
  switch (query.folder) {
    case 'replies':
      where.add('e.last_inbound_at is not null').add(notHidden, query.now);
      break;
    case 'unread':
      where.add('e.last_inbound_at is not null').add(notHidden, query.now).add('NOT e.is_read');
      break;
    case 'assigned_to_me':
      where.add('e.assigned_user_id = ?', who.userId).add('NOT e.is_archived');
      break;
    case 'important':
      where.add('e.is_important');
      break;
    case 'snoozed':
      where.add('e.snoozed_until > ?', query.now);
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

/** From here on a search may have left some out. */
const searchExact = 500;

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
    isCapped = rows.length >= searchExact;
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

/** A person wrote, and nobody has answered: neither here nor from the mailbox itself. Refusals (3, 4), absences (6), handed on (7) and bounces (9) wait for nobody. */
const waitingSql = `
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
    `select e.id, ${key} as time from enrolment e ${join} where ${where.sql} order by ${key} ${order}, e.id ${order} limit ${where.value(query.limit + 1)} offset ${where.value(query.offset)}`,
    where.values,
  );
  return { ids: rows, total: count?.count ?? 0, isCapped };
}

/** A line of the list as the database has it. */
export interface ConversationRecord {
  id: number;
  lead_id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  company_name: string | null;
  campaign_id: number;
  campaign_name: string;
  campaign_status: string;
  client_id: number | null;
  parent_campaign_id: number | null;
  mailbox_id: number | null;
  mailbox_email: string | null;
  status: string;
  reason: string | null;
  category_id: number | null;
  category_by: string | null;
  is_read: boolean;
  is_important: boolean;
  is_archived: boolean;
  snoozed_until: Date | null;
  hold_kind: string | null;
  hold_until: Date | null;
  assigned_user_id: number | null;
  assigned_name: string | null;
  revenue: string;
  last_reply_at: Date | null;
  last_sent_at: Date | null;
  last_inbound_at: Date | null;
  next_reminder_at: Date | null;
  next_scheduled_at: Date | null;
  open_count: number;
  click_count: number;
  reply_count: number;
  is_bounced: boolean;
  is_unsubscribed: boolean;
  direction: 'in' | 'out' | null;
  kind: string | null;
  is_automatic: boolean | null;
  subject: string | null;
  snippet: string | null;
}

/** The lines of these conversations. @param prefer which mail a line shows when there are both */
export async function readRows(
  workspaceId: number,
  sql: SqlClient,
  ids: readonly number[],
  prefer: 'in' | 'out',
): Promise<Map<number, ConversationRecord>> {
  const newest = (direction: 'in' | 'out') =>
    `
      (
        select m.direction, m.kind, m.is_automatic, m.subject, m.snippet
        from message m
        where m.enrolment_id = e.id and m.direction = '${direction}' and m.kind not in ('bounce', 'other')
        order by m.at desc, m.id desc
        limit 1
      )
    `;
  const { rows } = await sql.query<ConversationRecord>(
    `
      select e.id, e.lead_id, l.email, l.first_name, l.last_name, l.company_name, e.campaign_id,
        c.name as campaign_name, c.status as campaign_status, c.client_id, c.parent_campaign_id, e.mailbox_id,
        b.from_email as mailbox_email, e.status, e.reason, e.category_id, e.category_by, e.is_read,
        e.is_important, e.is_archived, e.snoozed_until, e.hold_kind, e.hold_until, e.assigned_user_id,
        coalesce(u.name, u.email) as assigned_name, e.revenue::text, e.last_reply_at, e.last_sent_at,
        e.last_inbound_at,
        (
          select min(r.remind_at) from reminder r where r.enrolment_id = e.id and r.status = 'SCHEDULED'
        ) as next_reminder_at,
        (
          select min(i.send_at)
          from intent i
          where i.enrolment_id = e.id and i.kind in ('REPLY', 'FORWARD') and i.state = 'RESERVED'
        ) as next_scheduled_at,
        e.open_count, e.click_count, e.reply_count, e.is_bounced, e.is_unsubscribed, n.direction, n.kind,
        n.is_automatic, n.subject, n.snippet
      from enrolment e
      join lead l on l.id = e.lead_id
      join campaign c on c.id = e.campaign_id
      left join mailbox b on b.id = e.mailbox_id
      left join app_user u on u.id = e.assigned_user_id
      left join lateral (
        select *
        from (select 1 as place, t.* from ${newest(prefer)} t union all select 2, t.* from ${newest(prefer === 'in' ? 'out' : 'in')} t) newest
        order by place
        limit 1
      ) n on true
      where e.workspace_id = $1 and e.id = any($2)
    `,
    [workspaceId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface FolderCounts {
  folders: Record<string, number>;
  categories: { category_id: number | null; count: number }[];
}

/** Numbers beside the folders: one pass over the index of received conversations, and small ones over the rest. */
export async function countFolders(sql: SqlClient, who: Who, now: Date): Promise<FolderCounts> {
  const inbound = new Conditions(now).add('e.workspace_id = ?', who.workspaceId);
  await addConversationScope(sql, inbound, who);
  const scope = scopeOf(who);
  const active = 'not e.is_archived and (e.snoozed_until is null or e.snoozed_until <= $1)';
  const { rows } = await sql.query<{ category_id: number | null; active: number; unread: number }>(
    `
      select e.category_id, count(*) filter (where ${active})::int as active,
        count(*) filter (where ${active} and not e.is_read)::int as unread
      from enrolment e
      where ${inbound.sql} and e.last_inbound_at is not null
      group by 1
    `,
    inbound.values,
  );
  const {
    rows: [small],
  } = await sql.query<Record<string, number>>(
    `
      select (select count(*)::int from enrolment e where ${inbound.sql} and e.is_important) as important,
        (select count(*)::int from enrolment e where ${inbound.sql} and e.snoozed_until > $1) as snoozed,
        (
          select count(*)::int from enrolment e where ${inbound.sql} and e.assigned_user_id = ${inbound.value(who.userId)} and not e.is_archived
        ) as assigned_to_me,
        (
          select count(distinct r.enrolment_id)::int
          from reminder r
          join enrolment e on e.id = r.enrolment_id
          where ${inbound.sql} and r.workspace_id = ${inbound.value(who.workspaceId)}
        ) as reminders,
        (
          select count(distinct i.enrolment_id)::int
          from intent i
          join enrolment e on e.id = i.enrolment_id
          where ${inbound.sql} and i.workspace_id = ${inbound.value(who.workspaceId)} and i.kind in ('REPLY', 'FORWARD') and i.state = 'RESERVED'
        ) as scheduled,
        (
          select count(*)::int
          from enrolment e
          where ${inbound.sql} and (${waitingSql.replace('?', () => inbound.value(new Date(now.getTime() - waitingHours * 3_600_000)))})
        ) as waiting,
        (
          select count(*)::int
          from message m
          join mailbox b on b.id = m.mailbox_id
          where m.workspace_id = ${inbound.value(who.workspaceId)}
            and m.untracked_state = 'OPEN'
            and (${inbound.value(scope.clientId)}::int is null or b.client_id = ${inbound.value(scope.clientId)})
            and (${inbound.value(scope.memberId)}::int is null or b.id in (select member_mailboxes(${inbound.value(scope.memberId)})))
        ) as untracked
    `,
    inbound.values,
  );
  const sum = (pick: (row: { active: number; unread: number }) => number) =>
    rows.reduce((total, row) => total + pick(row), 0);
  return {
    folders: { replies: sum((row) => row.active), unread: sum((row) => row.unread), ...small },
    categories: rows
      .filter((row) => row.active > 0)
      .map((row) => ({ category_id: row.category_id, count: row.active }))
      .sort((one, other) => (one.category_id ?? Infinity) - (other.category_id ?? Infinity)),
  };
}

/** How fresh the mailboxes are: the one that was read longest ago, and how many cannot be read. */
export async function readSyncState(
  workspaceId: number,
  sql: SqlClient,
  clientId: number | null,
): Promise<{ last_synced_at: Date | null; sync_errors: number }> {
  const {
    rows: [row],
  } = await sql.query<{ last_synced_at: Date | null; sync_errors: number }>(
    `
      select min(last_synced_at) filter (where sync_error is null) as last_synced_at,
        count(*) filter (where sync_error is not null)::int as sync_errors
      from mailbox
      where workspace_id = $1 and deleted_at is null and ($2::int is null or client_id = $2)
    `,
    [workspaceId, clientId],
  );
  return row ?? { last_synced_at: null, sync_errors: 0 };
}
