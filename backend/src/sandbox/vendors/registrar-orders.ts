import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { jsonBody } from '../json-body';
import {
  domainIn,
  domainName,
  domainView,
  priceOf,
  refuse,
  registrarTrials,
  stateOf,
  type SandboxDomain,
} from './registrar-domains';
import type { SandboxVendorsStore } from './sandbox-vendors.store';

interface Done<Status> {
  status: Status;
  body: object;
}

const contact = z.object({
  firstName: z.string().min(1),
  lastName: z.string().min(1),
  address1: z.string().min(1),
  city: z.string().min(1),
  zip: z.string().min(1),
  country: z.string().length(2),
  phone: z.string().min(6),
  email: z.email(),
});
const registration = z.object({
  domain: z.object({
    domainName,
    contacts: z.object({ registrant: contact }),
    autorenewEnabled: z.boolean().default(false),
  }),
  years: z.number().int().min(1).max(10).default(1),
  purchasePrice: z.number().positive(),
});
const addYear = (from: number) => {
  const end = new Date(from);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end.toISOString();
};
/** The first answer to an idempotency key is the answer to each repetition. */
async function once(
  store: SandboxVendorsStore,
  context: Context,
  work: () => Promise<Done<200 | 400 | 409>>,
): Promise<Response> {
  const key = context.req.header('x-idempotency-key');
  const run = async () => {
    const done = await work();
    return context.json(done.body, done.status);
  };
  if (!key) return run();
  return store.change<{ body: object }, Response>(`key:${key.slice(0, 200)}`, async (known, write) => {
    if (known) return context.json(known.body);
    const done = await work();
    if (done.status === 200) await write({ body: done.body });
    return context.json(done.body, done.status);
  });
}

/** Which names can be registered, and for how much. */
export function addAvailability(app: Hono, store: SandboxVendorsStore): void {
  app.post('/core/v1/domains:checkAvailability', async (context) => {
    const read = z
      .object({ domainNames: z.array(domainName).min(1).max(50) })
      .safeParse(await jsonBody(context, 100_000));
    if (!read.success) return refuse(context, 400, 'Invalid argument.');
    const results = await Promise.all(
      read.data.domainNames.map(async (domain) => {
        const state = await stateOf(store, domain);
        return state === 'taken'
          ? { domainName: domain, purchasable: false, reason: 'Domain is not available' }
          : {
              domainName: domain,
              purchasable: true,
              premium: state === 'premium',
              purchasePrice: state === 'premium' ? 420 : priceOf(domain),
              purchaseType: 'registration',
            };
      }),
    );
    return context.json({ results });
  });
}

/** Registers a name for a year. */
export function addRegistration(app: Hono, store: SandboxVendorsStore, now: () => number): void {
  app.post('/core/v1/domains', async (context) => {
    const read = registration.safeParse(await jsonBody(context, 100_000));
    if (!read.success)
      return refuse(context, 400, `Invalid argument: ${read.error.issues[0]?.path.join('.') ?? 'the domain'}`);
    const { domain: given, purchasePrice } = read.data;
    return once(store, context, () =>
      store.change<SandboxDomain, Done<200 | 400 | 409>>(`domain:${given.domainName}`, async (known, write) => {
        if (known || (await stateOf(store, given.domainName)) === 'taken')
          return { status: 409, body: { message: 'Domain is not available' } };
        if (given.domainName.startsWith(registrarTrials.fails))
          return { status: 400, body: { message: 'The registry refused the registrant’s address' } };
        if (purchasePrice < priceOf(given.domainName))
          return { status: 400, body: { message: 'The purchase price is too low' } };
        const made: SandboxDomain = {
          name: given.domainName,
          expireDate: addYear(now()),
          autorenewEnabled: given.autorenewEnabled,
          charges: 1,
          contacts: given.contacts,
          nextRecord: 1,
          records: [],
          forwarding: [],
        };
        await write(made);
        return { status: 200, body: { domain: domainView(made), order: 1, totalPaid: priceOf(made.name) } };
      }),
    );
  });
}

/** Renews a name for another year. */
export function addRenewal(app: Hono, store: SandboxVendorsStore): void {
  // The router reads `:renew` as part of the name, as `domainIn` does.
  app.post('/core/v1/domains/:domain', async (context) =>
    context.req.param('domain').endsWith(':renew')
      ? once(store, context, () =>
          store.change<SandboxDomain, Done<200 | 409>>(`domain:${domainIn(context)}`, async (domain, write) => {
            if (!domain) return { status: 409, body: { message: 'Not Found' } };
            const renewed = {
              ...domain,
              expireDate: addYear(Date.parse(domain.expireDate)),
              charges: domain.charges + 1,
            };
            await write(renewed);
            return { status: 200, body: { domain: domainView(renewed), order: 2, totalPaid: priceOf(domain.name) } };
          }),
        )
      : refuse(context, 404, 'Not Found'),
  );
}
