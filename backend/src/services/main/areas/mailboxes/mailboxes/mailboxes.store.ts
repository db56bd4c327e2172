import type { Database, SqlClient } from '../../../../../platform/db/database';
import { cancelReservedWhere } from '../../lifecycle/lifecycle.api';
import { hasClient, type CampaignScope } from '../../access/access.api';
import { isSeenBy } from '../../labels/labels.api';
import { localDay } from '../../../../../engine/sending/local-day';
import type { MailboxFilter } from './mailbox-filter';
import { findMatchingIds, mailboxConditions, stateCondition } from './mailbox-conditions.store';
import {
  applyClientRules,
  insertMailbox,
  writeSecrets,
  type NewMailbox,
  type SealedSecret,
} from './insert-mailbox.store';

/** A mailbox row with the counts its view needs. */
export interface MailboxRecord {
  id: number;
  workspace_id: number;
  client_id: number | null;
  from_name: string;
  from_email: string;
  type: string;
  auth_method: string;
  smtp_host: string;
  smtp_port: number;
  smtp_port_type: 'SSL' | 'TLS' | 'NONE';
  smtp_username: string;
  imap_host: string;
  imap_port: number;
  imap_port_type: 'SSL' | 'TLS' | 'NONE';
  imap_username: string;
  is_smtp_success: boolean;
  is_imap_success: boolean;
  smtp_failure_error: string | null;
  imap_failure_error: string | null;
  failure_code: string | null;
  failing_since: Date | null;
  checked_at: Date | null;
  is_suspended: boolean;
  message_per_day: number;
  ramp: { from: string; start: number; increase: number } | null;
  resting_until: Date | null;
  min_time_to_wait_minutes: number;
  time_zone: string;
  signature: string | null;
  bcc_email: string | null;
  different_reply_to_address: string | null;
  custom_tracking_domain: string | null;
  dns_check: Record<string, unknown>;
  dns_checked_at: Date | null;
  warmup: { enabled?: boolean; per_day?: number };
  last_send_at: Date | null;
  last_synced_at: Date | null;
  sync_error: string | null;
  sync_lag_seconds: number | null;
  sync_lag_at: Date | null;
  created_by: number | null;
  created_at: Date;
  updated_at: Date;
  campaign_count: number;
  waiting_leads: number;
  sent_last_24_hours: number;
  sent_today: number;
  reserved_today: number;
  tags: { id: number; name: string; color: string }[];
  total: number;
}

/** One page of the list. */
export interface MailboxPage extends MailboxFilter {
  sort: 'newest' | 'email' | 'sent_today';
  limit: number;
  after?: { key: string | number; id: number };
}

/** Everything that left, warmup too: what the provider counts. */
const sentInADay = `((select count(*) from intent i where i.mailbox_id = m.id and i.state in ('SENT','IN_DOUBT','SUBMITTING') and i.send_at > $2::timestamptz - interval '24 hours')
  + (select count(*) from warmup_mail w where w.workspace_id = m.workspace_id and w.from_mailbox_id = m.id and w.state in ('SENT','IN_DOUBT','SUBMITTING') and w.sent_at > $2::timestamptz - interval '24 hours'))`;
const counts = `
  (select count(*)::int from campaign_mailbox cm where cm.mailbox_id = m.id) as campaign_count,
  (select count(*)::int from enrolment e where e.mailbox_id = m.id and e.status = 'INPROGRESS') as waiting_leads,
  ${sentInADay}::int as sent_last_24_hours,
  (select count(*) filter (where i.state in ('SENT','IN_DOUBT'))::int from intent i where i.mailbox_id = m.id and i.kind = 'CAMPAIGN' and i.state in ('SENT','IN_DOUBT') and i.send_at >= date_trunc('day', $2::timestamptz at time zone m.time_zone) at time zone m.time_zone) as sent_today,
  (select count(*)::int from intent i where i.mailbox_id = m.id and i.kind = 'CAMPAIGN' and i.state in ('RESERVED','SUBMITTING') and i.send_at < (date_trunc('day', $2::timestamptz at time zone m.time_zone) + interval '1 day') at time zone m.time_zone) as reserved_today,
  coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name) from mailbox_tag mt join tag t on t.id = mt.tag_id where mt.mailbox_id = m.id), '[]') as tags`;

/** Mailboxes of a workspace. Credentials are in a table of their own and are read only by `readSecret`. */
export const mailboxStore = (db: Database) => ({
  list: (workspaceId: number, now: Date, filter: MailboxPage) =>
    db.tenantSql(workspaceId, async (sql) => {
      const { where, values } = mailboxConditions(workspaceId, now, filter);
      const {
        rows: [total],
      } = await sql.query<{ count: number }>(
        `select count(*)::int as count from mailbox m where ${where.join(' and ')}`,
        values,
      );
      const order = {
        newest: { key: 'm.id', direction: 'desc' },
        email: { key: 'm.from_email', direction: 'asc' },
        sent_today: { key: sentInADay, direction: 'desc' },
      }[filter.sort];
      if (filter.after) {
        values.push(filter.after.key, filter.after.id);
        where.push(
          `(${order.key}, m.id) ${order.direction === 'desc' ? '<' : '>'} ($${values.length - 1}, $${values.length})`,
        );
      }
      values.push(filter.limit + 1);
      const { rows } = await sql.query<MailboxRecord & { sort_key: string | number }>(
        `select m.*, ${order.key} as sort_key, ${counts} from mailbox m where ${where.join(' and ')} order by ${order.key} ${order.direction}, m.id ${order.direction} limit $${values.length}`,
        values,
      );
      return { rows, total: total?.count ?? 0 };
    }),

  totals: (workspaceId: number, scope: Pick<CampaignScope, 'clientId' | 'memberId'>) =>
    db.tenantSql(workspaceId, async (sql) => {
      const {
        rows: [row],
      } = await sql.query<{ all: number; connected: number; failing: number; suspended: number }>(
        `
          select count(*)::int as all, count(*) filter (where ${stateCondition.connected})::int as connected,
            count(*) filter (where ${stateCondition.failing})::int as failing, count(*) filter (where ${stateCondition.suspended})::int as suspended
          from mailbox m
          where m.workspace_id = $1
            and m.deleted_at is null
            and ($2::int is null or m.client_id = $2)
            and ($3::int is null or m.id in (select member_mailboxes($3)))
        `,
        [workspaceId, scope.clientId, scope.memberId],
      );
      return row as { all: number; connected: number; failing: number; suspended: number };
    }),

  /** Those of the mailboxes that are inside the scope. */
  visibleIds: (workspaceId: number, mailboxIds: number[], scope: Pick<CampaignScope, 'clientId' | 'memberId'>) =>
    db.tenantSql(workspaceId, async (sql) =>
      (
        await sql.query<{ id: number }>(
          `
            select m.id
            from mailbox m
            where m.workspace_id = $1
              and m.id = any($2::int[])
              and ($3::int is null or m.client_id = $3)
              and ($4::int is null or m.id in (select member_mailboxes($4)))
          `,
          [workspaceId, mailboxIds, scope.clientId, scope.memberId],
        )
      ).rows.map((row) => row.id),
    ),

  hasClient: (workspaceId: number, clientId: number, memberId: number | null) =>
    db.tenantSql(workspaceId, (sql) => hasClient(workspaceId, sql, clientId, memberId)),

  find: (workspaceId: number, now: Date, mailboxId: number) =>
    db.tenantSql(workspaceId, async (sql) => await findIn(sql, workspaceId, now, mailboxId)),

  exists: (workspaceId: number, email: string) =>
    db.tenantSql(
      workspaceId,
      async (sql) =>
        (
          await sql.query<{ id: number; deleted_at: Date | null }>(
            'select id, deleted_at from mailbox where workspace_id = $1 and from_email = $2',
            [workspaceId, email],
          )
        ).rows[0] ?? null,
    ),

  insert: (workspaceId: number, mailbox: NewMailbox, seal: (mailboxId: number) => SealedSecret[]) =>
    db.tenantSql(workspaceId, (sql) => insertMailbox(workspaceId, sql, mailbox, seal)),

  /** The same inside a transaction that settles more. */
  insertInside: insertMailbox,
  /** For mailboxes that got their tags after they were inserted. */
  applyClientRules: (workspaceId: number, mailboxIds: readonly number[]) =>
    db.tenantSql(workspaceId, (sql) => applyClientRules(workspaceId, sql, mailboxIds)),

  update: (
    workspaceId: number,
    mailboxId: number,
    change: Partial<Record<string, unknown>>,
    secrets: { kind: string; sealed: Uint8Array }[] = [],
  ) =>
    db.tenantSql(workspaceId, async (sql) => {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      if (given.length > 0)
        await sql.query(
          `update mailbox set ${given.map(([name], index) => `"${name}" = $${index + 3}`).join(', ')}, updated_at = now() where workspace_id = $1 and id = $2`,
          [workspaceId, mailboxId, ...given.map(([, value]) => value)],
        );
      await writeSecrets(workspaceId, sql, mailboxId, secrets);
    }),

  readSecrets: (workspaceId: number, mailboxId: number) =>
    db.tenantSql(
      workspaceId,
      async (sql) =>
        new Map(
          (
            await sql.query<{ kind: string; sealed: Buffer }>(
              'select kind, sealed from mailbox_secret where workspace_id = $1 and mailbox_id = $2',
              [workspaceId, mailboxId],
            )
          ).rows.map((row) => [row.kind, row.sealed]),
        ),
    ),

  campaigns: (workspaceId: number, now: Date, mailboxId: number, timeZone: string, scope: CampaignScope) =>
    db.tenantSql(workspaceId, async (sql) => {
      const day = localDay(timeZone, now.getTime());
      return (
        await sql.query<{
          id: number;
          name: string;
          status: string;
          leads: number;
          due_today: number;
          sent_today: number;
        }>(
          `
            select c.id, c.name, c.status,
              (
                select count(*)::int from enrolment e where e.campaign_id = c.id and e.mailbox_id = $2
              ) as leads,
              (
                select count(*)::int
                from enrolment e
                where e.campaign_id = c.id
                  and e.mailbox_id = $2
                  and e.status = 'INPROGRESS'
                  and e.next_eligible_at < $4
              ) as due_today,
              (
                select count(*)::int
                from intent i
                where i.campaign_id = c.id
                  and i.mailbox_id = $2
                  and i.state in ('SENT','IN_DOUBT')
                  and i.send_at >= $3
              ) as sent_today
            from campaign_mailbox cm
            join campaign c on c.id = cm.campaign_id
            where cm.workspace_id = $1
              and cm.mailbox_id = $2
              and ($5::int is null or c.client_id = $5)
              and ($6::int is null or c.id in (select member_campaigns($6)))
            order by c.id desc
            limit 500
          `,
          [workspaceId, mailboxId, day.start, day.end, scope.clientId, scope.memberId],
        )
      ).rows;
    }),

  /** Credentials are destroyed, reservations taken back, and leads that were never mailed let go of the mailbox. @returns leads that need another mailbox */
  remove: (workspaceId: number, mailboxId: number, now: Date) =>
    db.tenantSql(workspaceId, (sql) => removeInside(workspaceId, sql, mailboxId, now)),
  /** The same inside a transaction that removes more. */
  removeInside,

  /** Ids of the mailboxes that a filter matches. */
  findMatchingIds,

  /** Campaign mail that is reserved for a mailbox that rests is taken back, to leave later; what a person wrote still leaves. */
  takeBackReserved: (workspaceId: number, mailboxId: number) =>
    db.tenantSql(workspaceId, (sql) => cancelReserved(sql, mailboxId, 'MAILBOX_RESTING', 'campaigns')),

  suspend: (workspaceId: number, mailboxId: number, now: Date | null) =>
    db.tenantSql(workspaceId, (sql) => suspendInside(workspaceId, sql, mailboxId, now)),
  /** The same inside a transaction that changes more. */
  suspendInside,

  /** Never raises the cap. */
  lowerCap: (workspaceId: number, mailboxId: number, cap: number) =>
    db.tenantSql(workspaceId, async (sql) => {
      await sql.query(
        `
          update mailbox
          set message_per_day = least(message_per_day, $3), updated_at = now()
          where workspace_id = $1 and id = $2
        `,
        [workspaceId, mailboxId, cap],
      );
    }),

  /** @returns the mailboxes that were not so before */
  suspendMany: (workspaceId: number, mailboxIds: number[], now: Date | null) =>
    db.tenantSql(workspaceId, async (sql) => {
      const { rows } = await sql.query<{ id: number }>(
        `
          update mailbox
          set is_suspended = $3, suspended_at = $4, updated_at = now()
          where workspace_id = $1 and id = any($2::int[]) and is_suspended <> $3 and deleted_at is null
          returning id
        `,
        [workspaceId, mailboxIds, now !== null, now],
      );
      if (now) for (const { id } of rows) await cancelReserved(sql, id, 'MAILBOX_SUSPENDED', 'campaigns');
      return rows.map((row) => row.id);
    }),

  /** Tags and mailboxes of other workspaces are passed over, and for a client tags that it does not see. @returns mailboxes that were named and exist */
  tagMany: (workspaceId: number, mailboxIds: number[], add: number[], remove: number[], clientId: number | null) =>
    db.tenantSql(workspaceId, async (sql) => {
      await sql.query(
        `
          delete from mailbox_tag
          where workspace_id = $1 and mailbox_id = any($2::int[]) and tag_id = any($3::int[])
        `,
        [workspaceId, mailboxIds, remove],
      );
      await sql.query(
        `
          insert into mailbox_tag (workspace_id, mailbox_id, tag_id)
          select $1, m.id, t.id
          from mailbox m, tag t
          where m.workspace_id = $1
            and m.id = any($2::int[])
            and m.deleted_at is null
            and t.workspace_id = $1
            and t.id = any($3::int[])
            and ${isSeenBy('$4')}
          on conflict
          do nothing
        `,
        [workspaceId, mailboxIds, add, clientId],
      );
      return (
        (
          await sql.query<{ count: number }>(
            `
              select count(*)::int as count
              from mailbox
              where workspace_id = $1 and id = any($2::int[]) and deleted_at is null
            `,
            [workspaceId, mailboxIds],
          )
        ).rows[0]?.count ?? 0
      );
    }),

  markFailing: (workspaceId: number, mailboxId: number, now: Date) =>
    db.tenantSql(workspaceId, async (sql) => {
      await sql.query(
        `
          update mailbox
          set failing_since = coalesce(failing_since, $3),
            recheck_at = coalesce(recheck_at, clock_timestamp() + interval '1 minute')
          where workspace_id = $1 and id = $2
        `,
        [workspaceId, mailboxId, now],
      );
    }),

  /** Failing mailboxes whose next try is due, across workspaces. */
  dueForRecheck: () =>
    db.systemSql(
      async (sql) =>
        (
          await sql.query<{ id: number; workspace_id: number; recheck_attempts: number }>(
            `
              update mailbox
              set recheck_at = clock_timestamp() + make_interval(mins => least(60, (2 ^ least(recheck_attempts, 6))::int)),
                recheck_attempts = recheck_attempts + 1
              where id in (
                select id
                from mailbox
                where failing_since is not null
                  and deleted_at is null
                  and not is_suspended
                  and recheck_at < clock_timestamp()
                order by recheck_at
                limit 20
                for update skip locked
              )
              returning id, workspace_id, recheck_attempts
            `,
          )
        ).rows,
    ),

  dueForDnsCheck: (before: Date) =>
    db.systemSql(
      async (sql) =>
        (
          await sql.query<{ id: number; workspace_id: number; from_email: string }>(
            `
              select id, workspace_id, from_email
              from mailbox
              where deleted_at is null and (dns_checked_at is null or dns_checked_at < $1)
              order by dns_checked_at nulls first
              limit 50
            `,
            [before],
          )
        ).rows,
    ),
});

export type MailboxStore = ReturnType<typeof mailboxStore>;

async function findIn(
  sql: SqlClient,
  workspaceId: number,
  now: Date,
  mailboxId: number,
): Promise<MailboxRecord | null> {
  const { rows } = await sql.query<MailboxRecord>(
    `select m.*, ${counts} from mailbox m where m.workspace_id = $1 and m.id = $3 and m.deleted_at is null`,
    [workspaceId, now, mailboxId],
  );
  return rows[0] ?? null;
}

/** What is reserved for a mailbox goes back; what a person wrote waits for it, unless it is `all`. */
async function cancelReserved(
  sql: SqlClient,
  mailboxId: number,
  reason: string,
  which: 'campaigns' | 'all',
): Promise<void> {
  await cancelReservedWhere(
    sql,
    reason,
    `i.mailbox_id = $2 and ($3 or i.kind = 'CAMPAIGN')`,
    [mailboxId, which === 'all'],
    'next_eligible_at = coalesce(e.next_due_at, e.next_eligible_at)',
  );
}

/** Stops sending from a mailbox, or lets it send again. */
async function suspendInside(workspaceId: number, sql: SqlClient, mailboxId: number, now: Date | null): Promise<void> {
  if (now) await cancelReserved(sql, mailboxId, 'MAILBOX_SUSPENDED', 'campaigns');
  await sql.query(
    `
      update mailbox
      set is_suspended = $3, suspended_at = $4, updated_at = now()
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, mailboxId, now !== null, now],
  );
}

/** Credentials are destroyed, reservations taken back, and leads that were never mailed let go of the mailbox. @returns leads that need another mailbox */
async function removeInside(workspaceId: number, sql: SqlClient, mailboxId: number, now: Date): Promise<number> {
  await cancelReserved(sql, mailboxId, 'MAILBOX_REMOVED', 'all');
  await sql.query('delete from mailbox_secret where workspace_id = $1 and mailbox_id = $2', [workspaceId, mailboxId]);
  await sql.query('delete from campaign_mailbox where workspace_id = $1 and mailbox_id = $2', [workspaceId, mailboxId]);
  await sql.query('update mailbox set deleted_at = $3, updated_at = now() where workspace_id = $1 and id = $2', [
    workspaceId,
    mailboxId,
    now,
  ]);
  await sql.query(
    `
      update enrolment
      set mailbox_id = null
      where workspace_id = $1 and mailbox_id = $2 and status = 'STARTED'
    `,
    [workspaceId, mailboxId],
  );
  return (
    (
      await sql.query<{ count: number }>(
        `
          select count(*)::int as count
          from enrolment
          where workspace_id = $1 and mailbox_id = $2 and status = 'INPROGRESS'
        `,
        [workspaceId, mailboxId],
      )
    ).rows[0]?.count ?? 0
  );
}
