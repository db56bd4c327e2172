import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { readText } from '#platform/http/read-text';
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

const name = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/);
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
    domainName: name,
    contacts: z.object({ registrant: contact }),
    autorenewEnabled: z.boolean().default(false),
  }),
  years: z.number().int().min(1).max(10).default(1),
  purchasePrice: z.number().positive(),
});
const recordBody = z.object({
  host: z.string().max(253).default(''),
  type: z.enum(['A', 'AAAA', 'ANAME', 'CNAME', 'MX', 'NS', 'SRV', 'TXT']),
  answer: z.string().min(1).max(4_000),
  ttl: z.number().int().min(300).default(300),
  priority: z.number().int().nullish(),
});
const forwardBody = z.object({ host: z.string().max(253), forwardsTo: z.url(), type: z.string() });

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
const registrarTrials = { taken: 'taken-', premium: 'premium-', fails: 'fails-' } as const;

/**
 * The stand-in for Name.com: its Core API over HTTP for the domains, DNS records and forwardings of the sandbox. It
 * keeps what was registered, answers a repeated idempotency key with the first registration, and no money moves.
 */
export function createSandboxRegistrar(options: {
  store: SandboxVendorsStore;
  now: () => number;
  username: string;
  token: string;
}): Hono {
  const { store } = options;
  const app = new Hono();
  const id = (domain: string) => `domain:${domain}`;
  const refuse = (context: Context, status: 400 | 404 | 409 | 422, message: string) =>
    context.json({ message }, status);
  app.use('*', async (context, next) =>
    context.req.header('authorization') ===
    `Basic ${Buffer.from(`${options.username}:${options.token}`).toString('base64')}`
      ? next()
      : context.json({ message: 'Unauthorized' }, 401),
  );
  const body = async (context: Context) => {
    try {
      return JSON.parse(await readText(context.req.raw, 100_000)) as unknown;
    } catch {
      return null;
    }
  };
  const view = (domain: SandboxDomain) => ({
    domainName: domain.name,
    expireDate: domain.expireDate,
    autorenewEnabled: domain.autorenewEnabled,
    contacts: domain.contacts,
  });
  const addYear = (from: number) => {
    const end = new Date(from);
    end.setUTCFullYear(end.getUTCFullYear() + 1);
    return end.toISOString();
  };
  /** The first answer to an idempotency key is the answer to each repetition. */
  const once = async (context: Context, work: () => Promise<{ status: 200 | 400 | 409; body: object }>) => {
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
  };

  app.post('/core/v1/domains:checkAvailability', async (context) => {
    const read = z.object({ domainNames: z.array(name).min(1).max(50) }).safeParse(await body(context));
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
  app.post('/core/v1/domains', async (context) => {
    const read = registration.safeParse(await body(context));
    if (!read.success)
      return refuse(context, 400, `Invalid argument: ${read.error.issues[0]?.path.join('.') ?? 'the domain'}`);
    const { domain: given, purchasePrice } = read.data;
    return once(context, () =>
      store.change<SandboxDomain, { status: 200 | 400 | 409; body: object }>(
        id(given.domainName),
        async (known, write) => {
          if (known || (await stateOf(store, given.domainName)) === 'taken')
            return { status: 409, body: { message: 'Domain is not available' } };
          if (given.domainName.startsWith(registrarTrials.fails))
            return { status: 400, body: { message: 'The registry refused the registrant’s address' } };
          if (purchasePrice < priceOf(given.domainName))
            return { status: 400, body: { message: 'The purchase price is too low' } };
          const made: SandboxDomain = {
            name: given.domainName,
            expireDate: addYear(options.now()),
            autorenewEnabled: given.autorenewEnabled,
            charges: 1,
            contacts: given.contacts,
            nextRecord: 1,
            records: [],
            forwarding: [],
          };
          await write(made);
          return { status: 200, body: { domain: view(made), order: 1, totalPaid: priceOf(made.name) } };
        },
      ),
    );
  });
  const change = (
    context: Context,
    decide: (domain: SandboxDomain, write: (domain: SandboxDomain) => Promise<void>) => Promise<Response>,
  ) =>
    store.change<SandboxDomain, Response>(id(domainIn(context)), async (domain, write) =>
      domain ? decide(domain, write) : refuse(context, 404, 'Not Found'),
    );
  app.get('/core/v1/domains/:domain', (context) => change(context, async (domain) => context.json(view(domain))));
  app.patch('/core/v1/domains/:domain', async (context) => {
    const read = z.object({ autorenewEnabled: z.boolean() }).safeParse(await body(context));
    if (!read.success) return refuse(context, 400, 'Invalid argument.');
    return change(context, async (domain, write) => {
      const changed = { ...domain, ...read.data };
      await write(changed);
      return context.json(view(changed));
    });
  });
  // The router reads `:renew` as part of the name, as `domainIn` does.
  app.post('/core/v1/domains/:domain', async (context) =>
    context.req.param('domain').endsWith(':renew')
      ? once(context, () =>
          store.change<SandboxDomain, { status: 200 | 409; body: object }>(
            id(domainIn(context)),
            async (domain, write) => {
              if (!domain) return { status: 409, body: { message: 'Not Found' } };
              const renewed = {
                ...domain,
                expireDate: addYear(Date.parse(domain.expireDate)),
                charges: domain.charges + 1,
              };
              await write(renewed);
              return { status: 200, body: { domain: view(renewed), order: 2, totalPaid: priceOf(domain.name) } };
            },
          ),
        )
      : refuse(context, 404, 'Not Found'),
  );
  app.get('/core/v1/domains/:domain/records', (context) =>
    change(context, async ({ records }) => context.json({ records, totalCount: records.length })),
  );
  app.post('/core/v1/domains/:domain/records', async (context) => {
    const read = recordBody.safeParse(await body(context));
    if (!read.success) return refuse(context, 400, 'Invalid argument.');
    return change(context, async (domain, write) => {
      const made = { ...read.data, priority: read.data.priority ?? null, id: domain.nextRecord };
      await write({ ...domain, nextRecord: domain.nextRecord + 1, records: [...domain.records, made] });
      return context.json(made);
    });
  });
  app.delete('/core/v1/domains/:domain/records/:record', (context) =>
    change(context, async (domain, write) => {
      await write({
        ...domain,
        records: domain.records.filter((each) => String(each.id) !== context.req.param('record')),
      });
      return context.json({});
    }),
  );
  app.get('/core/v1/domains/:domain/url/forwarding', (context) =>
    change(context, async ({ forwarding }) => context.json({ urlForwarding: forwarding })),
  );
  const putForwarding = async (context: Context) => {
    const read = forwardBody.safeParse(await body(context));
    if (!read.success) return refuse(context, 400, 'Invalid argument.');
    return change(context, async (domain, write) => {
      await write({
        ...domain,
        forwarding: [...domain.forwarding.filter((each) => each.host !== read.data.host), read.data],
      });
      return context.json(read.data);
    });
  };
  app.post('/core/v1/domains/:domain/url/forwarding', putForwarding);
  app.put('/core/v1/domains/:domain/url/forwarding/:host', putForwarding);
  return app;
}

const domainIn = (context: Context): string => (context.req.param('domain') ?? '').replace(/:renew$/, '').toLowerCase();
const priceOf = (domain: string): number => prices[domain.slice(domain.lastIndexOf('.') + 1)] ?? 24.99;

async function stateOf(store: SandboxVendorsStore, domain: string): Promise<'free' | 'taken' | 'premium'> {
  const label = domain.split('.')[0] ?? '';
  if (await store.read(`domain:${domain}`)) return 'taken';
  if (label.startsWith(registrarTrials.premium) || label.length < 4) return 'premium';
  return label.startsWith(registrarTrials.taken) || wellKnown.includes(label) ? 'taken' : 'free';
}
