import type { PortType } from '@skein/contracts/constants';
import { mailProviders } from '@skein/contracts/mail-providers';
import type { ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';
import { createAskServer, type AskServer } from '../../http/ask-server';

/** An OAuth client that was registered with a provider. */
export interface ConsentClient {
  clientId: string;
  clientSecret: string;
}

interface Server {
  host: string;
  port: number;
  portType: PortType;
}

/** Where a provider is asked for consent, tokens and who somebody is, and the servers that the tokens open. */
interface ConsentEndpoints {
  authorize: string;
  token: string;
  /** Null where the provider has none: Microsoft. */
  revoke: string | null;
  /** Null where the ID token says it all. */
  userInfo: string | null;
  smtp: Server;
  imap: Server;
}

/** The way to the providers' sign-in. In the sandbox a local stand-in answers with the same addresses' shapes. */
export interface ConsentAccess {
  ask: AskServer;
  isSandbox: boolean;
  /** Clients of this installation; null where none is registered. */
  clients: Record<ConsentProvider, ConsentClient | null>;
  scopes: Record<ConsentProvider, string[]>;
  /** @param region of Zoho's data centres, `eu` for zoho.eu; null is the provider's own. */
  endpointsOf: (provider: ConsentProvider, region: string | null) => Promise<ConsentEndpoints>;
  /** Where people see and withdraw what they allowed. */
  accountPages: Record<ConsentProvider, string>;
  /** A client that can be tried as a workspace's own; only the sandbox has one. */
  trialClient: ConsentClient | null;
}

/**
 * The least that opens IMAP and SMTP by XOAUTH2, and the address of whoever consents. Google has no narrower scope for
 * IMAP than the whole mailbox.
 */
export const leastScopes: Record<ConsentProvider, string[]> = {
  GMAIL: ['openid', 'email', 'https://mail.google.com/'],
  OUTLOOK: [
    'openid',
    'email',
    'profile',
    'offline_access',
    'https://outlook.office.com/IMAP.AccessAsUser.All',
    'https://outlook.office.com/SMTP.Send',
  ],
  ZOHO: ['AaaServer.profile.Read', 'ZohoMail.messages.ALL', 'ZohoMail.folders.ALL'],
};

/** What a consent must hold, or the mailbox could not be used. */
export const neededScopes: Record<ConsentProvider, RegExp[]> = {
  GMAIL: [/^https:\/\/mail\.google\.com\/$/],
  OUTLOOK: [/IMAP\.AccessAsUser\.All$/i, /SMTP\.Send$/i],
  ZOHO: [],
};

/**
 * Zoho keeps an account in one of these data centres, and its consent page says in which
 * (https://www.zoho.com/accounts/protocol/oauth/multi-dc.html).
 */
const zohoDomains: Record<string, string> = {
  us: 'zoho.com',
  eu: 'zoho.eu',
  in: 'zoho.in',
  au: 'zoho.com.au',
  jp: 'zoho.jp',
  ca: 'zohocloud.ca',
  sa: 'zoho.sa',
  uk: 'zoho.uk',
};
export const isZohoRegion = (region: string): boolean => Object.hasOwn(zohoDomains, region);

const serversOf = (type: ConsentProvider) => {
  const { smtp, imap } = mailProviders.find((provider) => provider.type === type) as (typeof mailProviders)[number];
  return { smtp, imap };
};

/** The providers themselves. */
export function createConsentAccess(given: {
  clients: Record<ConsentProvider, ConsentClient | null>;
  /** A tenant of Microsoft, when only its people may connect. */
  microsoftTenant: string;
  /** Null: those above. */
  zohoScopes: string[] | null;
}): ConsentAccess {
  const microsoft = `https://login.microsoftonline.com/${given.microsoftTenant}/oauth2/v2.0`;
  return {
    ask: createAskServer({ allowPrivateAddresses: false, patience: 20_000, mostBytes: 65_536 }),
    isSandbox: false,
    clients: given.clients,
    scopes: { ...leastScopes, ...(given.zohoScopes ? { ZOHO: given.zohoScopes } : {}) },
    async endpointsOf(provider, region) {
      if (provider === 'GMAIL')
        return {
          authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
          token: 'https://oauth2.googleapis.com/token',
          revoke: 'https://oauth2.googleapis.com/revoke',
          userInfo: 'https://openidconnect.googleapis.com/v1/userinfo',
          ...serversOf('GMAIL'),
        };
      if (provider === 'OUTLOOK')
        return {
          authorize: `${microsoft}/authorize`,
          token: `${microsoft}/token`,
          revoke: null,
          userInfo: null,
          ...serversOf('OUTLOOK'),
        };
      const domain = zohoDomains[region ?? 'us'] ?? 'zoho.com';
      const { smtp, imap } = serversOf('ZOHO');
      return {
        authorize: `https://accounts.${domain}/oauth/v2/auth`,
        token: `https://accounts.${domain}/oauth/v2/token`,
        revoke: `https://accounts.${domain}/oauth/v2/token/revoke`,
        userInfo: `https://accounts.${domain}/oauth/user/info`,
        smtp: { ...smtp, host: `smtp.${domain}` },
        imap: { ...imap, host: `imap.${domain}` },
      };
    },
    accountPages: {
      GMAIL: 'https://myaccount.google.com/connections',
      OUTLOOK: 'https://myapps.microsoft.com',
      ZOHO: 'https://accounts.zoho.com/home#sessions/connectedapps',
    },
    trialClient: null,
  };
}
