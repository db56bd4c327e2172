import type { WorkspaceId } from '@skein/contracts/ids';
import { z } from 'zod';
import { findOffer } from '@skein/contracts/smart-senders/offers';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';
import { enqueueOrder } from './advance-order';
import { checkDomain, renewDomain } from './purchased-mailboxes';
import { readOrder } from './open-checkouts';
import { addEvent, changeDomain, changeMailbox } from './orders.store';
import * as store from './purchased.store';
import { topic, type PurchaseDeps } from './purchases.deps';
import { VendorError } from './vendors/vendors';

export const lookAfterJob = defineJob({ name: 'smart-senders.look-after', payload: z.object({}), attempts: 3 });
export const lookAfterCron: CronEntry[] = [
  { name: 'smart-senders.look-after', pattern: '*/15 * * * *', definition: lookAfterJob, payload: {} },
];

const day = 86_400_000;
/** Days before the end of a domain's term at which people are told. */
const warnings = [1, 7, 30] as const;
/** An order whose job was given up or lost is taken up again; younger ones have a job of their own. */
const orderRests = 10 * 60_000;

/** What the clock does for everything that was bought: open orders, DNS once a day, renewals with their warnings, and what ends. */
export async function lookAfterPurchases(deps: PurchaseDeps): Promise<void> {
  const now = deps.realClock.now();
  const open = await deps.db.systemSql((sql) => store.findOpenOrders(sql, new Date(now - orderRests)));
  for (const { id, workspace_id: workspaceId } of open)
    await deps.db.tenantSql(workspaceId, (sql) => enqueueOrder(deps, sql, { workspaceId, orderId: id, round: 5 }));
  const unchecked = await deps.db.systemSql((sql) => store.findDomainsToCheck(sql, new Date(now - day)));
  for (const { id, workspace_id: workspaceId } of unchecked) await checkAndTell(deps, workspaceId, id);
  await warnOfEnds(deps, now);
  const ended = await deps.db.systemSql((sql) => store.findEndedMailboxes(sql, new Date(now)));
  for (const mailbox of ended) await endMailbox(deps, mailbox);
}

async function checkAndTell(deps: PurchaseDeps, workspaceId: WorkspaceId, id: number): Promise<void> {
  const domain = await checkDomain(deps, { workspaceId, userId: 0 }, id);
  const bad = domain.records.find((record) => record.state === 'MISSING' || record.state === 'DIFFERENT');
  if (!bad || domain.status !== 'ACTIVE') return;
  await deps.db.tenantSql(workspaceId, (sql) =>
    store.writeNotice(workspaceId, sql, {
      kind: 'purchase-attention',
      key: `purchased-dns:${id}:${new Date(deps.realClock.now()).toISOString().slice(0, 10)}`,
      facts: { name: domain.name, what: 'dns', record: bad.kind },
    }),
  );
}

/** A domain that renews gets its order 30 days before the end; every domain its warnings. Past the end it is over. */
async function warnOfEnds(deps: PurchaseDeps, now: number): Promise<void> {
  const ending = await deps.db.systemSql((sql) => store.findExpiringDomains(sql, new Date(now + 30 * day)));
  for (const domain of ending) {
    const { id, workspace_id: workspaceId, name } = domain;
    const left = Math.ceil((domain.expires_at.getTime() - now) / day);
    if (left <= 0) {
      await deps.db.tenantSql(workspaceId, async (sql) => {
        await changeDomain(workspaceId, sql, id, { status: 'EXPIRED' });
        await deps.live.publish(sql, workspaceId, [topic]);
      });
      continue;
    }
    const orderId =
      domain.auto_renew && deps.payments
        ? (
            await renewDomain(deps, { workspaceId, userId: 0 }, id).catch((error: unknown) => {
              deps.log.error({ error, id }, 'a renewal could not be ordered');
              return null;
            })
          )?.id
        : null;
    const step = warnings.find((days) => left <= days) as number;
    if (domain.warned_days !== null && domain.warned_days <= step) continue;
    await deps.db.tenantSql(workspaceId, async (sql) => {
      await changeDomain(workspaceId, sql, id, { warned_days: step });
      await store.writeNotice(workspaceId, sql, {
        kind: 'purchase-attention',
        key: `purchased-end:${id}:${domain.expires_at.toISOString()}:${step}`,
        facts: { name, what: 'expires', days: left, order_id: orderId ?? null },
      });
    });
  }
}

/** A mailbox whose last paid month is over: nothing is sent from it any more, and its host forgets it. */
async function endMailbox(
  deps: PurchaseDeps,
  { id, workspace_id: workspaceId, order_id: orderId }: { id: number; workspace_id: WorkspaceId; order_id: number },
): Promise<void> {
  const whole = await readOrder(deps, workspaceId, orderId);
  const mailbox = whole?.mailboxes.find((each) => each.id === id);
  if (!whole || !mailbox) return;
  const host = deps.mailHosts[findOffer(whole.order.offer_id)?.host ?? 'SMTP'];
  try {
    if (mailbox.mailbox_id !== null)
      await deps.mailboxes.retire(workspaceId, whole.order.created_by, mailbox.mailbox_id);
    await host?.removeMailbox(mailbox.domain, mailbox.local_part);
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    // Tried again at the next look.
    deps.log.error({ error, id }, 'a mailbox that ended could not be removed at its host');
    return;
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
}
