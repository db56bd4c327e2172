import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

export interface ServerPaymentRecord {
  id: number;
  workspace_id: WorkspaceId;
  group_id: number;
  servers: number;
  amount_cents: number;
  status: 'PENDING' | 'PAID' | 'CANCELLED' | 'ENDED';
  provider: string;
  checkout_id: string | null;
  checkout_url: string | null;
  subscription_id: string | null;
  failure: string | null;
  todo: 'EXPIRE' | 'REFUND' | 'CHANGE' | 'END' | null;
  created_at: Date;
  paid_at: Date | null;
  paid_until: Date | null;
  ends_at: Date | null;
}

export const findPayments = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  groupId: number | null,
): Promise<ServerPaymentRecord[]> =>
  (
    await sql.query<ServerPaymentRecord>(
      'select * from server_payment where workspace_id = $1 and ($2::int is null or group_id = $2) order by id',
      [workspaceId, groupId],
    )
  ).rows;

/** The open payment of a group where it is for exactly the servers that await one. */
export const findOpen = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  groupId: number,
): Promise<ServerPaymentRecord | null> =>
  (
    await sql.query<ServerPaymentRecord>(
      `
        select p.*
        from server_payment p
        where p.workspace_id = $1
          and p.group_id = $2
          and p.status = 'PENDING'
          and (p.servers, p.servers) = (
            select count(*), count(*) filter (where s.payment_id = p.id)
            from dedicated_server s
            where s.workspace_id = $1 and s.group_id = $2 and s.status = 'AWAITING_PAYMENT'
          )
        order by p.id desc
        limit 1
      `,
      [workspaceId, groupId],
    )
  ).rows[0] ?? null;

/** Pays for every server of a group that awaits payment. @returns null when none does */
export async function addPayment(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  payment: { groupId: number; priceCents: number; provider: string; at: Date },
): Promise<ServerPaymentRecord | null> {
  const { rows } = await sql.query<ServerPaymentRecord>(
    `
      insert into server_payment (workspace_id, group_id, servers, amount_cents, provider, created_at)
      select $1, $2, count(*), count(*) * $3, $4, $5
      from dedicated_server
      where workspace_id = $1 and group_id = $2 and status = 'AWAITING_PAYMENT'
      having count(*) > 0
      returning *
    `,
    [workspaceId, payment.groupId, payment.priceCents, payment.provider, payment.at],
  );
  const [added] = rows;
  if (!added) return null;
  await sql.query(
    `
      update dedicated_server
      set payment_id = $3
      where workspace_id = $1 and group_id = $2 and status = 'AWAITING_PAYMENT'
    `,
    [workspaceId, payment.groupId, added.id],
  );
  return added;
}

export const writeCheckout = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  paymentId: number,
  checkout: { id: string; url: string },
) =>
  sql.query('update server_payment set checkout_id = $3, checkout_url = $4 where workspace_id = $1 and id = $2', [
    workspaceId,
    paymentId,
    checkout.id,
    checkout.url,
  ]);

/** One payment, locked until the transaction ends. */
export const lockPayment = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  id: number,
): Promise<ServerPaymentRecord | null> =>
  (
    await sql.query<ServerPaymentRecord>(
      'select * from server_payment where workspace_id = $1 and id = $2 for update',
      [workspaceId, id],
    )
  ).rows[0] ?? null;

/** Takes an event of the card payments. False when it was taken before. */
export const takeEvent = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  event: { id: string; paymentId: number; at: Date },
): Promise<boolean> =>
  (
    await sql.query(
      `
        insert into server_payment_event (workspace_id, id, payment_id, received_at)
        values ($1, $2, $3, $4)
        on conflict
        do nothing
      `,
      [workspaceId, event.id, event.paymentId, event.at],
    )
  ).rowCount === 1;

/** Cancels what is not paid yet; its checkout is made one that can no longer be paid. */
export const cancelPending = (workspaceId: WorkspaceId, sql: SqlClient, groupId: number) =>
  sql.query(
    `
      update server_payment
      set status = 'CANCELLED', todo = case when checkout_id is not null then 'EXPIRE' end, todo_at = clock_timestamp()
      where workspace_id = $1 and group_id = $2 and status = 'PENDING'
    `,
    [workspaceId, groupId],
  );

/** The first month is paid: the servers that wait for it are set up. */
export async function writePaid(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  payment: { id: number; at: Date; subscriptionId: string | null },
): Promise<void> {
  await sql.query(
    `
      update server_payment
      set status = 'PAID', paid_at = $3, paid_until = $3::timestamptz + interval '1 month', subscription_id = $4,
        failure = null
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, payment.id, payment.at, payment.subscriptionId],
  );
  await sql.query(
    `
      update dedicated_server
      set status = 'PROVISIONING', step_at = clock_timestamp()
      where workspace_id = $1 and payment_id = $2 and status = 'AWAITING_PAYMENT'
    `,
    [workspaceId, payment.id],
  );
}

/** What was paid after all for an order that was cancelled: it goes back. */
export const writeToRefund = (workspaceId: WorkspaceId, sql: SqlClient, id: number, subscriptionId: string | null) =>
  sql.query(
    `
      update server_payment
      set todo = 'REFUND', todo_at = clock_timestamp(), subscription_id = $3
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, id, subscriptionId],
  );

export const writeFailed = (workspaceId: WorkspaceId, sql: SqlClient, id: number, failure: string) =>
  sql.query(
    `
      update server_payment
      set status = 'CANCELLED', failure = $3
      where workspace_id = $1 and id = $2 and status = 'PENDING'
    `,
    [workspaceId, id, failure],
  );

/** One more month is paid, also where the subscription has ended since: its servers stay for that month. */
export const renew = (workspaceId: WorkspaceId, sql: SqlClient, id: number) =>
  sql.query(
    `
      update server_payment
      set paid_until = paid_until + interval '1 month',
        ends_at = case when status = 'ENDED' then greatest(ends_at, paid_until + interval '1 month') end
      where workspace_id = $1 and id = $2
    `,
    [workspaceId, id],
  );

/** The subscription is over: its servers are deleted when the month that is paid ends. */
export const writeEnded = (workspaceId: WorkspaceId, sql: SqlClient, id: number, at: Date) =>
  sql.query(
    `
      update server_payment
      set status = 'ENDED', todo = null, ends_at = greatest($3::timestamptz, paid_until)
      where workspace_id = $1 and id = $2 and status = 'PAID'
    `,
    [workspaceId, id, at],
  );

/** What is paid follows the servers that are left. Nothing is left: the subscription ends. */
export const followDeleted = (workspaceId: WorkspaceId, sql: SqlClient, groupId: number, priceCents: number) =>
  sql.query(
    `
      update server_payment p
      set servers = left_over.count, amount_cents = left_over.count * $3,
        todo = case when left_over.count = 0 then 'END' else 'CHANGE' end, todo_at = clock_timestamp()
      from (
        select o.id,
          (
            select count(*)::int
            from dedicated_server s
            where s.workspace_id = o.workspace_id and s.payment_id = o.id and s.status not in ('DELETING', 'DELETED')
          ) as count
        from server_payment o
        where o.workspace_id = $1 and o.group_id = $2 and o.status = 'PAID'
      ) left_over
      where p.workspace_id = $1 and p.id = left_over.id and p.servers <> left_over.count
    `,
    [workspaceId, groupId, priceCents],
  );

/** Real seconds until something is told to the payment service again. */
const again = 60;

/** Takes what has to be told to the payment service; it is due again a minute later, should this process die. */
export const takeTodo = async (sql: SqlClient): Promise<ServerPaymentRecord | null> =>
  (
    await sql.query<ServerPaymentRecord>(
      `
        update server_payment
        set todo_at = clock_timestamp() + make_interval(secs => $1)
        where id = (
            select id
            from server_payment
            where todo is not null and todo_at <= clock_timestamp()
            order by todo_at
            limit 1
            for update skip locked
          )
        returning *
      `,
      [again],
    )
  ).rows[0] ?? null;

/** It was told, unless something else has to be told meanwhile. */
export const endTodo = (sql: SqlClient, payment: Pick<ServerPaymentRecord, 'id' | 'todo' | 'amount_cents'>) =>
  sql.query(
    `
      update server_payment
      set todo = null, status = case when todo = 'END' then 'ENDED' else status end
      where id = $1 and todo = $2 and amount_cents = $3
    `,
    [payment.id, payment.todo, payment.amount_cents],
  );

/** Servers whose paid time is over go. @returns their workspaces */
export const deleteUnpaid = async (sql: SqlClient): Promise<number[]> =>
  (
    await sql.query<{ workspace_id: WorkspaceId }>(
      `
        update dedicated_server s
        set status = 'DELETING', step_at = clock_timestamp(), is_reachable = false
        from server_payment p
        where p.workspace_id = s.workspace_id
          and p.id = s.payment_id
          and p.status = 'ENDED'
          and p.ends_at <= clock_timestamp()
          and s.status not in ('DELETING', 'DELETED')
        returning s.workspace_id
      `,
    )
  ).rows.map((row) => row.workspace_id);
