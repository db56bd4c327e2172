import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { escapeHtml } from '@skein/contracts/escape-html';
import { standInPage, standInPolicy } from '../integrations/stand-in-page';
import type { UnipileAccounts, UnipileLink } from './unipile-accounts';
import { refuse } from './unipile-errors';

const asked = z
  .object({
    type: z.enum(['create', 'reconnect']),
    providers: z.union([z.string(), z.array(z.string())]).optional(),
    api_url: z.url(),
    expiresOn: z.string().regex(/^[1-2]\d{3}-[01]\d-[0-3]\dT\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    name: z.string().min(1).optional(),
    notify_url: z.url().optional(),
    success_redirect_url: z.url().optional(),
    failure_redirect_url: z.url().optional(),
    reconnect_account: z.string().min(1).optional(),
    single_use: z.boolean().optional(),
    bypass_success_screen: z.boolean().optional(),
  })
  .refine((body) => (body.type === 'create' ? body.providers : body.reconnect_account));

const askedWebhook = z.object({
  source: z.literal('messaging'),
  request_url: z.url(),
  name: z.string().optional(),
  format: z.enum(['json', 'form']).optional(),
  events: z.array(z.string()).optional(),
});

const newId = () => randomBytes(16).toString('base64url').replaceAll(/[-_]/g, '0');

interface PagesOptions {
  /** Where browsers reach `app`. */
  pagesUrl: string;
  /** Campaign time in milliseconds. */
  now: () => number;
  /** Real time in milliseconds, for links that end. */
  realNow: () => number;
  /** Brings what Unipile reports to the product. */
  deliver: (url: string, body: object) => Promise<void>;
}

/** Unipile's page on which the owner of an account signs in, and how the product asks for one. */
export function addUnipilePages(app: Hono, accounts: UnipileAccounts, options: PagesOptions): void {
  app.post('/api/v1/hosted/accounts/link', async (context) => {
    const read = asked.safeParse(await context.req.json().catch(() => null));
    if (!read.success) return refuse(context, 'invalid_parameters');
    const { reconnect_account: reconnects = null, ...body } = read.data;
    if (reconnects !== null && !(await accounts.find(reconnects))) return refuse(context, 'account_not_found');
    const token = newId();
    await accounts.writeLink(token, {
      reconnects,
      notifyUrl: body.notify_url ?? null,
      successUrl: body.success_redirect_url ?? null,
      failureUrl: body.failure_redirect_url ?? null,
      expiresAt: Date.parse(body.expiresOn),
      isSingleUse: body.single_use ?? false,
      showsSuccess: !body.bypass_success_screen,
      isUsed: false,
    });
    return context.json({ object: 'HostedAuthURL', url: `${options.pagesUrl}/sign-in/${token}` }, 201);
  });
  app.get('/api/v1/webhooks', async (context) => {
    const items = (await accounts.findWebhooks()).map(({ id, name, url }) => ({
      object: 'Webhook',
      id,
      name,
      request_url: url,
      source: 'messaging',
      enabled: true,
    }));
    return context.json({ object: 'WebhookList', items, cursor: null });
  });
  app.post('/api/v1/webhooks', async (context) => {
    const read = askedWebhook.safeParse(await context.req.json().catch(() => null));
    if (!read.success) return refuse(context, 'invalid_parameters');
    const id = newId();
    await accounts.addWebhook({ id, name: read.data.name ?? '', url: read.data.request_url });
    return context.json({ object: 'WebhookCreated', webhook_id: id }, 201);
  });
  app.delete('/api/v1/webhooks/:id', async (context) =>
    (await accounts.removeWebhook(context.req.param('id')))
      ? context.json({ object: 'WebhookDeleted' })
      : refuse(context, 'resource_not_found'),
  );
  const openLink = async (token: string): Promise<UnipileLink | null> => {
    const link = await accounts.findLink(token);
    return link && !link.isUsed && link.expiresAt > options.realNow() ? link : null;
  };
  app.get('/sign-in/:token', async (context) => {
    const link = await openLink(context.req.param('token'));
    if (!link) return page(context, 'This link has expired', '<p>Ask for a new one in Skein.</p>', null);
    const name = link.reconnects ? ((await accounts.find(link.reconnects))?.name ?? '') : '';
    return page(
      context,
      'Sign in to LinkedIn',
      `<article><form method="post"><p><label>Name of the account<br><input name="name" required maxlength="100" value="${escapeHtml(name)}"></label></p>
<button class="main" name="decision" value="allow">Sign in</button><button name="decision" value="refuse" formnovalidate>Cancel</button></form>
<p class="soft">No password is asked for, and nothing happens on LinkedIn.</p></article>`,
      link,
    );
  });
  app.post('/sign-in/:token', async (context) => {
    const token = context.req.param('token');
    const link = await openLink(token);
    if (!link) return page(context, 'This link has expired', '<p>Ask for a new one in Skein.</p>', null);
    const form = new URLSearchParams((await context.req.text()).slice(0, 5_000));
    await accounts.writeLink(token, { ...link, isUsed: link.isSingleUse ?? true });
    if (form.get('decision') !== 'allow') return leave(context, link.failureUrl, 'You did not sign in');
    const id = await signIn(accounts, link, { name: form.get('name') ?? '', now: options.now() });
    if (id === null) return leave(context, link.failureUrl, 'This account is gone');
    if (link.notifyUrl)
      await options.deliver(link.notifyUrl, {
        status: link.reconnects ? 'RECONNECTED' : 'CREATION_SUCCESS',
        account_id: id,
        name: null,
      });
    return leave(context, link.showsSuccess ? null : link.successUrl, 'You are signed in');
  });
}

async function signIn(
  accounts: UnipileAccounts,
  link: UnipileLink,
  given: { name: string; now: number },
): Promise<string | null> {
  if (link.reconnects) {
    const isThere = await accounts.change(link.reconnects, (account) => {
      account.status = 'OK';
    });
    return isThere ? link.reconnects : null;
  }
  const id = newId();
  const name = given.name.trim().slice(0, 100) || 'Somebody';
  await accounts.add({ id, name, status: 'OK', createdAt: given.now, people: {} });
  return id;
}

const leave = (context: Context, url: string | null, title: string): Response | Promise<Response> =>
  url ? context.redirect(url, 303) : page(context, title, '<p>You can close this page.</p>', null);

function page(
  context: Context,
  title: string,
  content: string,
  link: UnipileLink | null,
): Response | Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  const targets = [link?.successUrl, link?.failureUrl].flatMap((url) => (url ? [new URL(url).origin] : []));
  return context.html(
    standInPage('LinkedIn', nonce, title, content),
    200,
    standInPolicy(nonce, [...new Set(targets)].join(' ')),
  );
}
