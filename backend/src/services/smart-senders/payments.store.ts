import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { PaymentRecord } from './records';

export async function insertPayment(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  payment: {
    orderId: number;
    part: PaymentRecord['part'];
    attempt: number;
    amountCents: number;
    provider: string;
    at: Date;
  },
): Promise<void> {
  await sql.query(
    `
      insert into purchase_payment (workspace_id, order_id, part, attempt, amount_cents, provider, created_at)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (order_id, part, attempt)
      do nothing
    `,
    [workspaceId, payment.orderId, payment.part, payment.attempt, payment.amountCents, payment.provider, payment.at],
  );
}

export async function writeCheckout(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  paymentId: number,
  checkout: { id: string; url: string },
): Promise<void> {
  await sql.query(
    'update purchase_payment set checkout_id = $3, checkout_url = $4 where workspace_id = $1 and id = $2',
    [workspaceId, paymentId, checkout.id, checkout.url],
  );
}

/** One attempt to pay, locked until the transaction ends. */
export const lockPayment = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
): Promise<PaymentRecord | null> =>
  (
    await sql.query<PaymentRecord>('select * from purchase_payment where workspace_id = $1 and id = $2 for update', [
      workspaceId,
      id,
    ])
  ).rows[0] ?? null;

/** Takes an event of the card payments. False when it was taken before. */
export async function takeEvent(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  event: { id: string; paymentId: number; at: Date },
): Promise<boolean> {
  return (
    (
      await sql.query(
        `
          insert into purchase_payment_event (workspace_id, id, payment_id, received_at)
          values ($1, $2, $3, $4)
          on conflict
          do nothing
        `,
        [workspaceId, event.id, event.paymentId, event.at],
      )
    ).rowCount === 1
  );
}

/** A payment that arrived. */
interface PaidPayment {
  id: number;
  at: Date;
  subscriptionId: string | null;
}

export async function writePaid(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, at, subscriptionId }: PaidPayment,
): Promise<void> {
  await sql.query(
    `
      update purchase_payment
      set status = 'PAID', paid_at = coalesce(paid_at, $3), subscription_id = coalesce($4, subscription_id), failure = null
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, id, at, subscriptionId],
  );
}

/** A payment that did not arrive, and why. */
interface UnpaidPayment {
  id: number;
  status: 'FAILED' | 'CANCELLED';
  failure: string;
}

/** A checkout that ended can still be called cancelled: the payment service may tell of its end before we do. */
export async function writeNotPaid(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { id, status, failure }: UnpaidPayment,
): Promise<void> {
  await sql.query(
    `
      update purchase_payment
      set status = $3, failure = $4
      where workspace_id = $1 and id = $2 and (status = 'PENDING' or (status = 'FAILED' and $3 = 'CANCELLED'))
    `,
    [workspaceId, id, status, failure],
  );
}

export async function addRefund(workspaceId: WorkspaceId, sql: SqlClient, id: number, cents: number): Promise<void> {
  await sql.query(
    'update purchase_payment set refunded_cents = refunded_cents + $3 where workspace_id = $1 and id = $2',
    [workspaceId, id, cents],
  );
}

/** The months of the mailboxes that a payment renews: one more, from the end of the last one. */
export async function renewMailboxes(workspaceId: WorkspaceId, sql: SqlClient, orderId: number): Promise<number> {
  return (
    (
      await sql.query(
        `
          update purchased_mailbox
          set renews_at = renews_at + interval '1 month'
          where workspace_id = $1
            and order_id = $2
            and renews_at is not null
            and status in ('PENDING', 'CREATING', 'CREATED', 'CONNECTED', 'READY')
        `,
        [workspaceId, orderId],
      )
    ).rowCount ?? 0
  );
}

/** Of mailboxes that were paid for the first time. */
export async function startMonths(workspaceId: WorkspaceId, sql: SqlClient, orderId: number, at: Date): Promise<void> {
  await sql.query(
    `
      update purchased_mailbox
      set renews_at = coalesce(renews_at, $3::timestamptz + interval '1 month')
      where workspace_id = $1 and order_id = $2
    `,
    [workspaceId, orderId, at],
  );
}

/** A subscription that is over: its mailboxes end with the month that is paid. */
export async function endSubscription(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  paymentId: number,
  orderId: number,
): Promise<void> {
  await sql.query('update purchase_payment set subscription_id = null where workspace_id = $1 and id = $2', [
    workspaceId,
    paymentId,
  ]);
  await sql.query('update purchased_mailbox set is_cancelled = true where workspace_id = $1 and order_id = $2', [
    workspaceId,
    orderId,
  ]);
}
