import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { DomainRecord, MailboxRecord } from './records';

/** Domains and mailboxes that were bought, over all orders. */

interface OfOrder {
  offer_id: number;
  client_name: string | null;
}
export interface PurchasedMailboxRecord extends MailboxRecord, OfOrder {
  dns_records: DomainRecord['records'];
  domain_status: DomainRecord['status'];
  dns_checked_at: Date | null;
  warmup: string | null;
  is_connected: boolean | null;
  message_per_day: number | null;
  is_paid: boolean;
}
export interface PurchasedDomainRecord extends DomainRecord, OfOrder {
  mailboxes: number;
  renewal_order_id: number | null;
}

const isBought = `
  exists (
    select
    from purchase_payment p
    where p.workspace_id = d.workspace_id and p.order_id = d.order_id and p.part = 'DOMAINS' and p.status = 'PAID'
  )
`;

export async function findPurchasedMailboxes(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  filter: { id?: number; search?: string; status?: string; before: number | null; limit: number },
): Promise<PurchasedMailboxRecord[]> {
  return (
    await sql.query<PurchasedMailboxRecord>(
      `
        select m.*, d.name as domain, d.records as dns_records, d.status as domain_status, d.dns_checked_at, o.offer_id,
          c.name as client_name, b.warmup ->> 'enabled' as warmup, b.is_smtp_success and b.is_imap_success as is_connected,
          b.message_per_day, m.renews_at is not null as is_paid
        from purchased_mailbox m
        join purchased_domain d on d.workspace_id = m.workspace_id and d.id = m.domain_id
        join purchase_order o on o.workspace_id = m.workspace_id and o.id = m.order_id
        left join agency_client c on c.workspace_id = o.workspace_id and c.id = o.client_id
        left join mailbox b on b.workspace_id = m.workspace_id and b.id = m.mailbox_id and b.deleted_at is null
        where m.workspace_id = $1
          and m.renews_at is not null
          and m.status not in ('REFUNDED', 'CANCELLED')
          and ($2::int is null or m.id = $2)
          and ($3::text is null or strpos(lower(m.local_part || '@' || d.name || ' ' || m.first_name || ' ' || m.last_name), lower($3)) > 0)
          and (
            $4::text is null
            or ($4 = 'ready' and m.status = 'READY' and not m.is_cancelled)
            or ($4 = 'setting-up' and m.status in ('PENDING', 'CREATING', 'CREATED', 'CONNECTED'))
            or ($4 = 'failed' and m.status = 'FAILED')
            or ($4 = 'cancelled' and (m.is_cancelled or m.status = 'EXPIRED'))
          )
          and ($5::int is null or m.id < $5)
        order by m.id desc
        limit $6
      `,
      [workspaceId, filter.id ?? null, filter.search || null, filter.status ?? null, filter.before, filter.limit],
    )
  ).rows;
}

export async function findPurchasedDomains(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  filter: { id?: number; search?: string; status?: string; before: number | null; limit: number },
): Promise<PurchasedDomainRecord[]> {
  return (
    await sql.query<PurchasedDomainRecord>(
      `
        select d.*, o.offer_id, c.name as client_name,
          (
            select count(*)::int
            from purchased_mailbox m
            where m.workspace_id = d.workspace_id
              and m.domain_id = d.id
              and m.status not in ('FAILED', 'REFUNDED', 'CANCELLED', 'EXPIRED')
          ) as mailboxes,
          (
            select max(r.order_id)
            from purchase_renewal r
            join purchase_order w on w.workspace_id = r.workspace_id and w.id = r.order_id
            where r.workspace_id = d.workspace_id and r.domain_id = d.id and r.renewed_at is null and w.status <> 'CANCELLED'
          ) as renewal_order_id
        from purchased_domain d
        join purchase_order o on o.workspace_id = d.workspace_id and o.id = d.order_id
        left join agency_client c on c.workspace_id = o.workspace_id and c.id = o.client_id
        where d.workspace_id = $1
          and ${isBought}
          and d.status not in ('REFUNDED', 'CANCELLED')
          and ($2::int is null or d.id = $2)
          and ($3::text is null or strpos(d.name, lower($3)) > 0)
          and (
            $4::text is null
            or ($4 = 'active' and d.status = 'ACTIVE')
            or ($4 = 'dns-fails' and d.dns_passes = false)
            or ($4 = 'expires' and d.expires_at < now() + interval '30 days')
            or ($4 = 'setting-up' and d.status in ('PENDING', 'REGISTERING', 'REGISTERED', 'PUBLISHED'))
            or ($4 = 'failed' and d.status = 'FAILED')
          )
          and ($5::int is null or d.id < $5)
        order by d.id desc
        limit $6
      `,
      [workspaceId, filter.id ?? null, filter.search || null, filter.status ?? null, filter.before, filter.limit],
    )
  ).rows;
}

export interface SummaryRecord {
  mailboxes: number;
  ready: number;
  setting_up: number;
  mailboxes_failed: number;
  mailbox_renewals: number;
  mailbox_cents: number;
  domains: number;
  domains_active: number;
  dns_passes: number;
  domains_need_you: number;
  domain_renewals: number;
  domain_cents: number;
  open_orders: number;
}

export async function findSummary(workspaceId: WorkspaceId, sql: SqlClient, now: Date): Promise<SummaryRecord> {
  return (
    await sql.query<SummaryRecord>(
      `
        select m.*, d.*, (
            select count(*)::int
            from purchase_order o
            where o.workspace_id = $1 and o.status in ('AWAITING_PAYMENT', 'IN_PROGRESS')
          ) as open_orders
        from (
            select count(*)::int as mailboxes, count(*) filter (where status = 'READY')::int as ready,
              count(*) filter (where status in ('PENDING', 'CREATING', 'CREATED', 'CONNECTED'))::int as setting_up,
              count(*) filter (where status = 'FAILED')::int as mailboxes_failed,
              count(*) filter (where status = 'READY' and not is_cancelled and renews_at < $2::timestamptz + interval '30 days')::int
                as mailbox_renewals,
              coalesce(
                sum(price_cents) filter (
                  where status = 'READY' and not is_cancelled and renews_at < $2::timestamptz + interval '30 days'
                ), 0
              )::int as mailbox_cents
            from purchased_mailbox
            where workspace_id = $1 and renews_at is not null and status not in ('REFUNDED', 'CANCELLED', 'EXPIRED')
          ) m,
          (
            select count(*)::int as domains, count(*) filter (where status = 'ACTIVE')::int as domains_active,
              count(*) filter (where status = 'ACTIVE' and dns_passes)::int as dns_passes,
              count(*) filter (
                where status = 'FAILED'
                  or dns_passes = false and status = 'ACTIVE'
                  or expires_at < $2::timestamptz + interval '30 days'
              )::int as domains_need_you,
              count(*) filter (where auto_renew and expires_at < $2::timestamptz + interval '30 days')::int as domain_renewals,
              coalesce(
                sum(price_cents) filter (where auto_renew and expires_at < $2::timestamptz + interval '30 days'), 0
              )::int as domain_cents
            from purchased_domain d
            where d.workspace_id = $1 and ${isBought} and d.status not in ('REFUNDED', 'CANCELLED', 'EXPIRED')
          ) d
      `,
      [workspaceId, now],
    )
  ).rows[0] as SummaryRecord;
}

/** The order that a domain or a mailbox came with. */
export const findOrderOfItem = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  table: 'purchased_domain' | 'purchased_mailbox',
  id: number,
): Promise<number | null> =>
  (
    await sql.query<{ order_id: number }>(`select order_id from ${table} where workspace_id = $1 and id = $2`, [
      workspaceId,
      id,
    ])
  ).rows[0]?.order_id ?? null;

/* What the clock looks after, over all workspaces. */

/** Tells people of the workspace once; the same key a second time is nothing. */
export async function writeNotice(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  notice: { kind: string; key: string; facts: object },
): Promise<void> {
  await sql.query('select write_notice($1, null, $2, $3, $4)', [
    workspaceId,
    notice.kind,
    JSON.stringify(notice.facts),
    notice.key,
  ]);
}
