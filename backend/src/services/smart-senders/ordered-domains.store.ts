import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/**
 * Domains of these names that an order of the installation holds or is about to register. Asked as the system: they are of any workspace.
 */
export const findHeldDomains = async (sql: SqlClient, names: readonly string[]): Promise<string[]> =>
  (
    await sql.query<{ name: string }>(
      `
        select name
        from purchased_domain
        where name = any($1::text[]) and status in ('REGISTERING', 'REGISTERED', 'PUBLISHED', 'ACTIVE')
      `,
      [names],
    )
  ).rows.map((row) => row.name);

/** Until the transaction ends nobody else orders these domains. */
export async function lockDomains(sql: SqlClient, names: readonly string[]): Promise<void> {
  for (const name of [...names].sort())
    await sql.query("select pg_advisory_xact_lock(hashtextextended('order-domain:' || $1, 0))", [name]);
}

/** Orders of the workspace that await payment, by the domains that they name. */
export const findOpenOrders = async (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  names: readonly string[],
): Promise<{ name: string; order_id: number }[]> =>
  (
    await sql.query<{ name: string; order_id: number }>(
      `
        select d.name, d.order_id
        from purchased_domain d
        join purchase_order o on o.workspace_id = $1 and o.id = d.order_id
        where d.workspace_id = $1 and d.name = any($2::text[]) and o.kind = 'PURCHASE' and o.status = 'AWAITING_PAYMENT'
        order by d.id
      `,
      [workspaceId, names],
    )
  ).rows;
