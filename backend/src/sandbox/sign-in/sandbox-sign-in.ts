import { Hono } from 'hono';
import type { ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';
import { createAskServer } from '#platform/http/ask-server';
import { leastScopes, type ConsentAccess } from '#platform/mail/consent/consent-access';
import { createConsents, type Consents, type ConsentsOptions } from './consents';
import { addSignInPages } from './sign-in-pages';
import { vendors, type SignInVendor } from './sign-in-vendors';
import { addRevocation, addTokenEndpoint, addUserInfo } from './token-endpoints';

export interface SandboxSignIn {
  access: ConsentAccess;
  /** For the mail world: whether an access token opens this mailbox. */
  verifyToken(email: string, accessToken: string): Promise<boolean>;
  pages: Hono;
}

interface SignInOptions extends ConsentsOptions {
  /** Where browsers and the product reach `pages`. */
  pagesUrl: string;
  localUrl: string;
  publicUrl: string;
  mailPorts: () => Promise<{ smtp: number; imap: number }>;
}

const minute = 60_000;

/** The pages and addresses of one vendor. */
function vendorPages(provider: ConsentProvider, vendor: SignInVendor, consents: Consents, publicUrl: string): Hono {
  const { tokens, write, roundOf, now } = consents;
  const app = new Hono({ strict: false });
  addSignInPages(app, {
    provider,
    vendor,
    publicUrl,
    isClient: (id) => consents.isClient(provider, id),
    grants: consents.all,
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
  addTokenEndpoint(app, { provider, vendor, consents });
  addRevocation(app, { provider, vendor, consents });
  addUserInfo(app, { provider, vendor, consents });
  return app;
}

/**
 * Google's, Microsoft's and Zoho's sign-in by the protocols they publish (RFC 6749, 7009 and 7636, OpenID Connect),
 * with their own words for what they refuse. The product's own client speaks to them, and their tokens open the
 * mailboxes of the local mail servers.
 */
export function createSandboxSignIn(options: SignInOptions): SandboxSignIn {
  const { now } = options;
  const consents = createConsents(options);
  const { tokens, isStanding, clients, trialClient } = consents;
  const pages = new Hono({ strict: false });
  for (const [provider, vendor] of Object.entries(vendors) as [ConsentProvider, SignInVendor][])
    pages.route(vendor.path, vendorPages(provider, vendor, consents, options.publicUrl));
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
