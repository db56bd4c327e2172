import { findOffer } from '@skein/contracts/smart-senders/offers';
import type { Registrant } from '@skein/contracts/smart-senders/purchase-views';
import { isUniqueViolation } from '#platform/db/unique-violation';
import { checkRecords, passes } from './check-records';
import { addEvent, changeDomain, lockOrder, writeRenewed } from './orders.store';
import { topic, type PurchaseDeps } from './purchases.deps';
import type { DomainRecord, RenewalRecord, WholeOrder } from './records';
import { VendorError, type Contact, type DnsRecord, type MailHost, type Registrar } from './vendors/vendors';

/** The name that tracking of a purchased domain goes by. */
const trackingName = 'go';

/** Brings a domain that is paid one step after the other to ACTIVE. @returns whether it waits for the DNS */
export async function advanceDomain(deps: PurchaseDeps, whole: WholeOrder, domainId: number): Promise<boolean> {
  const { order } = whole;
  const registrar = registrarOf(deps);
  let domain = whole.domains.find((each) => each.id === domainId) as DomainRecord;
  const write = async (change: Partial<DomainRecord>, event?: string) => {
    domain = await changeAndRead(deps, domain, change, event);
  };
  if (domain.status === 'PENDING') {
    try {
      await write({ status: 'REGISTERING', tries: domain.tries + 1 });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      await write({
        status: 'FAILED',
        failure: 'Another order of this installation has this domain.',
        can_retry: true,
      });
      return false;
    }
  }
  if (domain.status === 'REGISTERING') {
    const registered = await register(deps, registrar, whole, domain);
    if ('failure' in registered) {
      await write(
        { status: 'FAILED', failure: registered.failure, failure_reply: registered.reply, can_retry: true },
        `${domain.name} could not be registered: ${registered.failure}`,
      );
      return false;
    }
    await write(
      {
        status: 'REGISTERED',
        registered_at: new Date(deps.realClock.now()),
        expires_at: registered.expiresAt,
        failure: null,
        failure_reply: null,
      },
      `${domain.name} was registered.`,
    );
  }
  const host = hostOf(deps, whole);
  if (domain.status === 'REGISTERED') {
    await publish(deps, registrar, host, domain);
    const records = (await wantedRecords(deps, host, domain.name)).map((record) => ({
      ...record,
      state: 'WAITING' as const,
      found: [],
    }));
    await write({ status: 'PUBLISHED', records }, `The DNS records of ${domain.name} were published.`);
  }
  if (domain.status !== 'PUBLISHED') return false;
  const records = await checkRecords(domain.name, domain.records.map(recordOf), deps.dns);
  const isGood = passes(records) && (host === null || (await host.activate(domain.name)));
  const at = new Date(deps.realClock.now());
  await write(
    {
      records,
      dns_passes: passes(records),
      dns_checked_at: at,
      ...(isGood ? { status: 'ACTIVE' as const, activated_at: domain.activated_at ?? at } : {}),
    },
    isGood ? `${domain.name} is active. It forwards to ${order.forwarding_domain}.` : undefined,
  );
  return !isGood;
}

/** What was registered by an earlier run is in our account already; the key makes asking twice safe where that run's answer was lost. */
async function register(
  deps: PurchaseDeps,
  registrar: Registrar,
  { order }: WholeOrder,
  domain: DomainRecord,
): Promise<{ expiresAt: Date } | { failure: string; reply: string | null }> {
  const present = await registrar.find(domain.name);
  if (present) return present;
  try {
    return await registrar.register({
      name: domain.name,
      contact: contactOf(order.registrant),
      mostCents: findOffer(order.offer_id)?.domain_cents ?? domain.price_cents,
      key: `skein-${deps.publicUrl}-domain-${domain.id}-${domain.tries}`,
    });
  } catch (error) {
    if (!(error instanceof VendorError) || !error.isFinal) throw error;
    return { failure: error.message, reply: error.reply };
  }
}

/** Adds a domain to its host and publishes what it needs, where its visitors go, and the name for tracking. */
export async function publish(
  deps: PurchaseDeps,
  registrar: Registrar,
  host: MailHost | null,
  domain: Pick<DomainRecord, 'name' | 'forwards_to'>,
): Promise<void> {
  await host?.addDomain(domain.name);
  await registrar.publish(domain.name, await wantedRecords(deps, host, domain.name));
  await registrar.forward(domain.name, domain.forwards_to);
}

const wantedRecords = async (deps: PurchaseDeps, host: MailHost | null, name: string): Promise<DnsRecord[]> => [
  ...(host ? await host.records(name) : noMail),
  { kind: 'TRACKING', type: 'CNAME', host: trackingName, value: deps.trackingHost, priority: null },
];
/** A domain without mailboxes says that nobody sends from it. */
const noMail: DnsRecord[] = [
  { kind: 'SPF', type: 'TXT', host: '', value: 'v=spf1 -all', priority: null },
  { kind: 'DMARC', type: 'TXT', host: '_dmarc', value: 'v=DMARC1; p=reject', priority: null },
];

/** Null for a domain that was bought without mailboxes. @throws VendorError where nobody hosts the offer's mailboxes */
export function hostOf(deps: PurchaseDeps, { order, mailboxes }: WholeOrder): MailHost | null {
  if (mailboxes.length === 0) return null;
  const offer = findOffer(order.offer_id);
  const host = offer && deps.mailHosts[offer.host];
  if (!host) throw new VendorError('Mailboxes of this offer are not hosted on this installation.', false);
  return host;
}

/** @throws VendorError where nobody registers domains */
export function registrarOf({ registrar }: PurchaseDeps): Registrar {
  if (!registrar) throw new VendorError('No registrar is set up on this installation.', false);
  return registrar;
}

/** Renews a domain that is paid. A registrar that shows a later end than before has renewed it already. */
export async function advanceRenewal(
  deps: PurchaseDeps,
  { order }: WholeOrder,
  renewal: RenewalRecord,
): Promise<boolean> {
  const registrar = registrarOf(deps);
  const present = await registrar.find(renewal.name);
  const isDone = present !== null && present.expiresAt.getTime() > renewal.expires_before.getTime() + 86_400_000;
  const { expiresAt } = isDone
    ? present
    : await registrar.renew(renewal.name, `skein-${deps.publicUrl}-renewal-${order.id}-${renewal.domain_id}`);
  const { workspace_id: workspaceId, id: orderId } = order;
  await deps.db.tenantSql(workspaceId, async (sql) => {
    const at = new Date(deps.realClock.now());
    await writeRenewed(workspaceId, sql, { orderId, domainId: renewal.domain_id, at });
    await changeDomain(workspaceId, sql, renewal.domain_id, {
      ...(renewal.domain_status === 'EXPIRED' ? { status: 'ACTIVE' } : {}),
      expires_at: expiresAt,
      warned_days: null,
    });
    await addEvent(workspaceId, sql, { orderId, at, text: `${renewal.name} was renewed.` });
    await deps.live.publish(sql, workspaceId, [topic]);
  });
  return false;
}

/** Writes a change of a domain with what is told about it, and answers the domain as it is then. */
async function changeAndRead(
  deps: PurchaseDeps,
  { workspace_id: workspaceId, order_id: orderId, id }: DomainRecord,
  change: Partial<DomainRecord>,
  event?: string,
): Promise<DomainRecord> {
  return deps.db.tenantSql(workspaceId, async (sql) => {
    await changeDomain(workspaceId, sql, id, change);
    if (event) await addEvent(workspaceId, sql, { orderId, at: new Date(deps.realClock.now()), text: event });
    await deps.live.publish(sql, workspaceId, [topic]);
    return (await lockOrder(workspaceId, sql, orderId))?.domains.find((each) => each.id === id) as DomainRecord;
  });
}

export const recordOf = ({ kind, type, host, value, priority }: DomainRecord['records'][number]): DnsRecord => ({
  kind,
  type,
  host,
  value,
  priority,
});

const contactOf = (registrant: Registrant): Contact => ({
  firstName: registrant.first_name,
  lastName: registrant.last_name,
  company: registrant.company,
  email: registrant.email,
  phone: registrant.phone,
  address: registrant.address,
  address2: registrant.address_2,
  city: registrant.city,
  state: registrant.state,
  postalCode: registrant.postal_code,
  country: registrant.country,
});
