import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { jsonBody } from '../json-body';
import { change, refuse } from './registrar-domains';
import type { SandboxVendorsStore } from './sandbox-vendors.store';

const recordBody = z.object({
  host: z.string().max(253).default(''),
  type: z.enum(['A', 'AAAA', 'ANAME', 'CNAME', 'MX', 'NS', 'SRV', 'TXT']),
  answer: z.string().min(1).max(4_000),
  ttl: z.number().int().min(300).default(300),
  priority: z.number().int().nullish(),
});
const forwardBody = z.object({ host: z.string().max(253), forwardsTo: z.url(), type: z.string() });

/** The DNS records of a domain. */
export function addRecords(app: Hono, store: SandboxVendorsStore): void {
  app.get('/core/v1/domains/:domain/records', (context) =>
    change(store, context, async ({ records }) => context.json({ records, totalCount: records.length })),
  );
  app.post('/core/v1/domains/:domain/records', async (context) => {
    const read = recordBody.safeParse(await jsonBody(context, 100_000));
    if (!read.success) return refuse(context, 400, 'Invalid argument.');
    return change(store, context, async (domain, write) => {
      const made = { ...read.data, priority: read.data.priority ?? null, id: domain.nextRecord };
      await write({ ...domain, nextRecord: domain.nextRecord + 1, records: [...domain.records, made] });
      return context.json(made);
    });
  });
  app.delete('/core/v1/domains/:domain/records/:record', (context) =>
    change(store, context, async (domain, write) => {
      await write({
        ...domain,
        records: domain.records.filter((each) => String(each.id) !== context.req.param('record')),
      });
      return context.json({});
    }),
  );
}

/** Where the web address of a domain leads to. */
export function addForwarding(app: Hono, store: SandboxVendorsStore): void {
  app.get('/core/v1/domains/:domain/url/forwarding', (context) =>
    change(store, context, async ({ forwarding }) => context.json({ urlForwarding: forwarding })),
  );
  const putForwarding = async (context: Context) => {
    const read = forwardBody.safeParse(await jsonBody(context, 100_000));
    if (!read.success) return refuse(context, 400, 'Invalid argument.');
    return change(store, context, async (domain, write) => {
      await write({
        ...domain,
        forwarding: [...domain.forwarding.filter((each) => each.host !== read.data.host), read.data],
      });
      return context.json(read.data);
    });
  };
  app.post('/core/v1/domains/:domain/url/forwarding', putForwarding);
  app.put('/core/v1/domains/:domain/url/forwarding/:host', putForwarding);
}
