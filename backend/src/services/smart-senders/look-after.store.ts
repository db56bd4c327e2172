import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export const findOpenOrders = async (
  sql: SqlClient,
  before: Date,
): Promise<{ id: number; workspace_id: WorkspaceId }[]> =>
  (
    await sql.query<{ id: number; workspace_id: WorkspaceId }>(
      `
        select id, workspace_id
        from purchase_order
        where status in ('AWAITING_PAYMENT', 'IN_PROGRESS') and created_at < $1
        order by id
        limit 1000
      `,
      [before],
    )
  ).rows;

export const findDomainsToCheck = async (
  sql: SqlClient,
  before: Date,
): Promise<{ id: number; workspace_id: WorkspaceId }[]> =>
  (
    await sql.query<{ id: number; workspace_id: WorkspaceId }>(
      `
        select id, workspace_id
        from purchased_domain
        where status = 'ACTIVE' and (dns_checked_at is null or dns_checked_at < $1)
        order by dns_checked_at nulls first
        limit 500
      `,
      [before],
    )
  ).rows;

export interface ExpiringDomain {
  id: number;
  workspace_id: WorkspaceId;
  name: string;
  expires_at: Date;
  auto_renew: boolean;
  warned_days: number | null;
  /** Its renewal is paid and being carried out. */
  is_renewing: boolean;
}

export const findExpiringDomains = async (sql: SqlClient, before: Date): Promise<ExpiringDomain[]> =>
  (
    await sql.query<ExpiringDomain>(
      `
        select d.id, d.workspace_id, d.name, d.expires_at, d.auto_renew, d.warned_days,
          exists (
            select
            from purchase_renewal r
            join purchase_order o on o.workspace_id = r.workspace_id and o.id = r.order_id
            where r.domain_id = d.id and r.renewed_at is null and o.status = 'IN_PROGRESS'
          ) as is_renewing
        from purchased_domain d
        where d.status in ('REGISTERED', 'PUBLISHED', 'ACTIVE') and d.expires_at < $1
        order by d.expires_at
        limit 500
      `,
      [before],
    )
  ).rows;

export interface MailboxOfDomain {
  id: number;
  workspace_id: WorkspaceId;
  order_id: number;
  is_cancelled: boolean;
  renews_at: Date | null;
}

const isLive = `status in ('PENDING', 'CREATING', 'CREATED', 'CONNECTED', 'READY')`;

/** Mailboxes of a purchased domain that have not ended. */
export const findMailboxesOfDomain = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  domainId: number,
): Promise<MailboxOfDomain[]> =>
  (
    await sql.query<MailboxOfDomain>(
      `
        select id, workspace_id, order_id, is_cancelled, renews_at
        from purchased_mailbox
        where workspace_id = $1 and domain_id = $2 and ${isLive}
        order by id
      `,
      [workspaceId, domainId],
    )
  ).rows;

export const findEndedMailboxes = async (
  sql: SqlClient,
  now: Date,
): Promise<{ id: number; workspace_id: WorkspaceId; order_id: number }[]> =>
  (
    await sql.query<{ id: number; workspace_id: WorkspaceId; order_id: number }>(
      `
        select id, workspace_id, order_id
        from purchased_mailbox
        where is_cancelled and renews_at < $1 and ${isLive}
        order by id
        limit 500
      `,
      [now],
    )
  ).rows;
