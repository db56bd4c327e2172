import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';
import type { Consents } from './consents';
import { idToken, nameOf } from './id-token';
import type { TokenContent } from './sign-in-tokens';
import { refusals, type SignInVendor } from './sign-in-vendors';

const minute = 60_000;

interface Endpoints {
  provider: ConsentProvider;
  vendor: SignInVendor;
  consents: Consents;
}

const formOf = async (context: Context) => new URLSearchParams((await context.req.text()).slice(0, 20_000));

/** What a code of the sign-in is exchanged for; null where it is not good for these. */
function exchangeCode({ provider, consents }: Endpoints, form: URLSearchParams): TokenContent | null {
  const { tokens, usedCodes, now } = consents;
  const text = form.get('code') ?? '';
  const code = tokens.read(text, 'code', now());
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (
    !code ||
    usedCodes.has(text) ||
    code.vendor !== provider ||
    code.client !== (form.get('client_id') ?? '') ||
    code.redirect !== form.get('redirect_uri') ||
    code.challenge !== challenge
  )
    return null;
  usedCodes.add(text);
  return code;
}

/** The tokens that are answered with: the access token, and where there is a new one the refresh token with who it is. */
function tokenAnswer({ provider, consents }: Endpoints, content: TokenContent, refresh: string | null) {
  const { tokens, now } = consents;
  return {
    access_token: tokens.sign({ ...content, kind: 'access', until: now() + 60 * minute }),
    token_type: 'Bearer',
    expires_in: 3600,
    ...(provider === 'ZOHO' ? { api_domain: 'https://www.zohoapis.com' } : { scope: content.scope }),
    ...(refresh ? { refresh_token: refresh } : {}),
    ...(refresh && provider !== 'ZOHO' ? { id_token: idToken(content, now()) } : {}),
  };
}

/** Exchanges codes and refresh tokens (RFC 6749), with PKCE (RFC 7636). */
export function addTokenEndpoint(app: Hono, endpoints: Endpoints): void {
  const { provider, vendor, consents } = endpoints;
  const { tokens, isClient, isStanding, now } = consents;
  app.post(vendor.token, async (context) => {
    const form = await formOf(context);
    const client = form.get('client_id') ?? '';
    const refuse = (code: 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type') => {
      const { status, body } = refusals[provider](code);
      return context.json(body, status);
    };
    const answer = (content: TokenContent, refresh: string | null) =>
      context.json(tokenAnswer(endpoints, content, refresh), 200, { 'cache-control': 'no-store' });
    if (!isClient(provider, client, form.get('client_secret') ?? '')) return refuse('invalid_client');
    if (form.get('grant_type') === 'authorization_code') {
      const code = exchangeCode(endpoints, form);
      if (!code) return refuse('invalid_grant');
      return answer(code, tokens.sign({ ...code, kind: 'refresh', until: null }));
    }
    if (form.get('grant_type') !== 'refresh_token') return refuse('unsupported_grant_type');
    const refresh = tokens.read(form.get('refresh_token'), 'refresh', now());
    if (!refresh || refresh.vendor !== provider || refresh.client !== client || !(await isStanding(refresh)))
      return refuse('invalid_grant');
    // Microsoft gives a new refresh token each time; the one before stays good.
    return answer(refresh, provider === 'OUTLOOK' ? tokens.sign(refresh) : null);
  });
}

/** Revokes a consent (RFC 7009), where the vendor has an address for it. */
export function addRevocation(app: Hono, { provider, vendor, consents }: Endpoints): void {
  const { tokens, isStanding, write, now } = consents;
  if (!vendor.revoke) return;
  app.post(vendor.revoke, async (context) => {
    const given = (await formOf(context)).get('token');
    const content = tokens.read(given, 'refresh', now()) ?? tokens.read(given, 'access', now());
    if (!(await isStanding(content)))
      return context.json({ error: 'invalid_token', error_description: 'Token expired or revoked' }, 400);
    await write(provider, (content as TokenContent).email, 'revoke');
    return context.json(provider === 'ZOHO' ? { status: 'success' } : {});
  });
}

/** Says whose mailbox an access token opens, where the vendor has an address for it. */
export function addUserInfo(app: Hono, { provider, vendor, consents }: Endpoints): void {
  const { tokens, isStanding, now } = consents;
  if (!vendor.userInfo) return;
  app.get(vendor.userInfo, async (context) => {
    const content = tokens.read(context.req.header('authorization')?.replace(/^Bearer /, ''), 'access', now());
    if (!content || !(await isStanding(content))) return context.json({ error: 'invalid_token' }, 401);
    return context.json(
      provider === 'ZOHO'
        ? { Email: content.email, Display_Name: nameOf(provider, content.email), ZUID: 1 }
        : { sub: content.email, email: content.email, email_verified: true },
    );
  });
}
