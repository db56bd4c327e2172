import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { consentNames, type ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';
import { escapeHtml } from '@skein/contracts/escape-html';
import { standInPage, standInPolicy } from '../integrations/stand-in-page';
import { grantKey, signInMailboxes, type Grants } from './sign-in-accounts';

interface Asked {
  client: string;
  redirect: string;
  challenge: string;
  nonce: string;
  scope: string;
}

interface PageDeps {
  provider: ConsentProvider;
  vendor: { authorize: string };
  publicUrl: string;
  isClient: (id: string) => boolean;
  grants: () => Promise<Grants>;
  revoke: (email: string) => Promise<void>;
  newCode: (email: string, asked: Asked) => Promise<string>;
}

/** The consent, and the page on which people see what they allowed and take it back. */
export function addSignInPages(app: Hono, deps: PageDeps): void {
  const { provider } = deps;
  const vendor = consentNames[provider];
  const page = (context: Context, title: string, content: string, status: 200 | 400 = 200) => {
    const nonce = randomBytes(16).toString('base64');
    return context.html(
      standInPage(vendor, nonce, title, content),
      status,
      standInPolicy(nonce, new URL(deps.publicUrl).origin),
    );
  };

  app.get(deps.vendor.authorize, async (context) => {
    const asked = context.req.query();
    const wrong = problemOf(deps, asked);
    if (wrong) return page(context, `${vendor} refuses this request`, `<p>${escapeHtml(wrong)}</p>`, 400);
    const fields = ['client_id', 'redirect_uri', 'code_challenge', 'nonce', 'scope', 'state']
      .map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(asked[name] ?? '')}">`)
      .join('');
    const accounts = accountsOf(provider, asked['login_hint'], await deps.grants());
    return page(
      context,
      `Sign in to ${vendor}`,
      `<form method="post" action=""><article><p><strong>Choose an account.</strong> None of them has a password.</p>${accounts
        .map(
          ({ email, name }, index) =>
            `<p><label><input type="radio" name="account" value="${escapeHtml(email)}"${index === 0 ? ' checked' : ''}> ${escapeHtml(name)} <span class="soft">${escapeHtml(email)}</span></label></p>`,
        )
        .join(
          '',
        )}</article><article><p>Skein will be able to read, send and delete this mailbox’s mail.</p>${fields}<button class="main" name="decision" value="allow">Allow</button><button name="decision" value="refuse">Cancel</button></article></form>`,
    );
  });

  app.post(deps.vendor.authorize, async (context) => {
    const form = Object.fromEntries(new URLSearchParams((await context.req.text()).slice(0, 20_000)));
    const wrong = problemOf(deps, { ...form, response_type: 'code', code_challenge_method: 'S256' });
    const email = form['account'] ?? '';
    if (wrong || !/^[^@\s]+@[a-z0-9.-]+\.test$/.test(email)) return page(context, `${vendor} refuses this`, '', 400);
    const back = new URL(form['redirect_uri'] as string);
    const answer = await answerTo(deps, email, form);
    for (const [name, value] of Object.entries({ ...answer, state: form['state'] ?? '' }))
      back.searchParams.set(name, value);
    return context.redirect(back.href, 303);
  });

  app.get('/connections', async (context) => {
    const given = Object.entries(await deps.grants()).filter(
      ([key, grant]) => key.startsWith(`${provider}:`) && grant.isGiven,
    );
    return page(
      context,
      `${vendor}: apps with access`,
      given
        .map(([key]) => {
          const email = escapeHtml(key.slice(provider.length + 1));
          return `<article><p><strong>Skein</strong> reads and sends the mail of ${email}.</p><form method="post" action="./connections"><input type="hidden" name="account" value="${email}"><button aria-label="Remove access to ${email}">Remove access</button></form></article>`;
        })
        .join('') || '<p class="soft">No app has access.</p>',
    );
  });
  app.post('/connections', async (context) => {
    const email = new URLSearchParams((await context.req.text()).slice(0, 2_000)).get('account') ?? '';
    if ((await deps.grants())[grantKey(provider, email)]?.isGiven) await deps.revoke(email);
    return context.redirect('./connections', 303);
  });
}

/** What goes back to the product: a code for what was allowed, or the vendor's words for a refusal. */
async function answerTo(deps: PageDeps, email: string, form: Record<string, string>): Promise<Record<string, string>> {
  return form['decision'] === 'allow'
    ? {
        code: await deps.newCode(email, {
          client: form['client_id'] as string,
          redirect: form['redirect_uri'] as string,
          challenge: form['code_challenge'] as string,
          nonce: form['nonce'] ?? '',
          scope: form['scope'] ?? '',
        }),
        ...(deps.provider === 'ZOHO' ? { location: 'us', 'accounts-server': 'https://accounts.zoho.com' } : {}),
      }
    : {
        error: 'access_denied',
        ...(deps.provider === 'OUTLOOK'
          ? { error_description: 'AADSTS65004: User declined to consent to access the app.' }
          : {}),
      };
}

/** What the real page would refuse, in its words; null when the request is right. */
function problemOf(deps: PageDeps, asked: Record<string, string>): string | null {
  if (!deps.isClient(asked['client_id'] ?? '')) return 'Error 401: invalid_client. The OAuth client was not found.';
  const redirect = asked['redirect_uri'] ?? '';
  if (!URL.canParse(redirect) || new URL(redirect).origin !== new URL(deps.publicUrl).origin)
    return 'Error 400: redirect_uri_mismatch.';
  if (asked['response_type'] !== 'code') return 'Error 400: unsupported_response_type.';
  if (asked['code_challenge_method'] !== 'S256' || !/^[\w-]{43}$/.test(asked['code_challenge'] ?? ''))
    return 'Error 400: invalid_request. A code challenge (S256) is missing.';
  if (!asked['scope']) return 'Error 400: invalid_scope.';
  return null;
}

/** The account that is hinted at comes first; it may be any mailbox of the sandbox. */
function accountsOf(provider: ConsentProvider, hint: string | undefined, grants: Grants) {
  const known = [...signInMailboxes[provider]];
  const isNew = (email: string) => !known.some((each) => each.email === email);
  for (const key of Object.keys(grants)) {
    const email = key.slice(provider.length + 1);
    if (key.startsWith(`${provider}:`) && isNew(email)) known.push({ email, name: email.split('@')[0] as string });
  }
  if (hint && /\.test$/.test(hint) && isNew(hint)) known.push({ email: hint, name: hint.split('@')[0] as string });
  return known.sort((one, other) => Number(other.email === hint) - Number(one.email === hint));
}
