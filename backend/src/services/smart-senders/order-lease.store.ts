import type { WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';

/** Longer than any one item of an order takes; a run renews it before each. */
const lease = '3 minutes';

/**
 * Takes the order for one run, or keeps it for the run that has it. A job that is believed dead is given to another
 * worker while the first may only be slow: two runs at once would take each other's mailboxes for somebody else's.
 * @returns false while another run has it
 */
export async function takeOrder(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  orderId: number,
  run: string,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `
      update purchase_order
      set advanced_by = $3, advanced_until = clock_timestamp() + $4::interval
      where workspace_id = $1
        and id = $2
        and (advanced_by is null or advanced_by = $3 or advanced_until < clock_timestamp())
    `,
    [workspaceId, orderId, run, lease],
  );
  return rowCount === 1;
}

/** Releases the order, unless another run has taken it meanwhile. */
export async function releaseOrder(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  orderId: number,
  run: string,
): Promise<void> {
  await sql.query(
    `
      update purchase_order
      set advanced_by = null, advanced_until = null
      where workspace_id = $1 and id = $2 and advanced_by = $3
    `,
    [workspaceId, orderId, run],
  );
}
