import type { StoredCampaign } from '#engine/rows/central-rows';
import type { Database } from '#platform/db/database';
import { checkClient, type CampaignScope, type Who } from '#access/access.api';
import { tagsInSight } from '#labels/labels.api';
import { localDay } from '#engine/sending/local-day';
import type { MailboxFilter } from './mailbox-filter';
import { findMatchingIds, mailboxConditions, stateCondition } from './mailbox-conditions.store';
import {
  applyClientRules,
  insertMailbox,
  writeSecrets,
  type NewMailbox,
  type SealedSecret,
} from './insert-mailbox.store';
import { mailboxCareStore } from './mailbox-care.store';
import { findIn, mailboxCounts, sentInADay, type MailboxRecord } from './mailbox-record.store';
import { cancelReserved, removeInside, suspendInside } from './stop-mailbox.store';

export type { MailboxRecord };

/** One page of the list. */
export interface MailboxPage extends MailboxFilter {
  sort: 'newest' | 'email' | 'sent_today';
  limit: number;
  after?: { key: string | number; id: number };
}

/** The mailbox whose campaigns are listed, with the day of its time zone. */
interface CampaignsOfMailbox {
  now: Date;
  mailboxId: number;
  timeZone: string;
  scope: CampaignScope;
}

/** Tags to add to mailboxes and tags to remove from them. */
interface TagsToChange {
  mailboxIds: number[];
  add: number[];
  remove: number[];
  who: Who;
}

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
        `select m.*, ${order.key} as sort_key, ${mailboxCounts} from mailbox m where ${where.join(' and ')} order by ${order.key} ${order.direction}, m.id ${order.direction} limit $${values.length}`,
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

  checkClient: (workspaceId: number, clientId: number | null | undefined, memberId: number | null) =>
    db.tenantSql(workspaceId, (sql) => checkClient(workspaceId, sql, clientId, memberId)),

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

  /** Whether the installation uses the address, also where it is disabled for now: a seed that sends would judge itself, and the pool answers what arrives. */
  installationUseOf: (email: string) =>
    db.systemSql(async (sql) => {
      const { rows } = await sql.query<{ use: 'seed' | 'pool' | null }>(
        `
          select
            case
              when exists (select from placement_seed where email = lower($1) and deleted_at is null) then 'seed'
              when exists (select from warmup_pool_member where email = lower($1) and not is_sandbox) then 'pool'
              end as use
        `,
        [email],
      );
      return rows[0]?.use ?? null;
    }),

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
      // A limit that a person writes is theirs, also where a placement test lowered it to the same number: no test restores another.
      const released = given.some(([name]) => name === 'message_per_day') ? `placement = placement - 'cap', ` : '';
      // What DNS says of its domain does not change a mailbox: an archive of it stays equal over the look-up of the day.
      const touched = given.every(([name]) => name.startsWith('dns_')) ? '' : ', updated_at = now()';
      if (given.length > 0)
        await sql.query(
          `update mailbox set ${released}${given.map(([name], index) => `"${name}" = $${index + 3}`).join(', ')}${touched} where workspace_id = $1 and id = $2`,
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

  campaigns: (workspaceId: number, { now, mailboxId, timeZone, scope }: CampaignsOfMailbox) =>
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

  /** Campaign emails that are reserved for a mailbox that rests are taken back, to leave later; what a person wrote still leaves. */
  takeBackReserved: (workspaceId: number, mailboxId: number) =>
    db.tenantSql(workspaceId, (sql) => cancelReserved(sql, mailboxId, 'MAILBOX_RESTING', 'campaigns')),

  suspend: (workspaceId: number, mailboxId: number, now: Date | null) =>
    db.tenantSql(workspaceId, (sql) => suspendInside(workspaceId, sql, mailboxId, now)),
  /** The same inside a transaction that changes more. */
  suspendInside,

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
  tagMany: (workspaceId: number, { mailboxIds, add, remove, who }: TagsToChange) =>
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
          from mailbox m, unnest($3::int[]) as t(id)
          where m.workspace_id = $1
            and m.id = any($2::int[])
            and m.deleted_at is null
          on conflict
          do nothing
        `,
        [workspaceId, mailboxIds, await tagsInSight(sql, who, add)],
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

  ...mailboxCareStore(db),
});

export type MailboxStore = ReturnType<typeof mailboxStore>;
