import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import { slaHours, waitingHours } from '@skein/contracts/main/inbox-choices';
import { Conditions } from '#platform/db/conditions';
import type { SqlClient } from '#platform/db/database';
import { scopeOf, type Who } from '#access/access.api';
import { addConversationScope } from './conversation-scope.store';
import { waitingSql } from './conversation-page.store';
import { shownSql, snoozedSql } from './snooze.store';

export interface FolderCounts {
  folders: Record<string, number>;
  categories: { category_id: number | null; count: number }[];
}

/** Numbers beside the folders: one pass over the index of received conversations, and small ones over the rest. */
export async function countFolders(sql: SqlClient, who: Who, now: Date): Promise<FolderCounts> {
  const inbound = new Conditions(now).add('e.workspace_id = ?', who.workspaceId);
  await addConversationScope(sql, inbound, who);
  const scope = scopeOf(who);
  const active = shownSql('$1');
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
        (select count(*)::int from enrolment e where ${inbound.sql} and ${snoozedSql('$1')}) as snoozed,
        (
          select count(*)::int from enrolment e where ${inbound.sql} and e.assigned_user_id = ${inbound.value(who.userId)}
            and not e.is_archived
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
          where ${inbound.sql} and i.workspace_id = ${inbound.value(who.workspaceId)} and i.kind in ('REPLY', 'FORWARD')
            and i.state = 'RESERVED'
        ) as scheduled,
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
  const waiting = await countWaiting(sql, who, now);
  const sum = (pick: (row: { active: number; unread: number }) => number) =>
    rows.reduce((total, row) => total + pick(row), 0);
  return {
    folders: { replies: sum((row) => row.active), unread: sum((row) => row.unread), ...small, ...waiting },
    categories: rows
      .filter((row) => row.active > 0)
      .map((row) => ({ category_id: row.category_id, count: row.active }))
      .sort((one, other) => (one.category_id ?? Infinity) - (other.category_id ?? Infinity)),
  };
}

/** How many wait for an answer longer than each of the hours of the views: read once, by the time since when they wait. */
async function countWaiting(sql: SqlClient, who: Who, now: Date): Promise<Record<string, number>> {
  const where = new Conditions().add('e.workspace_id = ?', who.workspaceId);
  await addConversationScope(sql, where, who);
  const since = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  where.add(waitingSql, since(Math.min(...slaHours)));
  const columns = slaHours.map(
    (hours) => `count(*) filter (where e.last_reply_at <= ${where.value(since(hours))})::int as waiting_${hours}`,
  );
  const {
    rows: [row],
  } = await sql.query<Record<string, number>>(
    `select ${columns.join(', ')} from enrolment e where ${where.sql}`,
    where.values,
  );
  return { ...row, waiting: row?.[`waiting_${waitingHours}`] ?? 0 };
}

/** How fresh the mailboxes are: the one that was read longest ago, and how many cannot be read. */
export async function readSyncState(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  clientId: ClientId | null,
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
