import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { Vault } from '#platform/crypto/vault';
import type { Database } from '#platform/db/database';
import { keepToken, refreshWith, type FreshToken } from '#platform/mail/access-token';
import { GrantError } from '#platform/mail/consent/grant-error';
import type { Credential } from '#platform/mail/mail-server';
import { grantIsGone, renewInTurn } from '#platform/mail/renew-in-turn';
import { consentSecret, type Consents } from '../consents/consents';
import { endRenewal, readStoredGrant, replaceGrant, takeRenewal, type MailboxWithGrant } from './grant-renewal.store';

/** What a secret is bound to: a sealed text copied to another mailbox does not open. */
export const secretContext = (workspaceId: WorkspaceId, mailboxId: MailboxId, kind: string) =>
  `mailbox:${workspaceId}:${mailboxId}:${kind}`;

export interface OAuthSecret {
  token_url: string;
  client_id: string;
  client_secret: string;
  refresh_token: string;
}

export interface MailboxGrantsDeps {
  db: Database;
  vault: Vault;
  allowPrivateAddresses: boolean;
  /** For mailboxes that signed in with their provider; null where nothing may ask a provider. */
  consents: Consents | null;
}

type TokenSource = Extract<Credential, { kind: 'xoauth2' }>['accessToken'];

/** Sources of this process by their database, so that everything in it that connects to a mailbox shares one access token. */
const sourcesOf = new WeakMap<Database, Map<string, { grant: string; source: TokenSource }>>();

/** Access tokens by mailbox, kept in memory for as long as the consent is the same. */
export function mailboxGrants(deps: MailboxGrantsDeps) {
  const sources = sourcesOf.get(deps.db) ?? new Map<string, { grant: string; source: TokenSource }>();
  sourcesOf.set(deps.db, sources);

  /** @param secret the unsealed text of the mailbox's kind 'oauth' */
  return function credentialOf(mailbox: MailboxWithGrant, secret: string): Credential {
    const key = `${mailbox.workspaceId}:${mailbox.mailboxId}:${deps.consents ? 'asks' : 'silent'}`;
    const grant = grantOf(secret);
    let entry = sources.get(key);
    if (!entry || entry.grant !== grant) {
      entry = { grant, source: isWhole(secret) ? sourceFor(deps, mailbox) : noConsent };
      sources.set(key, entry);
    }
    return { kind: 'xoauth2', accessToken: entry.source };
  };
}

/** What stays the same when a provider replaces the refresh token: a token that was fetched by the one before goes on serving. */
function grantOf(secret: string): string {
  const { refresh_token: token, ...rest } = JSON.parse(secret) as Partial<OAuthSecret>;
  return JSON.stringify([Boolean(token), rest]);
}

function isWhole(secret: string): boolean {
  const given = JSON.parse(secret) as Partial<OAuthSecret>;
  if (consentSecret.safeParse(given).success) return true;
  return Boolean(given.token_url && given.client_id && given.client_secret && given.refresh_token);
}

const noConsent: TokenSource = () => Promise.reject(grantIsGone());

const sourceFor = (deps: MailboxGrantsDeps, mailbox: MailboxWithGrant): TokenSource =>
  keepToken(() => renewStored(deps, mailbox), { now: () => new Date() });

/** Renews by the secret that is stored at this moment, one process at a time. @throws GrantError */
function renewStored(deps: MailboxGrantsDeps, mailbox: MailboxWithGrant): Promise<FreshToken> {
  const context = secretContext(mailbox.workspaceId, mailbox.mailboxId, 'oauth');
  return renewInTurn(
    {
      take: () => takeRenewal(deps.db, mailbox),
      read: () => readStoredGrant(deps.db, mailbox),
      replace: (change) => replaceGrant(deps.db, mailbox, change),
      end: () => endRenewal(deps.db, mailbox),
    },
    {
      open: (sealed) => deps.vault.open(sealed, context),
      seal: (secret) => deps.vault.seal(secret, context),
      renew: (secret) => renewBy(deps, mailbox.workspaceId, secret),
    },
  );
}

/** For what is sealed: a consent that a provider gave us, or a token endpoint that somebody named. @throws GrantError */
async function renewBy(deps: MailboxGrantsDeps, workspaceId: WorkspaceId, secret: string): Promise<FreshToken> {
  const given = JSON.parse(secret) as Partial<OAuthSecret>;
  const consent = consentSecret.safeParse(given).data;
  if (consent) {
    if (!deps.consents) throw new GrantError('LATER', 'No provider is asked from here.');
    return deps.consents.refresh(workspaceId, consent, consent.refresh_token);
  }
  const { token_url: tokenUrl, client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken } = given;
  if (!tokenUrl || !clientId || !clientSecret || !refreshToken) throw grantIsGone();
  return refreshWith({ tokenUrl, clientId, clientSecret, refreshToken }, deps);
}
