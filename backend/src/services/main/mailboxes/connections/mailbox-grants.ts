import type { Vault } from '#platform/crypto/vault';
import type { Database } from '#platform/db/database';
import { keepToken, refreshWith, type FreshToken } from '#platform/mail/access-token';
import { GrantError } from '#platform/mail/consent/grant-error';
import type { Credential } from '#platform/mail/mail-server';
import { consentSecret, type Consents } from '../consents/consents';
import { endRenewal, readStoredGrant, replaceGrant, takeRenewal, type MailboxWithGrant } from './grant-renewal.store';

/** What a secret is bound to: a sealed text copied to another mailbox does not open. */
export const secretContext = (workspaceId: number, mailboxId: number, kind: string) =>
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

/** Real milliseconds between two looks at a renewal that another process makes, and how long it is waited for. */
const lookEvery = 200;
const patience = 45_000;

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

const isGone = () => new GrantError('REVOKED', 'Authentication Failed: there is no consent any more (invalid_grant)');
const noConsent: TokenSource = () => Promise.reject(isGone());

const sourceFor = (deps: MailboxGrantsDeps, mailbox: MailboxWithGrant): TokenSource =>
  keepToken(() => renewStored(deps, mailbox), { now: () => new Date() });

/** Renews by the secret that is stored at this moment, one process at a time. @throws GrantError */
async function renewStored(deps: MailboxGrantsDeps, mailbox: MailboxWithGrant): Promise<FreshToken> {
  for (const end = Date.now() + patience; ;) {
    const claim = await takeRenewal(deps.db, mailbox);
    if (claim.state === 'MISSING') throw isGone();
    if (claim.state === 'TAKEN') {
      try {
        return await renewTaken(deps, mailbox, claim.sealed);
      } finally {
        await endRenewal(deps.db, mailbox);
      }
    }
    if (Date.now() >= end)
      throw new GrantError('LATER', 'Another process is renewing the consent and has not finished. Try again later.');
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }
}

/** A refused refresh token is believed to be revoked only when no other one is stored by then. */
async function renewTaken(deps: MailboxGrantsDeps, mailbox: MailboxWithGrant, first: Buffer): Promise<FreshToken> {
  const open = (sealed: Buffer) =>
    deps.vault.open(sealed, secretContext(mailbox.workspaceId, mailbox.mailboxId, 'oauth'));
  const renew = async (sealed: Buffer) => {
    const secret = open(sealed);
    const fresh = await renewBy(deps, mailbox.workspaceId, secret);
    const given = JSON.parse(secret) as Partial<OAuthSecret>;
    if (fresh.refreshToken && fresh.refreshToken !== given.refresh_token) {
      const renewed = JSON.stringify({ ...given, refresh_token: fresh.refreshToken });
      const after = deps.vault.seal(renewed, secretContext(mailbox.workspaceId, mailbox.mailboxId, 'oauth'));
      if (!(await replaceGrant(deps.db, mailbox, { before: sealed, after }))) {
        // The same secret may have been sealed again, under a new master key.
        const stored = await readStoredGrant(deps.db, mailbox);
        if (stored && open(stored) === secret) await replaceGrant(deps.db, mailbox, { before: stored, after });
      }
    }
    return fresh;
  };
  try {
    return await renew(first);
  } catch (error) {
    if (!(error instanceof GrantError) || error.kind !== 'REVOKED') throw error;
    const stored = await readStoredGrant(deps.db, mailbox);
    if (stored === null || open(stored) === open(first)) throw error;
    return renew(stored);
  }
}

/** For what is sealed: a consent that a provider gave us, or a token endpoint that somebody named. @throws GrantError */
async function renewBy(deps: MailboxGrantsDeps, workspaceId: number, secret: string): Promise<FreshToken> {
  const given = JSON.parse(secret) as Partial<OAuthSecret>;
  const consent = consentSecret.safeParse(given).data;
  if (consent) {
    if (!deps.consents) throw new GrantError('LATER', 'No provider is asked from here.');
    return deps.consents.refresh(workspaceId, consent, consent.refresh_token);
  }
  const { token_url: tokenUrl, client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken } = given;
  if (!tokenUrl || !clientId || !clientSecret || !refreshToken) throw isGone();
  return refreshWith({ tokenUrl, clientId, clientSecret, refreshToken }, deps);
}
