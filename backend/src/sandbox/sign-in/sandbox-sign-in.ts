import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';
import { createAskServer } from '#platform/http/ask-server';
import { leastScopes, type ConsentAccess, type ConsentClient } from '#platform/mail/consent/consent-access';
import { grantKey, signInMailboxes, type Grants } from './sign-in-accounts';
import { addSignInPages } from './sign-in-pages';
import { createSignInTokens, type TokenContent } from './sign-in-tokens';

export interface SignInState {
  read(): Promise<Grants | null>;
  write(grants: Grants): Promise<void>;
}

export interface SandboxSignIn {
  access: ConsentAccess;
  /** For the mail world: whether an access token opens this mailbox. */
  verifyToken(email: string, accessToken: string): Promise<boolean>;
  pages: Hono;
}

/** The addresses below each vendor's name, shaped as the real ones. */
const vendors: Record<
  ConsentProvider,
  { path: string; authorize: string; token: string; revoke: string | null; userInfo: string | null }
> = {
  GMAIL: {
    path: '/google',
    authorize: '/o/oauth2/v2/auth',
    token: '/token',
    revoke: '/revoke',
    userInfo: '/v1/userinfo',
  },
  OUTLOOK: {
    path: '/microsoft',
    authorize: '/common/oauth2/v2.0/authorize',
    token: '/common/oauth2/v2.0/token',
    revoke: null,
    userInfo: null,
  },
  ZOHO: {
    path: '/zoho',
    authorize: '/oauth/v2/auth',
    token: '/oauth/v2/token',
    revoke: '/oauth/v2/token/revoke',
    userInfo: '/oauth/user/info',
  },
};

const minute = 60_000;

/**
 * Google's, Microsoft's and Zoho's sign-in by the protocols they publish (RFC 6749, 7009 and 7636, OpenID Connect),
 * with their own words for what they refuse. The product's own client speaks to them, and their tokens open the
 * mailboxes of the local mail servers.
 */
export function createSandboxSignIn(options: {
  /** Where browsers and the product reach `pages`. */
  pagesUrl: string;
  localUrl: string;
  publicUrl: string;
  secret: string;
  state: SignInState;
  mailPorts: () => Promise<{ smtp: number; imap: number }>;
  now: () => number;
}): SandboxSignIn {
  const { now, state } = options;
  const tokens = createSignInTokens(options.secret);
  const clientOf = (name: string): ConsentClient => ({
    clientId: `sandbox-${name}`,
    clientSecret: createHash('sha256').update(`${options.secret} ${name}`).digest('base64url'),
  });
  const trialClient = clientOf('own-client');
  const clients = { GMAIL: clientOf('google'), OUTLOOK: clientOf('microsoft'), ZOHO: clientOf('zoho') };
  const isClient = (provider: ConsentProvider, id: string, secret?: string) =>
    [clients[provider], trialClient].some(
      (client) => client.clientId === id && (secret === undefined || client.clientSecret === secret),
    );
  const usedCodes = new Set<string>();
  const roundOf = async (provider: ConsentProvider, email: string) =>
    (await state.read())?.[grantKey(provider, email)] ?? { round: 0, isGiven: false };
  const isStanding = async (content: TokenContent | null): Promise<boolean> => {
    if (!content) return false;
    const { round, isGiven } = await roundOf(content.vendor as ConsentProvider, content.email);
    return isGiven && round === content.round;
  };
  const write = async (provider: ConsentProvider, email: string, change: 'give' | 'revoke') => {
    const all = (await state.read()) ?? {};
    const { round } = all[grantKey(provider, email)] ?? { round: 0 };
    all[grantKey(provider, email)] =
      change === 'give' ? { round, isGiven: true } : { round: round + 1, isGiven: false };
    await state.write(all);
  };

  const pages = new Hono({ strict: false });
  for (const [provider, vendor] of Object.entries(vendors) as [ConsentProvider, (typeof vendors)['GMAIL']][]) {
    const app = new Hono({ strict: false });
    addSignInPages(app, {
      provider,
      vendor,
      publicUrl: options.publicUrl,
      isClient: (id) => isClient(provider, id),
      grants: async () => (await state.read()) ?? {},
      revoke: (email) => write(provider, email, 'revoke'),
      async newCode(email, asked) {
        await write(provider, email, 'give');
        const { round } = await roundOf(provider, email);
        return tokens.sign({
          kind: 'code',
          vendor: provider,
          email,
          client: asked.client,
          round,
          until: now() + 10 * minute,
          challenge: asked.challenge,
          redirect: asked.redirect,
          nonce: asked.nonce,
          scope: asked.scope,
        });
      },
    });
    app.post(vendor.token, async (context) => {
      const form = new URLSearchParams((await context.req.text()).slice(0, 20_000));
      const client = form.get('client_id') ?? '';
      const refuse = (code: 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type') => {
        const { status, body } = refusals[provider](code);
        return context.json(body, status);
      };
      if (!isClient(provider, client, form.get('client_secret') ?? '')) return refuse('invalid_client');
      const answer = (content: TokenContent, refresh: string | null) =>
        context.json(
          {
            access_token: tokens.sign({ ...content, kind: 'access', until: now() + 60 * minute }),
            token_type: 'Bearer',
            expires_in: 3600,
            ...(provider === 'ZOHO' ? { api_domain: 'https://www.zohoapis.com' } : { scope: content.scope }),
            ...(refresh ? { refresh_token: refresh } : {}),
            ...(refresh && provider !== 'ZOHO' ? { id_token: idToken(content, now()) } : {}),
          },
          200,
          { 'cache-control': 'no-store' },
        );
      if (form.get('grant_type') === 'authorization_code') {
        const text = form.get('code') ?? '';
        const code = tokens.read(text, 'code', now());
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        if (
          !code ||
          usedCodes.has(text) ||
          code.vendor !== provider ||
          code.client !== client ||
          code.redirect !== form.get('redirect_uri') ||
          code.challenge !== challenge
        )
          return refuse('invalid_grant');
        usedCodes.add(text);
        return answer(code, tokens.sign({ ...code, kind: 'refresh', until: null }));
      }
      if (form.get('grant_type') !== 'refresh_token') return refuse('unsupported_grant_type');
      const refresh = tokens.read(form.get('refresh_token'), 'refresh', now());
      if (!refresh || refresh.vendor !== provider || refresh.client !== client || !(await isStanding(refresh)))
        return refuse('invalid_grant');
      // Microsoft gives a new refresh token each time; the one before stays good.
      return answer(refresh, provider === 'OUTLOOK' ? tokens.sign(refresh) : null);
    });
    if (vendor.revoke)
      app.post(vendor.revoke, async (context) => {
        const given = new URLSearchParams((await context.req.text()).slice(0, 20_000)).get('token');
        const content = tokens.read(given, 'refresh', now()) ?? tokens.read(given, 'access', now());
        if (!(await isStanding(content)))
          return context.json({ error: 'invalid_token', error_description: 'Token expired or revoked' }, 400);
        await write(provider, (content as TokenContent).email, 'revoke');
        return context.json(provider === 'ZOHO' ? { status: 'success' } : {});
      });
    if (vendor.userInfo)
      app.get(vendor.userInfo, async (context) => {
        const content = tokens.read(context.req.header('authorization')?.replace(/^Bearer /, ''), 'access', now());
        if (!content || !(await isStanding(content))) return context.json({ error: 'invalid_token' }, 401);
        const name = nameOf(provider, content.email);
        return context.json(
          provider === 'ZOHO'
            ? { Email: content.email, Display_Name: name, ZUID: 1 }
            : { sub: content.email, email: content.email, email_verified: true },
        );
      });
    pages.route(vendor.path, app);
  }

  return {
    pages,
    async verifyToken(email, accessToken) {
      const content = tokens.read(accessToken, 'access', now());
      return content?.email === email && (await isStanding(content));
    },
    access: {
      ask: createAskServer({ allowPrivateAddresses: true, patience: 20_000, mostBytes: 65_536 }),
      isSandbox: true,
      clients,
      scopes: leastScopes,
      trialClient,
      async endpointsOf(provider) {
        const { path, authorize, token, revoke, userInfo } = vendors[provider];
        const ports = await options.mailPorts();
        const at = (address: string) => options.localUrl + path + address;
        return {
          authorize: options.pagesUrl + path + authorize,
          token: at(token),
          revoke: revoke && at(revoke),
          userInfo: userInfo && at(userInfo),
          smtp: { host: '127.0.0.1', port: ports.smtp, portType: 'NONE' },
          imap: { host: '127.0.0.1', port: ports.imap, portType: 'NONE' },
        };
      },
      accountPages: {
        GMAIL: `${options.pagesUrl}/google/connections`,
        OUTLOOK: `${options.pagesUrl}/microsoft/connections`,
        ZOHO: `${options.pagesUrl}/zoho/connections`,
      },
    },
  };
}

const nameOf = (provider: ConsentProvider, email: string): string =>
  signInMailboxes[provider].find((each) => each.email === email)?.name ?? (email.split('@')[0] as string);

/** Claims as the providers send them; the signature is none, since it came from the token endpoint itself. */
function idToken(content: TokenContent, now: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({
    aud: content.client,
    iss: `https://sandbox/${content.vendor.toLowerCase()}`,
    sub: content.email,
    exp: Math.round(now / 1000) + 3600,
    nonce: content.nonce,
    email: content.email,
    preferred_username: content.email,
    name: nameOf(content.vendor as ConsentProvider, content.email),
  })}.sandbox`;
}

type Refused = { status: 200 | 400 | 401; body: object };

/** The providers' own words, so that what they lead to can be seen. */
const refusals: Record<
  ConsentProvider,
  (code: 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type') => Refused
> = {
  GMAIL: (code) => ({
    status: code === 'invalid_client' ? 401 : 400,
    body: {
      error: code,
      error_description:
        code === 'invalid_grant' ? 'Token has been expired or revoked.' : 'The OAuth client was not found.',
    },
  }),
  OUTLOOK: (code) => ({
    status: code === 'invalid_client' ? 401 : 400,
    body: {
      error: code,
      error_description:
        code === 'invalid_grant'
          ? 'AADSTS50173: The provided grant has expired due to it being revoked, a fresh auth token is needed. The user might have changed or reset their password.'
          : 'AADSTS7000215: Invalid client secret provided.',
      error_codes: [code === 'invalid_grant' ? 50173 : 7000215],
    },
  }),
  ZOHO: (code) => ({ status: 200, body: { error: code === 'invalid_grant' ? 'invalid_code' : code } }),
};
