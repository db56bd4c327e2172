import type { WorkspaceId } from '@skein/contracts/ids';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defineJob } from '#platform/jobs/job-definition';
import { advanceDomain, advanceRenewal } from './advance-domain';
import { advanceMailbox } from './advance-mailbox';
import { openCheckouts, readOrder } from './open-checkouts';
import { releaseOrder, takeOrder } from './order-lease.store';
import { isPaid, statusOf, unpaid } from './order-state';
import { addEvent, changeOrder, lockOrder } from './orders.store';
import { topic, type PurchaseDeps } from './purchases.deps';
import { VendorError } from './vendors/vendors';

export const advanceOrderJob = defineJob({
  name: 'smart-senders.advance-order',
  payload: z.object({ workspaceId: z.number().int(), orderId: z.number().int(), round: z.number().int().default(0) }),
  attempts: 25,
});

/** Names records that are known to be right only when the DNS has spread; looked at again after so long, in milliseconds. */
const pauses = [5_000, 15_000, 30_000, 60_000, 120_000, 300_000];

/**
 * Brings an order as far as it can go now. Everything outside is asked under a key or looked up first, and every result
 * is committed before the next thing is asked: whoever runs it again after a crash finds what was done and does the
 * rest (docs/decisions, orders of mailboxes). One run at a time.
 * @returns whether it has to be looked at again later
 * @throws VendorError, PaymentError when somebody outside did not answer
 */
export async function advanceOrder(deps: PurchaseDeps, workspaceId: WorkspaceId, orderId: number): Promise<boolean> {
  const run = randomUUID();
  const keep = () => deps.db.tenantSql(workspaceId, (sql) => takeOrder(workspaceId, sql, orderId, run));
  const whole = await readOrder(deps, workspaceId, orderId);
  if (!whole || whole.order.status === 'CANCELLED') return false;
  if (!(await keep())) return true;
  try {
    return await advance(deps, workspaceId, orderId, keep);
  } finally {
    await deps.db.tenantSql(workspaceId, (sql) => releaseOrder(workspaceId, sql, orderId, run));
  }
}

async function advance(
  deps: PurchaseDeps,
  workspaceId: WorkspaceId,
  orderId: number,
  keep: () => Promise<boolean>,
): Promise<boolean> {
  // What was known before the lease may be over.
  const whole = await readOrder(deps, workspaceId, orderId);
  if (!whole) return false;
  if (unpaid(whole).some((payment) => payment.checkout_id === null)) await openCheckouts(deps, whole);
  let waits = false;
  let trouble: VendorError | null = null;
  // One item that a vendor does not answer for must not hold up the others.
  const attempt = async (work: () => Promise<boolean>) => {
    try {
      if (!(await keep()) || (await work())) waits = true;
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      trouble = error;
    }
  };
  if (isPaid(whole, 'DOMAINS') && whole.order.kind === 'RENEWAL')
    for (const renewal of whole.renewals)
      if (!renewal.renewed_at) await attempt(() => advanceRenewal(deps, whole, renewal));
  if (isPaid(whole, 'DOMAINS'))
    for (const domain of whole.domains) await attempt(() => advanceDomain(deps, whole, domain.id));
  if (isPaid(whole, 'MAILBOXES'))
    for (const mailbox of whole.mailboxes) await attempt(() => advanceMailbox(deps, whole, mailbox.id));
  await settle(deps, workspaceId, orderId, trouble);
  if (trouble) throw trouble as VendorError;
  return waits;
}

/** Writes the state that the parts of an order show. */
export async function settle(
  deps: PurchaseDeps,
  workspaceId: WorkspaceId,
  orderId: number,
  trouble: Error | null = null,
): Promise<void> {
  await deps.db.tenantSql(workspaceId, async (sql) => {
    const whole = await lockOrder(workspaceId, sql, orderId);
    if (!whole) return;
    const status = statusOf(whole);
    const at = new Date(deps.realClock.now());
    const isOver = status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELLED';
    if (status !== whole.order.status && status === 'COMPLETED')
      await addEvent(workspaceId, sql, { orderId, at, text: 'The order is complete.' });
    await changeOrder(workspaceId, sql, orderId, {
      status,
      trouble: trouble ? trouble.message : null,
      completed_at: isOver ? (whole.order.completed_at ?? at) : null,
    });
    await deps.live.publish(sql, workspaceId, [topic]);
  });
}

/** The job: it goes on by itself while the DNS spreads, and is tried again by the queue while somebody outside does not answer. */
export async function runAdvanceOrder(
  deps: PurchaseDeps,
  { workspaceId, orderId, round }: { workspaceId: WorkspaceId; orderId: number; round: number },
): Promise<void> {
  if (!(await advanceOrder(deps, workspaceId, orderId))) return;
  const pause = pauses[Math.min(round, pauses.length - 1)] as number;
  await deps.db.tenantSql(workspaceId, (sql) =>
    enqueueOrder(deps, sql, { workspaceId, orderId, round: round + 1 }, pause),
  );
}

export const enqueueOrder = (
  deps: Pick<PurchaseDeps, 'jobs' | 'realClock'>,
  sql: Parameters<PurchaseDeps['jobs']['enqueue']>[0],
  payload: { workspaceId: WorkspaceId; orderId: number; round: number },
  pause = 0,
) =>
  deps.jobs.enqueue(sql, advanceOrderJob, payload, {
    // Jobs of one order run one after the other.
    queue: `purchase-order-${payload.orderId}`,
    ...(pause > 0 ? { runAt: new Date(deps.realClock.now() + pause) } : {}),
  });
