import type { ClientId, UserId, WorkspaceId } from '@skein/contracts/ids';
import type { OrderBody } from '@skein/contracts/smart-senders/purchase-views';
import type { SqlClient } from '#platform/db/database';
import type { DomainRecord, MailboxRecord, OrderRecord, PaymentRecord, RenewalRecord, WholeOrder } from './records';

const orderColumns = `
  o.*, c.name as client_name, coalesce(u.name, u.email) as created_by_name
`;
const orderJoins = `
  purchase_order o
  left join agency_client c on c.workspace_id = o.workspace_id and c.id = o.client_id
  left join app_user u on u.workspace_id = o.workspace_id and u.id = o.created_by
`;

export async function findOrders(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  page: { before: number | null; limit: number; open: boolean },
): Promise<OrderRecord[]> {
  return (
    await sql.query<OrderRecord>(
      `
        select ${orderColumns}
        from ${orderJoins}
        where o.workspace_id = $1
          and ($2::int is null or o.id < $2)
          and (not $4 or o.status in ('AWAITING_PAYMENT', 'IN_PROGRESS'))
        order by o.id desc
        limit $3
      `,
      [workspaceId, page.before, page.limit, page.open],
    )
  ).rows;
}

/** Orders with everything in them; those that are not there are left out. */
export async function findWholeOrders(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  ids: readonly number[],
): Promise<WholeOrder[]> {
  const read = async <Row>(text: string) => (await sql.query(text, [workspaceId, ids])).rows as Row[];
  const orders = await read<OrderRecord>(
    `select ${orderColumns} from ${orderJoins} where o.workspace_id = $1 and o.id = any($2::int[]) order by o.id desc`,
  );
  const payments = await read<PaymentRecord>(
    'select * from purchase_payment where workspace_id = $1 and order_id = any($2::int[]) order by id',
  );
  const domains = await read<DomainRecord>(
    'select * from purchased_domain where workspace_id = $1 and order_id = any($2::int[]) order by id',
  );
  const mailboxes = await read<MailboxRecord>(
    `
      select m.*, d.name as domain
      from purchased_mailbox m
      join purchased_domain d on d.workspace_id = m.workspace_id and d.id = m.domain_id
      where m.workspace_id = $1 and m.order_id = any($2::int[])
      order by m.id
    `,
  );
  const renewals = await read<RenewalRecord & { order_id: number }>(
    `
      select r.order_id, r.domain_id, d.name, d.price_cents, d.status as domain_status, r.expires_before, r.renewed_at
      from purchase_renewal r
      join purchased_domain d on d.workspace_id = r.workspace_id and d.id = r.domain_id
      where r.workspace_id = $1 and r.order_id = any($2::int[])
      order by r.domain_id
    `,
  );
  const of = <Row extends { order_id: number }>(rows: Row[], id: number) => rows.filter((row) => row.order_id === id);
  return orders.map((order) => ({
    order,
    payments: of(payments, order.id),
    domains: of(domains, order.id),
    mailboxes: of(mailboxes, order.id),
    renewals: of(renewals, order.id),
  }));
}

/** One order, locked until the transaction ends. */
export async function lockOrder(workspaceId: WorkspaceId, sql: SqlClient, orderId: number): Promise<WholeOrder | null> {
  await sql.query('select id from purchase_order where workspace_id = $1 and id = $2 for update', [
    workspaceId,
    orderId,
  ]);
  return (await findWholeOrders(workspaceId, sql, [orderId]))[0] ?? null;
}

export const findOrderByKey = async (workspaceId: WorkspaceId, sql: SqlClient, key: string): Promise<number | null> =>
  (
    await sql.query<{ id: number }>('select id from purchase_order where workspace_id = $1 and key = $2', [
      workspaceId,
      key,
    ])
  ).rows[0]?.id ?? null;

/** Writes an order. Null when the key is that of another one. */
export async function insertOrder(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  order: Pick<OrderBody, 'offer_id' | 'client_id' | 'forwarding_domain' | 'registrant'> & {
    kind: OrderRecord['kind'];
    key: string | null;
    userId: UserId | null;
    at: Date;
  },
): Promise<number | null> {
  return (
    (
      await sql.query<{ id: number }>(
        `
          insert into purchase_order (
            workspace_id, kind, offer_id, key, client_id, forwarding_domain, registrant, created_by, created_at
          )
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
          on conflict (workspace_id, key)
          do nothing
          returning id
        `,
        [
          workspaceId,
          order.kind,
          order.offer_id,
          order.key,
          order.client_id,
          order.forwarding_domain,
          JSON.stringify(order.registrant),
          order.userId,
          order.at,
        ],
      )
    ).rows[0]?.id ?? null
  );
}

export async function insertDomain(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  domain: { orderId: number; name: string; priceCents: number; forwardsTo: string },
): Promise<number> {
  return (
    await sql.query<{ id: number }>(
      `
        insert into purchased_domain (workspace_id, order_id, name, price_cents, forwards_to)
        values ($1, $2, $3, $4, $5)
        returning id
      `,
      [workspaceId, domain.orderId, domain.name, domain.priceCents, domain.forwardsTo],
    )
  ).rows[0]?.id as number;
}

export async function insertMailbox(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailbox: {
    orderId: number;
    domainId: number;
    localPart: string;
    firstName: string;
    lastName: string;
    pictureKey: string | null;
    priceCents: number;
  },
): Promise<void> {
  await sql.query(
    `
      insert into purchased_mailbox (
        workspace_id, order_id, domain_id, local_part, first_name, last_name, picture_key, price_cents
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8)
    `,
    [
      workspaceId,
      mailbox.orderId,
      mailbox.domainId,
      mailbox.localPart,
      mailbox.firstName,
      mailbox.lastName,
      mailbox.pictureKey,
      mailbox.priceCents,
    ],
  );
}

export async function insertRenewal(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  renewal: { orderId: number; domainId: number; expiresBefore: Date },
): Promise<void> {
  await sql.query(
    'insert into purchase_renewal (workspace_id, order_id, domain_id, expires_before) values ($1, $2, $3, $4)',
    [workspaceId, renewal.orderId, renewal.domainId, renewal.expiresBefore],
  );
}

type Change<Row> = Partial<{ [Name in keyof Row]: Row[Name] }>;
const changer =
  <Row>(table: string, json: readonly string[] = []) =>
  async (workspaceId: WorkspaceId, sql: SqlClient, id: number, change: Change<Row>): Promise<void> => {
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    await sql.query(
      `
        update ${table}
        set ${given.map(([name], index) => `${name} = $${index + 3}`).join(', ')}
        where workspace_id = $1 and id = $2
      `,
      [workspaceId, id, ...given.map(([name, value]) => (json.includes(name) ? JSON.stringify(value) : value))],
    );
  };
export const changeOrder = changer<OrderRecord>('purchase_order');
export const changeDomain = changer<DomainRecord>('purchased_domain', ['records']);
export const changeMailbox = changer<MailboxRecord>('purchased_mailbox');

/** A domain of an order whose renewal is done. */
interface RenewedDomain {
  orderId: number;
  domainId: number;
  at: Date;
}

export async function writeRenewed(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { orderId, domainId, at }: RenewedDomain,
): Promise<void> {
  await sql.query(
    'update purchase_renewal set renewed_at = $4 where workspace_id = $1 and order_id = $2 and domain_id = $3',
    [workspaceId, orderId, domainId, at],
  );
}

/** One line of an order’s history. */
interface OrderEvent {
  orderId: number;
  at: Date;
  text: string;
}

export async function addEvent(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { orderId, at, text }: OrderEvent,
): Promise<void> {
  await sql.query('insert into purchase_event (workspace_id, order_id, at, text) values ($1, $2, $3, $4)', [
    workspaceId,
    orderId,
    at,
    text.slice(0, 500),
  ]);
}

export const findEvents = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  orderId: number,
): Promise<{ at: Date; text: string }[]> =>
  (
    await sql.query<{ at: Date; text: string }>(
      `
        select at, text
        from purchase_event
        where workspace_id = $1 and order_id = $2
        order by id desc
        limit 200
      `,
      [workspaceId, orderId],
    )
  ).rows;

export const hasClient = async (workspaceId: WorkspaceId, sql: SqlClient, clientId: ClientId): Promise<boolean> =>
  (await sql.query('select from agency_client where workspace_id = $1 and id = $2', [workspaceId, clientId]))
    .rowCount === 1;

export const findLastRegistrant = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
): Promise<OrderRecord['registrant'] | null> =>
  (
    await sql.query<{ registrant: OrderRecord['registrant'] }>(
      `
        select registrant
        from purchase_order
        where workspace_id = $1 and kind = 'PURCHASE'
        order by id desc
        limit 1
      `,
      [workspaceId],
    )
  ).rows[0]?.registrant ?? null;
