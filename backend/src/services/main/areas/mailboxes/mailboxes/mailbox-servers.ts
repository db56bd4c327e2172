import type { Database } from '../../../../../platform/db/database';
import { createGatherer } from '../../../../../platform/db/gather-work';
import { accessTokenSource, keepToken } from '../../../../../platform/mail/access-token';
import { GrantError } from '../../../../../platform/mail/consent/grant-error';
import type { Credential, MailServer } from '../../../../../platform/mail/mail-server';
import { notFound } from '../../../../../platform/http/skein-error';
import type { Vault } from '../../../../../platform/crypto/vault';
import { consentSecret, type Consents } from '../consents/consents';
import { readReaches, type MailboxOf, type MailboxReach } from './mailbox-reach.store';
import type { MailboxStore } from './mailboxes.store';

export interface MailboxServersDeps {
  db: Database;
  store: MailboxStore;
  vault: Vault;
  allowPrivateAddresses: boolean;
  /** For mailboxes that signed in with their provider; null where nothing may ask a provider. */
  consents: Consents | null;
}

/** What a secret is bound to: a sealed text copied to another mailbox does not open. */
export const secretContext = (workspaceId: number, mailboxId: number, kind: string) =>
  `mailbox:${workspaceId}:${mailboxId}:${kind}`;

export interface OAuthSecret {
  token_url: string;
  client_id: string;
  client_secret: string;
  refresh_token: string;
}

/** The secret of a mailbox's server and how it is opened. */
interface CredentialToOpen {
  workspaceId: number;
  mailboxId: number;
  method: string;
  open: (kind: string) => string | null;
  kind: 'smtp' | 'imap';
}

/** How a mailbox's servers are reached, with credentials unsealed for this connection only. Access tokens are kept in memory per mailbox. */
export function mailboxServers(deps: MailboxServersDeps) {
  const oauthCredential = createTokenSources(deps);
  const readTogether = async (mailboxes: MailboxOf[]): Promise<(MailboxReach | undefined)[]> => {
    const reaches = await readReaches(deps.db, mailboxes);
    return mailboxes.map(({ mailboxId }) => reaches.get(mailboxId));
  };
  /** Mails that leave together ask together. */
  const read = createGatherer<MailboxOf, MailboxReach | undefined>({
    most: 100,
    together: readTogether,
    alone: async (mailbox) => (await readTogether([mailbox]))[0],
  });

  async function load(workspaceId: number, mailboxId: number) {
    const record = await read({ workspaceId, mailboxId });
    if (!record) throw notFound('This mailbox', 'mailbox');
    const open = (kind: string) => {
      const sealed = record.secrets.get(kind);
      return sealed ? deps.vault.open(sealed, secretContext(workspaceId, mailboxId, kind)) : null;
    };
    return { record, open };
  }

  const credential = ({ workspaceId, mailboxId, method, open, kind }: CredentialToOpen): Credential => {
    if (method === 'XOAUTH2') return oauthCredential(workspaceId, mailboxId, open('oauth') ?? '{}');
    return { kind: 'password', password: open(kind) ?? open('smtp') ?? '' };
  };

  return {
    smtp: async (workspaceId: number, mailboxId: number): Promise<MailServer> => {
      const { record, open } = await load(workspaceId, mailboxId);
      return {
        host: record.smtp_host,
        port: record.smtp_port,
        portType: record.smtp_port_type,
        username: record.smtp_username,
        credential: credential({ workspaceId, mailboxId, method: record.auth_method, open, kind: 'smtp' }),
      };
    },
    imap: async (workspaceId: number, mailboxId: number): Promise<MailServer> => {
      const { record, open } = await load(workspaceId, mailboxId);
      return {
        host: record.imap_host,
        port: record.imap_port,
        portType: record.imap_port_type,
        username: record.imap_username,
        credential: credential({ workspaceId, mailboxId, method: record.auth_method, open, kind: 'imap' }),
      };
    },
  };
}

export type MailboxServers = ReturnType<typeof mailboxServers>;

/** Access tokens, kept in memory per mailbox for as long as its secret is the same. */
function createTokenSources(deps: MailboxServersDeps) {
  const tokenSources = new Map<
    string,
    { secret: string; source: Extract<Credential, { kind: 'xoauth2' }>['accessToken'] }
  >();

  /** Access tokens for what is sealed: a consent that a provider gave us, or a token endpoint that somebody named. */
  function sourceOf(workspaceId: number, mailboxId: number, secret: string, onRenewed: (secret: string) => void) {
    const keepNew = (given: object) => async (token: string) => {
      const renewed = JSON.stringify({ ...given, refresh_token: token });
      await deps.store.update(workspaceId, mailboxId, {}, [
        { kind: 'oauth', sealed: deps.vault.seal(renewed, secretContext(workspaceId, mailboxId, 'oauth')) },
      ]);
      onRenewed(renewed);
    };
    const given = JSON.parse(secret) as Partial<OAuthSecret>;
    const consent = consentSecret.safeParse(given).data;
    const now = () => new Date();
    if (consent) {
      const renewWith = async (refreshToken: string) => {
        if (!deps.consents) throw new GrantError('LATER', 'No provider is asked from here.');
        return deps.consents.refresh(workspaceId, consent, refreshToken);
      };
      return keepToken({ refreshToken: consent.refresh_token }, renewWith, {
        now,
        onNewRefreshToken: keepNew(consent),
      });
    }
    const {
      token_url: tokenUrl,
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    } = given;
    if (!tokenUrl || !clientId || !clientSecret || !refreshToken)
      return () =>
        Promise.reject(
          new GrantError('REVOKED', 'Authentication Failed: there is no consent any more (invalid_grant)'),
        );
    return accessTokenSource(
      { tokenUrl, clientId, clientSecret, refreshToken },
      { now, allowPrivateAddresses: deps.allowPrivateAddresses, onNewRefreshToken: keepNew(given) },
    );
  }

  function oauthCredential(workspaceId: number, mailboxId: number, secret: string): Credential {
    const key = `${workspaceId}:${mailboxId}`;
    let entry = tokenSources.get(key);
    if (!entry || entry.secret !== secret) {
      const source = sourceOf(workspaceId, mailboxId, secret, (renewed) => {
        const present = tokenSources.get(key);
        if (present) present.secret = renewed;
      });
      entry = { secret, source };
      tokenSources.set(key, entry);
    }
    return { kind: 'xoauth2', accessToken: entry.source };
  }

  return oauthCredential;
}
