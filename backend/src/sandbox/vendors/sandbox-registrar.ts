import { Hono } from 'hono';
import { z } from 'zod';
import { jsonBody } from '../json-body';
import { addForwarding, addRecords } from './registrar-dns';
import { change, domainView, refuse } from './registrar-domains';
import { addAvailability, addRegistration, addRenewal } from './registrar-orders';
import type { SandboxVendorsStore } from './sandbox-vendors.store';

interface RegistrarOptions {
  store: SandboxVendorsStore;
  now: () => number;
  username: string;
  token: string;
}

/**
 * The stand-in for Name.com: its Core API over HTTP for the domains, DNS records and forwardings of the sandbox. It
 * keeps what was registered, answers a repeated idempotency key with the first registration, and no money moves.
 */
export function createSandboxRegistrar(options: RegistrarOptions): Hono {
  const { store } = options;
  const app = new Hono();
  app.use('*', async (context, next) =>
    context.req.header('authorization') ===
    `Basic ${Buffer.from(`${options.username}:${options.token}`).toString('base64')}`
      ? next()
      : context.json({ message: 'Unauthorized' }, 401),
  );
  addAvailability(app, store);
  addRegistration(app, store, options.now);
  app.get('/core/v1/domains/:domain', (context) =>
    change(store, context, async (domain) => context.json(domainView(domain))),
  );
  app.patch('/core/v1/domains/:domain', async (context) => {
    const read = z.object({ autorenewEnabled: z.boolean() }).safeParse(await jsonBody(context, 100_000));
    if (!read.success) return refuse(context, 400, 'Invalid argument.');
    return change(store, context, async (domain, write) => {
      const changed = { ...domain, ...read.data };
      await write(changed);
      return context.json(domainView(changed));
    });
  });
  addRenewal(app, store);
  addRecords(app, store);
  addForwarding(app, store);
  return app;
}
