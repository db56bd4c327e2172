import type { MailboxId } from '@skein/contracts/ids';
import { z } from 'zod';
import { consentNames, consentProviders, type ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';
import { createRandomToken } from '#platform/crypto/random-token';
import { invalidField, SkeinError } from '#platform/http/skein-error';
import { authorizeUrl, newVerifier } from '#platform/mail/consent/consent-client';
import type { MainDeps } from '#main/deps';
import { readHost } from '#platform/brand/host-brand';
import { createAttemptLimit } from '#platform/auth/attempt-limit';
import type { Who } from '#access/access.api';
import { workspaceOfHost } from '#identity/identity.api';
import type { Consents } from '../consents/consents';
import { redirectUri } from '../consents/consent-clients';
import { requireVisible } from '../connections/connect-mailbox';
import type { MailboxDeps } from '../connections/mailboxes.deps';

/** What signing in works with. */
export interface SignInDeps {
  main: MainDeps;
  mailboxes: MailboxDeps;
}

/** A consent page may stay open this long, in milliseconds. */
const stateLife = 30 * 60_000;
const stateContext = 'mailbox-sign-in-state';
const state = z.object({
  provider: z.enum(consentProviders),
  workspaceId: z.number().int(),
  userId: z.number().int(),
  mailboxId: z.number().int().nullable(),
  clientId: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  /** The agency's own host name where it was begun; null at the installation's address. */
  host: z.string().nullable(),
  until: z.number(),
});
type State = z.output<typeof state>;

/** @throws SkeinError UNAVAILABLE where nobody may be asked */
export function requireConsents({ mailboxes }: Pick<SignInDeps, 'mailboxes'>): Consents {
  if (!mailboxes.consents) throw new SkeinError('UNAVAILABLE', 'Signing in with a provider is not set up here.');
  return mailboxes.consents;
}

/**
 * The page on which the provider asks for consent. The state is sealed: it names the person, so that nobody else's
 * mailbox ends up here, and holds the PKCE verifier, which only we can read.
 * @param header the Host header of the request: an agency's people come back to the agency's address
 * @throws SkeinError UNAVAILABLE, NOT_FOUND
 */
export async function startSignIn(
  deps: SignInDeps,
  who: Who,
  given: { type: ConsentProvider; mailbox_id?: MailboxId | undefined; login_hint?: string | undefined },
  header?: string,
): Promise<{ url: string }> {
  const consents = requireConsents(deps);
  const mailbox = given.mailbox_id ? await requireVisible(deps.mailboxes, who, given.mailbox_id) : null;
  const client = await consents.clientOf(who.workspaceId, given.type);
  if (!client)
    throw new SkeinError(
      'UNAVAILABLE',
      `No OAuth client of ${consentNames[given.type]} is set up here. Connect the mailbox with an app password.`,
    );
  const isAgencyHost = (await workspaceOfHost(deps.main, header)) === who.workspaceId;
  const opened: State = {
    provider: given.type,
    workspaceId: who.workspaceId,
    userId: who.userId,
    mailboxId: mailbox?.id ?? null,
    clientId: client.clientId,
    verifier: newVerifier(),
    nonce: createRandomToken(''),
    host: isAgencyHost ? readHost(header) : null,
    until: deps.main.realClock.now() + stateLife,
  };
  return {
    url: await authorizeUrl(consents.access, given.type, {
      client,
      redirectUri: redirectUri(deps.main),
      state: deps.main.vault.seal(JSON.stringify(opened), stateContext).toString('base64url'),
      verifier: opened.verifier,
      nonce: opened.nonce,
      loginHint: mailbox?.from_email ?? given.login_hint,
    }),
  };
}

/** Opens a state that we sealed, of any person and age; null for anything else. */
export function readState(deps: Pick<MainDeps, 'vault'>, sealed: string): State | null {
  try {
    return state.parse(JSON.parse(deps.vault.open(Buffer.from(sealed, 'base64url'), stateContext)));
  } catch {
    return null;
  }
}

/** The state of a sign-in that this person began. It is good once. @throws SkeinError VALIDATION for any other */
export async function useState(deps: SignInDeps, who: Who, sealed: string): Promise<State> {
  const known = readState(deps.main, sealed);
  if (
    !known ||
    known.workspaceId !== who.workspaceId ||
    known.userId !== who.userId ||
    known.until < deps.main.realClock.now()
  )
    throw invalidField('state', 'is not of a sign-in that you began in the last 30 minutes. Sign in again');
  const uses = await createAttemptLimit(deps.main.db, 'mailbox-sign-in-state', 1, stateLife / 1000).note(known.nonce);
  if (uses > 1) throw invalidField('state', 'was used before. Sign in again');
  return known;
}
