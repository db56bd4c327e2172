import { createHash } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { DnsLookup } from '#platform/mail/dns-lookup';
import { jsonBody } from '../json-body';
import type { SandboxVendorsStore } from './sandbox-vendors.store';

interface HostedDomain {
  name: string;
  state: 'inactive' | 'active';
  mailboxes: { local_part: string; name: string; made: number }[];
}

const localPart = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/);
/** A mailbox of this name is there already: for trying what an order does then. */
const takenMailbox = 'taken';

interface MailHostOptions {
  store: SandboxVendorsStore;
  user: string;
  key: string;
  /** Makes a mailbox in the mail world, or gives it another password. */
  createMailbox: (email: string, password: string) => Promise<void>;
  /** Where it looks whether a domain's records are there. */
  dns: DnsLookup;
}

const refuse = (context: Context, status: 400 | 404 | 409 | 422, error: string) => context.json({ error }, status);
/** Changes a domain that is there. */
const change = (
  store: SandboxVendorsStore,
  context: Context,
  decide: (domain: HostedDomain, write: (domain: HostedDomain) => Promise<void>) => Promise<Response>,
) =>
  store.change<HostedDomain, Response>(`hosted:${context.req.param('domain')}`, async (domain, write) =>
    domain ? decide(domain, write) : refuse(context, 404, 'no such domain'),
  );

/**
 * The stand-in for Migadu: its admin API over HTTP. Its mailboxes are real ones of the local mail world, with SMTP and
 * IMAP and the password that was set; nothing of them leaves the machine.
 */
export function createSandboxMailHost(options: MailHostOptions): Hono {
  const { store } = options;
  const app = new Hono();
  app.use('*', async (context, next) =>
    context.req.header('authorization') === `Basic ${Buffer.from(`${options.user}:${options.key}`).toString('base64')}`
      ? next()
      : context.json({ error: 'unauthorized' }, 401),
  );
  app.post('/v1/domains', async (context) => {
    const read = z.object({ name: z.string().min(3).max(253) }).safeParse(await jsonBody(context, 50_000));
    if (!read.success) return refuse(context, 400, 'name is invalid');
    return store.change<HostedDomain, Response>(`hosted:${read.data.name}`, async (known, write) => {
      if (known) return refuse(context, 422, 'Name has already been taken');
      const made: HostedDomain = { name: read.data.name, state: 'inactive', mailboxes: [] };
      await write(made);
      return context.json(made);
    });
  });
  app.get('/v1/domains/:domain', (context) => change(options.store, context, async (domain) => context.json(domain)));
  app.get('/v1/domains/:domain/records', (context) =>
    change(options.store, context, async (domain) => context.json(hostRecords(domain.name))),
  );
  app.get('/v1/domains/:domain/activate', (context) =>
    change(options.store, context, async (domain, write) => {
      const isReady = await options.dns.resolveMx(domain.name).then(
        (found) => found.some((answer) => answer.exchange === hostRecords(domain.name).mx_records[0]?.value),
        () => false,
      );
      if (!isReady) return refuse(context, 422, 'DNS is not configured correctly');
      await write({ ...domain, state: 'active' });
      return context.json({ ...domain, state: 'active' });
    }),
  );
  addMailboxRoutes(app, options);
  return app;
}

/** The mailboxes of a domain: made, given another password, and deleted. */
function addMailboxRoutes(app: Hono, options: MailHostOptions): void {
  app.post('/v1/domains/:domain/mailboxes', async (context) => {
    const read = z
      .object({ local_part: localPart, name: z.string().max(200), password: z.string().min(8).max(200) })
      .safeParse(await jsonBody(context, 50_000));
    if (!read.success) return refuse(context, 400, `${String(read.error.issues[0]?.path[0] ?? 'mailbox')} is invalid`);
    const { local_part: part, name, password } = read.data;
    return change(options.store, context, async (domain, write) => {
      if (part === takenMailbox || domain.mailboxes.some((each) => each.local_part === part))
        return refuse(context, 409, 'Local part has already been taken');
      await options.createMailbox(`${part}@${domain.name}`, password);
      await write({ ...domain, mailboxes: [...domain.mailboxes, { local_part: part, name, made: 1 }] });
      return context.json({ address: `${part}@${domain.name}`, local_part: part, domain_name: domain.name, name });
    });
  });
  app.put('/v1/domains/:domain/mailboxes/:part', async (context) => {
    const read = z.object({ password: z.string().min(8).max(200) }).safeParse(await jsonBody(context, 50_000));
    if (!read.success) return refuse(context, 400, 'password is invalid');
    return change(options.store, context, async (domain) => {
      const part = context.req.param('part');
      if (!domain.mailboxes.some((each) => each.local_part === part)) return refuse(context, 404, 'no such mailbox');
      await options.createMailbox(`${part}@${domain.name}`, read.data.password);
      return context.json({ address: `${part}@${domain.name}` });
    });
  });
  app.delete('/v1/domains/:domain/mailboxes/:part', (context) =>
    change(options.store, context, async (domain, write) => {
      const part = context.req.param('part');
      if (!domain.mailboxes.some((each) => each.local_part === part)) return refuse(context, 404, 'no such mailbox');
      await write({ ...domain, mailboxes: domain.mailboxes.filter((each) => each.local_part !== part) });
      return context.json({ address: `${part}@${domain.name}` });
    }),
  );
}

const selectors = ['key1', 'key2', 'key3'];

/** What a domain has to publish, in the shape of the host's answer. */
function hostRecords(domain: string) {
  const proof = createHash('sha256').update(`host:${domain}`).digest('hex').slice(0, 8);
  return {
    domain_name: domain,
    dns_verification: { type: 'TXT', name: domain, value: `hosted-email-verify=${proof}` },
    mx_records: [
      { type: 'MX', name: domain, value: 'aspmx1.migadu.com', priority: 10 },
      { type: 'MX', name: domain, value: 'aspmx2.migadu.com', priority: 20 },
    ],
    spf: { type: 'TXT', name: domain, value: 'v=spf1 include:spf.migadu.com -all' },
    dkim: selectors.map((selector) => ({
      type: 'CNAME',
      name: `${selector}._domainkey.${domain}`,
      value: `${selector}.${domain}._domainkey.migadu.com`,
    })),
    dmarc: { type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=quarantine;' },
  };
}

/** The key behind the CNAME of a DKIM selector: what the host publishes itself. */
export function hostKeyOf(name: string): string | null {
  const match = /^(key[1-3])\.(.+)\._domainkey\.migadu\.com$/.exec(name.toLowerCase());
  return match ? `v=DKIM1; k=rsa; p=${createHash('sha512').update(match[0]).digest('base64url')}` : null;
}
