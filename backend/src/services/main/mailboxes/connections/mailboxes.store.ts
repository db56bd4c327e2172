import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredCampaign } from '#engine/rows/central-rows';
import type { Database } from '#platform/db/database';
import type { CampaignScope } from '#access/access.api';
import { localDay } from '#engine/sending/local-day';
import type { MailboxFilter } from './mailbox-filter';
import { mailboxConditions, stateCondition } from './mailbox-conditions.store';
import { findIn, mailboxCounts, sentInADay, type MailboxRecord } from './mailbox-record.store';

/** One page of the list. */
export interface MailboxPage extends MailboxFilter {
  sort: 'newest' | 'email' | 'sent_today';
  limit: number;
  after?: { key: string | number; id: number };
}

/** The mailbox whose campaigns are listed, with the day of its time zone. */
interface CampaignsOfMailbox {
  now: Date;
  mailboxId: MailboxId;
  timeZone: string;
  scope: CampaignScope;
}

export const findMailboxPage = (db: Database, workspaceId: WorkspaceId, now: Date, filter: MailboxPage) =>
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
      `select m.*, ${order.key} as sort_key, ${mailboxCounts} from mailbox m where ${where.join(' and ')}
        order by ${order.key} ${order.direction}, m.id ${order.direction} limit $${values.length}`,
      values,
    );
    return { rows, total: total?.count ?? 0 };
  });

export const countMailboxes = (
  db: Database,
  workspaceId: WorkspaceId,
  scope: Pick<CampaignScope, 'clientId' | 'memberId'>,
) =>
  db.tenantSql(workspaceId, async (sql) => {
    const {
      rows: [row],
    } = await sql.query<{ all: number; connected: number; failing: number; suspended: number }>(
      `
        select count(*)::int as all, count(*) filter (where ${stateCondition.connected})::int as connected,
          count(*) filter (where ${stateCondition.failing})::int as failing,
            count(*) filter (where ${stateCondition.suspended})::int as suspended
        from mailbox m
        where m.workspace_id = $1
          and m.deleted_at is null
          and ($2::int is null or m.client_id = $2)
          and ($3::int is null or m.id in (select member_mailboxes($3)))
      `,
      [workspaceId, scope.clientId, scope.memberId],
    );
    return row as { all: number; connected: number; failing: number; suspended: number };
  });

/** Those of the mailboxes that are inside the scope. */
export const findVisibleIds = (
  db: Database,
  workspaceId: WorkspaceId,
  mailboxIds: MailboxId[],
  scope: Pick<CampaignScope, 'clientId' | 'memberId'>,
) =>
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
  );

export const findMailbox = (db: Database, workspaceId: WorkspaceId, now: Date, mailboxId: MailboxId) =>
  db.tenantSql(workspaceId, async (sql) => await findIn(sql, workspaceId, now, mailboxId));

export const findByAddress = (db: Database, workspaceId: WorkspaceId, email: string) =>
  db.tenantSql(
    workspaceId,
    async (sql) =>
      (
        await sql.query<{ id: number; deleted_at: Date | null }>(
          'select id, deleted_at from mailbox where workspace_id = $1 and from_email = $2',
          [workspaceId, email],
        )
      ).rows[0] ?? null,
  );

/**
 * Whether the installation uses the address, or the workspace has it as a seed, also where it is disabled for now: a
 * seed that sends would judge itself, and the pool answers what arrives. What other workspaces call their seeds does
 * not matter: anyone could keep a mailbox from its owner.
 */
export const findInstallationUse = (db: Database, workspaceId: WorkspaceId, email: string) =>
  db.systemSql(async (sql) => {
    const { rows } = await sql.query<{ use: 'seed' | 'pool' | null }>(
      `
        select
          case
            when exists (
              select
              from placement_seed
              where email = lower($1)
                and deleted_at is null
                and (owner_workspace_id is null or owner_workspace_id = $2)
            ) then 'seed'
            when exists (select from warmup_pool_member where email = lower($1) and not is_sandbox) then 'pool'
            end as use
      `,
      [email, workspaceId],
    );
    return rows[0]?.use ?? null;
  });

export const readSecrets = (db: Database, workspaceId: WorkspaceId, mailboxId: MailboxId) =>
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
  );

export const findCampaignsOfMailbox = (
  db: Database,
  workspaceId: WorkspaceId,
  { now, mailboxId, timeZone, scope }: CampaignsOfMailbox,
) =>
  db.tenantSql(workspaceId, async (sql) => {
    const day = localDay(timeZone, now.getTime());
    return (
      await sql.query<
        Pick<StoredCampaign, 'id' | 'name' | 'status'> & { leads: number; due_today: number; sent_today: number }
      >(
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
                and i.kind = 'CAMPAIGN'
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
  });
