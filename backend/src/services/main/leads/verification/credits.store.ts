import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import type { ledgerKinds, orderBillings, orderStatuses } from '@skein/contracts/main/verification.contract';
import type { SqlClient } from '#platform/db/database';

export interface OrderRecord {
  id: number;
  workspace_id: WorkspaceId;
  credits: number;
  billing: (typeof orderBillings)[number];
  amount_cents: number;
  /** EXPIRED: cancelled, since its checkout ended unpaid. */ status: (typeof orderStatuses)[number] | 'EXPIRED';
  provider: string;
  periods: number;
  renews_at: Date | null;
  created_by: number | null;
  created_at: Date;
  paid_at: Date | null;
  cancelled_at: Date | null;
  checkout_id: string | null;
  checkout_url: string | null;
  subscription_id: string | null;
}

/** Locks the account of a workspace until the transaction ends, and answers its balance. */
export async function lockBalance(workspaceId: WorkspaceId, sql: SqlClient): Promise<number> {
  await sql.query('insert into verification_account (workspace_id) values ($1) on conflict do nothing', [workspaceId]);
  return (
    (
      await sql.query<{ balance: number }>(
        'select balance from verification_account where workspace_id = $1 for update',
        [workspaceId],
      )
    ).rows[0]?.balance ?? 0
  );
}

export const findBalance = async (workspaceId: WorkspaceId, sql: SqlClient): Promise<number> =>
  (
    await sql.query<{ balance: number }>('select balance from verification_account where workspace_id = $1', [
      workspaceId,
    ])
  ).rows[0]?.balance ?? 0;

export interface Posting {
  kind: (typeof ledgerKinds)[number];
  credits: number;
  key: string;
  verificationId?: number;
  orderId?: number;
  userId: UserId | null;
  at: Date;
}

/** Writes one movement of credits and its balance. The same key a second time changes nothing; below zero the database refuses. */
export async function postCredits(workspaceId: WorkspaceId, sql: SqlClient, posting: Posting): Promise<boolean> {
  const balance = await lockBalance(workspaceId, sql);
  const { rowCount } = await sql.query(
    `
      insert into verification_ledger (
        workspace_id, kind, credits, balance_after, key, verification_id, order_id, created_by, created_at
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (workspace_id, key)
      do nothing
    `,
    [
      workspaceId,
      posting.kind,
      posting.credits,
      balance + posting.credits,
      posting.key,
      posting.verificationId ?? null,
      posting.orderId ?? null,
      posting.userId,
      posting.at,
    ],
  );
  if (rowCount === 1)
    await sql.query('update verification_account set balance = balance + $2 where workspace_id = $1', [
      workspaceId,
      posting.credits,
    ]);
  return rowCount === 1;
}

export interface LedgerRecord {
  id: number;
  kind: (typeof ledgerKinds)[number];
  credits: number;
  balance_after: number;
  verification_id: number | null;
  verification_name: string | null;
  order_id: number | null;
  created_by_name: string | null;
  created_at: Date;
}

/** Credit movements before one id; null is everyone's. */
interface LedgerPage {
  ofUser: number | null;
  before: number | null;
  limit: number;
}

/** Movements, newest first; with a person only their runs have a name. */
export async function findLedger(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { ofUser, before, limit }: LedgerPage,
): Promise<LedgerRecord[]> {
  return (
    await sql.query<LedgerRecord>(
      `
        select l.*, v.name as verification_name, coalesce(u.name, u.email) as created_by_name
        from verification_ledger l
        left join (
          verification v
          join bulk_run r on r.workspace_id = v.workspace_id and r.id = v.run_id
        ) on v.id = l.verification_id
          and v.workspace_id = l.workspace_id
          and ($4::int is null or r.created_by = $4)
        left join app_user u on u.id = l.created_by and u.workspace_id = l.workspace_id
        where l.workspace_id = $1 and ($2::int is null or l.id < $2)
        order by l.id desc
        limit $3
      `,
      [workspaceId, before, limit, ofUser],
    )
  ).rows;
}

export async function insertOrder(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  order: {
    credits: number;
    billing: OrderRecord['billing'];
    amountCents: number;
    provider: string;
    userId: UserId;
    at: Date;
  },
): Promise<OrderRecord> {
  const { rows } = await sql.query<OrderRecord>(
    `
      insert into verification_order (
        workspace_id, credits, billing, amount_cents, provider, created_by, created_at
      )
      values ($1, $2, $3, $4, $5, $6, $7)
      returning *
    `,
    [workspaceId, order.credits, order.billing, order.amountCents, order.provider, order.userId, order.at],
  );
  return rows[0] as OrderRecord;
}

/** One order, locked until the transaction ends. */
export async function lockOrder(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  orderId: number,
): Promise<OrderRecord | null> {
  return (
    (
      await sql.query<OrderRecord>('select * from verification_order where workspace_id = $1 and id = $2 for update', [
        workspaceId,
        orderId,
      ])
    ).rows[0] ?? null
  );
}

export async function findRenewals(workspaceId: WorkspaceId, sql: SqlClient): Promise<OrderRecord[]> {
  return (
    await sql.query<OrderRecord>(
      'select * from verification_order where workspace_id = $1 and renews_at is not null order by id',
      [workspaceId],
    )
  ).rows;
}

export async function markPaid(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  orderId: number,
  paid: { at: Date; periods: number; renewsAt: Date | null },
): Promise<void> {
  await sql.query(
    `
      update verification_order
      set status = 'PAID', paid_at = coalesce(paid_at, $3), periods = $4, renews_at = $5
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, orderId, paid.at, paid.periods, paid.renewsAt],
  );
}

/** An order that is paid stays PAID and is not renewed. */
export async function markCancelled(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  orderId: number,
  at: Date,
): Promise<void> {
  await sql.query(
    `
      update verification_order
      set status = case when status = 'PAID' then 'PAID' else 'CANCELLED' end, renews_at = null,
        cancelled_at = $3
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, orderId, at],
  );
}

/** An order whose checkout ended without a payment. */
export async function markExpired(workspaceId: WorkspaceId, sql: SqlClient, orderId: number, at: Date): Promise<void> {
  await sql.query(
    `
      update verification_order
      set status = 'EXPIRED', renews_at = null, cancelled_at = $3
      where workspace_id = $1 and id = $2 and status = 'PENDING'
    `,
    [workspaceId, orderId, at],
  );
}

export async function writeCheckout(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  orderId: number,
  checkout: { id: string; url: string },
): Promise<void> {
  await sql.query(
    'update verification_order set checkout_id = $3, checkout_url = $4 where workspace_id = $1 and id = $2',
    [workspaceId, orderId, checkout.id, checkout.url],
  );
}

/** The subscription behind a monthly order. */
export const writeSubscription = (workspaceId: WorkspaceId, sql: SqlClient, orderId: number, subscriptionId: string) =>
  sql.query('update verification_order set subscription_id = $3 where workspace_id = $1 and id = $2', [
    workspaceId,
    orderId,
    subscriptionId,
  ]);

/** The subscription is over. It stays named, as the event of a month that was paid can come after that of its end. */
export const endRenewals = (workspaceId: WorkspaceId, sql: SqlClient, orderId: number) =>
  sql.query('update verification_order set renews_at = null where workspace_id = $1 and id = $2', [
    workspaceId,
    orderId,
  ]);

/** Takes an event of the card payments. False when it was taken before. */
export async function takePaymentEvent(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  event: { id: string; kind: string; orderId: number; at: Date },
): Promise<boolean> {
  return (
    (
      await sql.query(
        `
          insert into payment_event (workspace_id, id, kind, order_id, received_at)
          values ($1, $2, $3, $4, $5)
          on conflict
          do nothing
        `,
        [workspaceId, event.id, event.kind, event.orderId, event.at],
      )
    ).rowCount === 1
  );
}
