import type { WorkspaceId } from '@skein/contracts/ids';
import { findOffer } from '@skein/contracts/smart-senders/offers';
import { readOrder } from './open-checkouts';
import { addEvent, changeMailbox } from './orders.store';
import { topic, type PurchaseDeps } from './purchases.deps';
import { VendorError } from './vendors/vendors';

/**
 * Ends a purchased mailbox, whose last paid month or whose domain is over: nothing is sent from it any more, and its host forgets it.
 * @returns false where its host could not remove it: to be tried again
 */
export async function endMailbox(
  deps: PurchaseDeps,
  { id, workspace_id: workspaceId, order_id: orderId }: { id: number; workspace_id: WorkspaceId; order_id: number },
): Promise<boolean> {
  const whole = await readOrder(deps, workspaceId, orderId);
  const mailbox = whole?.mailboxes.find((each) => each.id === id);
  if (!whole || !mailbox) return true;
  const host = deps.mailHosts[findOffer(whole.order.offer_id)?.host ?? 'SMTP'];
  try {
    if (mailbox.mailbox_id !== null)
      await deps.mailboxes.retire(workspaceId, whole.order.created_by, mailbox.mailbox_id);
    await host?.removeMailbox(mailbox.domain, mailbox.local_part);
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    deps.log.error({ error, id }, 'a mailbox that ended could not be removed at its host');
    return false;
  }
  await deps.db.tenantSql(workspaceId, async (sql) => {
    await changeMailbox(workspaceId, sql, id, { status: 'EXPIRED', sealed_password: null });
    await addEvent(workspaceId, sql, {
      orderId,
      at: new Date(deps.realClock.now()),
      text: `${mailbox.local_part}@${mailbox.domain} ended.`,
    });
    await deps.live.publish(sql, workspaceId, [topic]);
  });
  return true;
}
