import type { WorkspaceId } from '@skein/contracts/ids';
import { z } from 'zod';
import { defineJob, type CronEntry } from '#platform/jobs/job-definition';
import { enqueueOrder } from './advance-order';
import { endMailbox } from './end-mailbox';
import * as store from './look-after.store';
import { checkDomain } from './purchased-mailboxes';
import { writeNotice } from './purchased.store';
import type { PurchaseDeps } from './purchases.deps';
import { renewOrExpireDomains } from './renew-or-expire';

export const lookAfterJob = defineJob({ name: 'smart-senders.look-after', payload: z.object({}), attempts: 3 });
export const lookAfterCron: CronEntry[] = [
  { name: 'smart-senders.look-after', pattern: '*/15 * * * *', definition: lookAfterJob, payload: {} },
];

const day = 86_400_000;
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
  await renewOrExpireDomains(deps, now);
  const ended = await deps.db.systemSql((sql) => store.findEndedMailboxes(sql, new Date(now)));
  for (const mailbox of ended) await endMailbox(deps, mailbox);
}

async function checkAndTell(deps: PurchaseDeps, workspaceId: WorkspaceId, id: number): Promise<void> {
  const domain = await checkDomain(deps, { workspaceId, userId: 0 }, id);
  const bad = domain.records.find((record) => record.state === 'MISSING' || record.state === 'DIFFERENT');
  if (!bad || domain.status !== 'ACTIVE') return;
  await deps.db.tenantSql(workspaceId, (sql) =>
    writeNotice(workspaceId, sql, {
      kind: 'purchase-attention',
      key: `purchased-dns:${id}:${new Date(deps.realClock.now()).toISOString().slice(0, 10)}`,
      facts: { name: domain.name, what: 'dns', record: bad.kind },
    }),
  );
}
