import type { ImapFlow } from 'imapflow';
import type { z } from 'zod';
import { seedGrant, type SeedView } from '@skein/contracts/smart-delivery/seed-shapes';
import type { Vault } from '#platform/crypto/vault';
import type { Database } from '#platform/db/database';
import { SkeinError } from '#platform/http/skein-error';
import { accessTokenSource, keepToken, refreshWith } from '#platform/mail/access-token';
import { GrantError } from '#platform/mail/consent/grant-error';
import type { ConnectionRules, Credential, MailServer } from '#platform/mail/mail-server';
import { ImapFailure, imapFailure, openImap } from '#platform/mail/open-imap';
import { renewInTurn } from '#platform/mail/renew-in-turn';
import { seedGrantOf } from './seed-grants.store';
import { seedSecretContext, type Seed } from './seeds.store';

type Grant = z.output<typeof seedGrant>;
/** What a seed logs in with: the sealed text is a password, or what an OAuth2 client was granted. */
type Login = { method: 'PASSWORD'; password: string } | { method: 'XOAUTH2'; grant: Grant };

/** A seed that is stored, as far as it is read. */
export interface StoredSeed extends Pick<Seed, 'email' | 'imap' | 'sealed_password'> {
  id: number;
  auth_method: SeedView['auth_method'];
}

interface LoginDeps {
  db: Database;
  vault: Pick<Vault, 'seal' | 'open'>;
  rules: ConnectionRules;
}

const grantOf = ({ token_url: tokenUrl, client_id: clientId, client_secret: clientSecret, ...rest }: Grant) => ({
  ...{ tokenUrl, clientId, clientSecret },
  refreshToken: rest.refresh_token,
});

type TokenSource = Extract<Credential, { kind: 'xoauth2' }>['accessToken'];
/** Sources of this process by their database: everything in it that reads a seed shares one access token. */
const sourcesOf = new WeakMap<Database, Map<number, { grant: string; source: TokenSource }>>();

/** Access tokens of a stored seed, for as long as its client is the same. */
function storedTokens(deps: LoginDeps, { id, email, sealed_password: sealed }: StoredSeed): TokenSource {
  const context = seedSecretContext(email, 'XOAUTH2');
  const read = (secret: string): Grant => seedGrant.parse(JSON.parse(secret));
  const sources = sourcesOf.get(deps.db) ?? new Map<number, { grant: string; source: TokenSource }>();
  sourcesOf.set(deps.db, sources);
  const { refresh_token: _, ...client } = read(deps.vault.open(sealed, context));
  const grant = JSON.stringify(client);
  const known = sources.get(id);
  if (known?.grant === grant) return known.source;
  const renew = () =>
    renewInTurn(seedGrantOf(deps.db, id), {
      open: (bytes) => deps.vault.open(bytes, context),
      seal: (secret) => deps.vault.seal(secret, context),
      renew: (secret) => refreshWith(grantOf(read(secret)), deps.rules),
    });
  const source = keepToken(renew, { now: () => new Date() });
  sources.set(id, { grant, source });
  return source;
}

/** How a stored seed is reached; its secret is opened for this connection only. */
export function serverOfSeed(deps: LoginDeps, seed: StoredSeed): MailServer {
  const credential: Credential =
    seed.auth_method === 'XOAUTH2'
      ? { kind: 'xoauth2', accessToken: storedTokens(deps, seed) }
      : { kind: 'password', password: deps.vault.open(seed.sealed_password, seedSecretContext(seed.email)) };
  return { ...seed.imap, username: seed.email, credential };
}

/** The login works, but what a run reads cannot be opened. */
class UnreadableFolders extends ImapFailure {
  constructor(cause: Error) {
    super('connection', `The login worked, but the inbox could not be opened: ${imapFailure(cause).response}`, {
      cause,
    });
  }
}

/** Logs in, lists the folders and opens the inbox, as a run does, looks for what is asked for, and logs out. @throws ImapFailure */
export async function logInAsReader<Found = void>(
  server: MailServer,
  rules: ConnectionRules,
  look?: (client: ImapFlow) => Promise<Found>,
): Promise<Found | undefined> {
  const client = await openImap(server, rules);
  try {
    await client.list();
    (await client.getMailboxLock('INBOX')).release();
    return await look?.(client);
  } catch (error) {
    throw new UnreadableFolders(error as Error);
  } finally {
    await client.logout().catch(() => client.close());
  }
}

/**
 * Tries a login that is stored nowhere yet.
 * @returns what is to be sealed: a provider may have replaced the refresh token.
 * @throws ImapFailure
 */
export async function tryLogin(
  { email, imap, login }: Pick<Seed, 'email' | 'imap'> & { login: Login },
  rules: ConnectionRules,
): Promise<{ method: StoredSeed['auth_method']; secret: string }> {
  if (login.method === 'PASSWORD') {
    const { password } = login;
    await logInAsReader({ ...imap, username: email, credential: { kind: 'password', password } }, rules);
    return { method: 'PASSWORD', secret: password };
  }
  let { grant } = login;
  const accessToken = accessTokenSource(grantOf(grant), {
    now: () => new Date(),
    allowPrivateAddresses: rules.allowPrivateAddresses,
    onNewRefreshToken: (token) => {
      grant = { ...grant, refresh_token: token };
    },
  });
  await logInAsReader({ ...imap, username: email, credential: { kind: 'xoauth2', accessToken } }, rules);
  return { method: 'XOAUTH2', secret: JSON.stringify(grant) };
}

/** Why a login failed, shown at its field. */
export function refusalOf(
  error: ImapFailure,
  { host, port, method }: { host: string; port: number; method: StoredSeed['auth_method'] },
): SkeinError {
  if (error instanceof UnreadableFolders)
    return new SkeinError('VALIDATION', error.response, [
      { field: 'host', message: 'has no inbox that can be opened' },
    ]);
  if (error.cause instanceof GrantError && !error.cause.isCredential)
    return new SkeinError('VALIDATION', error.response, [
      { field: 'oauth.token_url', message: 'could not be asked for a token' },
    ]);
  if (error.failureClass === 'credentials')
    return new SkeinError('VALIDATION', `The login did not work: ${error.response}`, [
      { field: method === 'XOAUTH2' ? 'oauth.refresh_token' : 'password', message: 'was refused' },
    ]);
  return new SkeinError('VALIDATION', `${host} could not be reached on port ${port}: ${error.response}`, [
    { field: 'host', message: 'could not be reached' },
  ]);
}
