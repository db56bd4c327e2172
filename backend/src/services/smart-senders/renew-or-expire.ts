import type { WorkspaceId } from '@skein/contracts/ids';
import { endMailbox } from './end-mailbox';
import * as store from './look-after.store';
import { changeDomain } from './orders.store';
import { cancelMailbox, renewDomain } from './purchased-mailboxes';
import { writeNotice } from './purchased.store';
import { topic, type PurchaseDeps } from './purchases.deps';
import { VendorError } from './vendors/vendors';

const day = 86_400_000;
/** Days before the end of a domain's term at which people are told. */
const warnings = [1, 7, 30] as const;
/** Days before the end of its term at which a domain that renews gets its renewal order, and the first warning. */
const renewalOrderDays = 30;

/** A domain that renews gets its order 30 days before the end; every domain its warnings. Past the end it expires. */
export async function renewOrExpireDomains(deps: PurchaseDeps, now: number): Promise<void> {
  const ending = await deps.db.systemSql((sql) =>
    store.findExpiringDomains(sql, new Date(now + renewalOrderDays * day)),
  );
  for (const domain of ending) {
    const left = Math.ceil((domain.expires_at.getTime() - now) / day);
    if (left <= 0) await expireDomain(deps, domain, now);
    else await renewOrWarn(deps, domain, left);
  }
}

async function renewOrWarn(deps: PurchaseDeps, domain: store.ExpiringDomain, left: number): Promise<void> {
  const { id, workspace_id: workspaceId, name } = domain;
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
  if (domain.warned_days !== null && domain.warned_days <= step) return;
  await deps.db.tenantSql(workspaceId, async (sql) => {
    await changeDomain(workspaceId, sql, id, { warned_days: step });
    await writeNotice(workspaceId, sql, {
      kind: 'purchase-attention',
      key: `purchased-end:${id}:${domain.expires_at.toISOString()}:${step}`,
      facts: { name, what: 'expires', days: left, order_id: orderId ?? null },
    });
  });
}

/**
 * Nobody accepts emails from a domain that is no longer registered, and none arrive: its mailboxes end with it and are not charged again.
 * What a vendor refuses is tried at the next look, and until then the domain has not expired here; nor has one whose renewal is paid.
 */
async function expireDomain(deps: PurchaseDeps, domain: store.ExpiringDomain, now: number): Promise<void> {
  const { id, workspace_id: workspaceId, name } = domain;
  if (domain.is_renewing || (await isRenewedElsewhere(deps, domain, now))) return;
  const mailboxes = await deps.db.tenantSql(workspaceId, (sql) => store.findMailboxesOfDomain(workspaceId, sql, id));
  for (const mailbox of mailboxes)
    if (!(await stopCharging(deps, workspaceId, mailbox)) || !(await endMailbox(deps, mailbox))) return;
  await deps.db.tenantSql(workspaceId, async (sql) => {
    await changeDomain(workspaceId, sql, id, { status: 'EXPIRED' });
    await writeNotice(workspaceId, sql, {
      kind: 'purchase-attention',
      key: `purchased-end:${id}:${domain.expires_at.toISOString()}:0`,
      facts: { name, what: 'expired', mailboxes: mailboxes.length },
    });
    await deps.live.publish(sql, workspaceId, [topic]);
  });
}

/** The registrar knows best: who renewed the domain there keeps it, with its new term. True as well where it does not answer. */
async function isRenewedElsewhere(deps: PurchaseDeps, domain: store.ExpiringDomain, now: number): Promise<boolean> {
  try {
    const present = await deps.registrar?.find(domain.name);
    if (!present || present.expiresAt.getTime() <= now) return false;
    await deps.db.tenantSql(domain.workspace_id, (sql) =>
      changeDomain(domain.workspace_id, sql, domain.id, { expires_at: present.expiresAt, warned_days: null }),
    );
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    deps.log.error({ error, id: domain.id }, 'the registrar could not be asked for the end of a domain');
  }
  return true;
}

async function stopCharging(
  deps: PurchaseDeps,
  workspaceId: WorkspaceId,
  mailbox: store.MailboxOfDomain,
): Promise<boolean> {
  if (mailbox.is_cancelled || mailbox.renews_at === null) return true;
  try {
    await cancelMailbox(deps, { workspaceId, userId: 0 }, mailbox.id, true);
    return true;
  } catch (error) {
    deps.log.error({ error, id: mailbox.id }, 'a mailbox of an expired domain could not be cancelled');
    return false;
  }
}
