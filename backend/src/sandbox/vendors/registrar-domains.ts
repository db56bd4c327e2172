import type { Context } from 'hono';
import { z } from 'zod';
import type { SandboxVendorsStore } from './sandbox-vendors.store';

export interface SandboxDomain {
  name: string;
  expireDate: string;
  autorenewEnabled: boolean;
  /** Registrations and renewals that were charged. */
  charges: number;
  contacts: unknown;
  nextRecord: number;
  records: { id: number; host: string; type: string; answer: string; ttl: number; priority: number | null }[];
  forwarding: { host: string; forwardsTo: string; type: string }[];
}

/** A name of a domain. */
export const domainName = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/);

/** What the registrar asks for a year, in dollars, by ending. */
const prices: Record<string, number> = {
  com: 12.99,
  net: 14.99,
  co: 14.5,
  group: 13.99,
  org: 12.99,
  test: 10,
  io: 59.99,
  ai: 89.99,
};
const wellKnown = ['google', 'apple', 'microsoft', 'amazon', 'acme', 'northlight', 'skein'];
/** Names that begin so are taken, cost a premium, or are sold but fail to register: for trying the ways in which an order fails. */
export const registrarTrials = { taken: 'taken-', premium: 'premium-', fails: 'fails-' } as const;

/** The domain that a request is about. */
export const domainIn = (context: Context): string =>
  (context.req.param('domain') ?? '').replace(/:renew$/, '').toLowerCase();
/** In dollars, for a year. */
export const priceOf = (domain: string): number => prices[domain.slice(domain.lastIndexOf('.') + 1)] ?? 24.99;

/** Whether a name can be registered. */
export async function stateOf(store: SandboxVendorsStore, domain: string): Promise<'free' | 'taken' | 'premium'> {
  const label = domain.split('.')[0] ?? '';
  if (await store.read(`domain:${domain}`)) return 'taken';
  if (label.startsWith(registrarTrials.premium) || label.length < 4) return 'premium';
  return label.startsWith(registrarTrials.taken) || wellKnown.includes(label) ? 'taken' : 'free';
}

export const refuse = (context: Context, status: 400 | 404 | 409 | 422, message: string) =>
  context.json({ message }, status);

/** Changes a domain that is registered. */
export const change = (
  store: SandboxVendorsStore,
  context: Context,
  decide: (domain: SandboxDomain, write: (domain: SandboxDomain) => Promise<void>) => Promise<Response>,
) =>
  store.change<SandboxDomain, Response>(`domain:${domainIn(context)}`, async (domain, write) =>
    domain ? decide(domain, write) : refuse(context, 404, 'Not Found'),
  );

/** A domain as the registrar shows it. */
export const domainView = (domain: SandboxDomain) => ({
  domainName: domain.name,
  expireDate: domain.expireDate,
  autorenewEnabled: domain.autorenewEnabled,
  contacts: domain.contacts,
});
