import type { SqlClient } from '#platform/db/database';
import type { MailboxFilter } from './mailbox-filter';

export const stateCondition = {
  connected: 'm.is_smtp_success and m.is_imap_success and m.failing_since is null and not m.is_suspended',
  failing: '(not m.is_smtp_success or not m.is_imap_success or m.failing_since is not null) and not m.is_suspended',
  suspended: 'm.is_suspended',
} as const;

const isUsed = 'exists (select from campaign_mailbox cm where cm.mailbox_id = m.id)';
const useCondition = {
  true: isUsed,
  false: `not ${isUsed}`,
  active: `exists (
    select
    from campaign_mailbox cm
    join campaign c on c.id = cm.campaign_id
    where cm.mailbox_id = m.id and c.status = 'ACTIVE'
  )`,
} as const;

/** Since when, and until when, mailboxes of an age were connected; `$2` is campaign time. */
const ageCondition = {
  under_7: `m.created_at > $2::timestamptz - interval '7 days'`,
  '7_to_30': `m.created_at <= $2::timestamptz - interval '7 days' and m.created_at > $2::timestamptz - interval '30 days'`,
  '30_to_90': `m.created_at <= $2::timestamptz - interval '30 days' and m.created_at > $2::timestamptz - interval '90 days'`,
  over_90: `m.created_at <= $2::timestamptz - interval '90 days'`,
} as const;

/** The conditions of a filter about `mailbox m`; the first two values are the workspace and campaign time. */
export function mailboxConditions(
  workspaceId: number,
  now: Date,
  filter: MailboxFilter,
): { where: string[]; values: unknown[] } {
  const values: unknown[] = [workspaceId, now];
  const where = ['m.workspace_id = $1', 'm.deleted_at is null', '$2::timestamptz is not null'];
  const add = (text: (place: string) => string, value: unknown) => {
    values.push(value);
    where.push(text(`$${values.length}`));
  };
  if (filter.ids) add((place) => `m.id = any(${place})`, filter.ids);
  if (filter.exceptIds?.length) add((place) => `m.id <> all(${place}::int[])`, filter.exceptIds);
  if (filter.search)
    add(
      (place) => `(m.from_email ilike ${place} or m.from_name ilike ${place})`,
      `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`,
    );
  if (filter.state) where.push(stateCondition[filter.state]);
  if (filter.type) add((place) => `m.type = ${place}`, filter.type);
  if (filter.inUse) where.push(useCondition[filter.inUse]);
  if (filter.tagIds?.length)
    add(
      (place) => `exists (select from mailbox_tag mt where mt.mailbox_id = m.id and mt.tag_id = any(${place}))`,
      filter.tagIds,
    );
  if (filter.clientId) add((place) => `m.client_id = ${place}`, filter.clientId);
  if (filter.hasNoClient) where.push('m.client_id is null');
  if (filter.domain) add((place) => `split_part(m.from_email, '@', 2) = ${place}`, filter.domain);
  if (filter.isWarming !== undefined)
    where.push(`coalesce(m.warmup ->> 'enabled', 'false') ${filter.isWarming ? '=' : '<>'} 'true'`);
  if (filter.smtp) where.push(`${filter.smtp === 'ok' ? '' : 'not '}m.is_smtp_success`);
  if (filter.imap) where.push(`${filter.imap === 'ok' ? '' : 'not '}m.is_imap_success`);
  if (filter.age) where.push(ageCondition[filter.age]);
  if (filter.memberId) add((place) => `m.id in (select member_mailboxes(${place}))`, filter.memberId);
  return { where, values };
}

/** A filter over mailboxes at one moment, up to a number. */
interface MailboxesToMatch {
  now: Date;
  filter: MailboxFilter;
  limit: number;
}

/** Ids of the mailboxes that a filter matches, in their order, at most `limit`. */
export async function findMatchingIds(
  workspaceId: number,
  sql: SqlClient,
  { now, filter, limit }: MailboxesToMatch,
): Promise<number[]> {
  const { where, values } = mailboxConditions(workspaceId, now, filter);
  const { rows } = await sql.query<{ id: number }>(
    `select m.id from mailbox m where ${where.join(' and ')} order by m.id limit $${values.length + 1}`,
    [...values, limit],
  );
  return rows.map((row) => row.id);
}
