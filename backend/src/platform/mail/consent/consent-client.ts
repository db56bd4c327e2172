import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { consentNames, type ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';
import { OutwardError, type OutwardAnswer, type OutwardRequest } from '../../http/ask-server';
import { RefusedAddressError } from '../resolve-host';
import { neededScopes, type ConsentAccess, type ConsentClient } from './consent-access';
import { readTokenAnswer, refusalKind, type GivenTokens } from '../token-answer';
import { GrantError } from './grant-error';

/** A secret of one sign-in (RFC 7636): only who holds it can use the code that comes back. */
export const newVerifier = (): string => randomBytes(48).toString('base64url');
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/**
 * The page on which somebody allows the access. `prompt=consent` and offline access, or there would be no refresh token the second time.
 */
export async function authorizeUrl(
  access: ConsentAccess,
  provider: ConsentProvider,
  given: {
    client: ConsentClient;
    redirectUri: string;
    state: string;
    verifier: string;
    nonce: string;
    loginHint?: string | undefined;
  },
): Promise<string> {
  const url = new URL((await access.endpointsOf(provider, null)).authorize);
  const parameters: Record<string, string> = {
    client_id: given.client.clientId,
    redirect_uri: given.redirectUri,
    response_type: 'code',
    scope: access.scopes[provider].join(provider === 'ZOHO' ? ',' : ' '),
    state: given.state,
    code_challenge: challengeOf(given.verifier),
    code_challenge_method: 'S256',
    ...(provider === 'OUTLOOK'
      ? { response_mode: 'query', prompt: 'select_account', nonce: given.nonce }
      : { access_type: 'offline', prompt: 'consent' }),
    ...(provider === 'GMAIL' ? { nonce: given.nonce } : {}),
    ...(given.loginHint && provider !== 'ZOHO' ? { login_hint: given.loginHint } : {}),
  };
  // Who is to sign in is known: the account is not asked for again.
  if (given.loginHint && provider === 'OUTLOOK') delete parameters['prompt'];
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The code of the redirect becomes tokens. @throws GrantError */
export const exchangeCode = async (
  access: ConsentAccess,
  provider: ConsentProvider,
  given: { client: ConsentClient; redirectUri: string; code: string; verifier: string; region: string | null },
): Promise<GivenTokens> =>
  askForTokens(access, {
    provider,
    region: given.region,
    client: given.client,
    form: {
      grant_type: 'authorization_code',
      code: given.code,
      redirect_uri: given.redirectUri,
      code_verifier: given.verifier,
    },
  });

/** A new access token (RFC 6749, section 6). @throws GrantError */
export const refreshTokens = async (
  access: ConsentAccess,
  provider: ConsentProvider,
  given: { client: ConsentClient; refreshToken: string; region: string | null },
): Promise<GivenTokens> =>
  askForTokens(access, {
    provider,
    region: given.region,
    client: given.client,
    form: {
      grant_type: 'refresh_token',
      refresh_token: given.refreshToken,
    },
  });

/** Tells the provider that the consent is not needed any more (RFC 7009). @returns whether it was told */
export async function revokeGrant(
  access: ConsentAccess,
  provider: ConsentProvider,
  given: { refreshToken: string; region: string | null },
): Promise<boolean> {
  const { revoke } = await access.endpointsOf(provider, given.region);
  if (revoke === null) return false;
  const answer = await ask(access, provider, formRequest(revoke, { token: given.refreshToken }));
  return answer.status >= 200 && answer.status < 300;
}

/** The least that a consent must hold, or nothing could be sent or read. @returns what was left out */
export const missingScopes = (provider: ConsentProvider, scopes: string[] | null): boolean =>
  scopes !== null && neededScopes[provider].some((needed) => !scopes.some((scope) => needed.test(scope)));

const claims = z.object({
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  nonce: z.string().optional(),
  email: z.email().max(254).optional(),
  preferred_username: z.string().max(254).optional(),
  name: z.string().max(200).optional(),
});
const userInfo = z.object({
  email: z.email().max(254).optional(),
  Email: z.email().max(254).optional(),
  name: z.string().max(200).optional(),
  Display_Name: z.string().max(200).optional(),
});

/** Who consented: the address, and the login where that is another one. */
export interface Consenting {
  email: string;
  username: string;
  name: string | null;
}

/**
 * Whose mailbox it is. An ID token came over TLS from the provider itself, which stands for its signature (OpenID Connect Core, 3.1.3.7);
 * audience, time and nonce are checked all the same.
 * @throws GrantError
 */
export async function whoConsented(
  access: ConsentAccess,
  provider: ConsentProvider,
  given: { tokens: GivenTokens; clientId: string; nonce: string; region: string | null; now: number },
): Promise<Consenting> {
  const refused = (why: string) =>
    new GrantError('REFUSED', `${consentNames[provider]} did not say whose mailbox it is: ${why}`);
  const { userInfo: address } = await access.endpointsOf(provider, given.region);
  if (address === null) {
    const read = claims.safeParse(payloadOf(given.tokens.idToken));
    if (!read.success) throw refused('there is no ID token.');
    const { aud, exp, nonce, email, preferred_username: login, name } = read.data;
    if (![aud].flat().includes(given.clientId) || exp * 1000 < given.now - 300_000 || nonce !== given.nonce)
      throw refused('the ID token is of another sign-in.');
    const own = email ?? login;
    if (!own || !z.email().safeParse(own).success) throw refused('the account has no email address.');
    return { email: own.toLowerCase(), username: login?.includes('@') ? login : own, name: name ?? null };
  }
  const answer = await ask(access, provider, {
    method: 'GET',
    url: address,
    headers: { authorization: `Bearer ${given.tokens.accessToken}` },
  });
  const read = userInfo.safeParse(jsonOf(answer));
  const email = read.data?.email ?? read.data?.Email;
  if (answer.status !== 200 || !email) throw refused(`it answered ${answer.status}.`);
  return { email: email.toLowerCase(), username: email, name: read.data?.name ?? read.data?.Display_Name ?? null };
}

/** What tokens are asked of, and with. */
interface TokenRequest {
  provider: ConsentProvider;
  region: string | null;
  client: ConsentClient;
  form: Record<string, string>;
}

async function askForTokens(
  access: ConsentAccess,
  { provider, region, client, form }: TokenRequest,
): Promise<GivenTokens> {
  const name = consentNames[provider];
  const { token } = await access.endpointsOf(provider, region);
  const answer = await ask(
    access,
    provider,
    formRequest(token, { ...form, client_id: client.clientId, client_secret: client.clientSecret }),
  );
  const read = readTokenAnswer(answer.text);
  if (read.kind === 'ERROR') throw refusal(name, answer.status, read.code, read.description);
  if (read.kind === 'NOTHING')
    throw new GrantError('LATER', `The sign-in of ${name} answered ${answer.status} without a token. Try again later.`);
  const { kind: _kind, ...tokens } = read;
  return tokens;
}

/** The words begin as refused logins do everywhere in the product, so that they are taken for one. */
function refusal(name: string, status: number, code: string, description: string): GrantError {
  const words = `${code}${description ? `: ${description.split(/[\r\n]/)[0]?.slice(0, 300)}` : ''}`;
  switch (refusalKind(status, code)) {
    case 'LATER':
      return new GrantError('LATER', `The sign-in of ${name} is out of order (${words}).`);
    case 'REVOKED':
      return new GrantError('REVOKED', `Authentication Failed: ${name} no longer accepts the consent (${words})`);
    case 'CLIENT':
      return new GrantError('CLIENT', `Authentication Failed: ${name} does not accept the OAuth client (${words})`);
    case 'REFUSED':
      return new GrantError('REFUSED', `Authentication Failed: ${name} refused (${words})`);
  }
}

async function ask(access: ConsentAccess, provider: ConsentProvider, request: OutwardRequest): Promise<OutwardAnswer> {
  try {
    return await access.ask(request);
  } catch (error) {
    if (error instanceof OutwardError || error instanceof RefusedAddressError)
      throw new GrantError('LATER', `The sign-in of ${consentNames[provider]} could not be reached: ${error.message}`, {
        cause: error,
      });
    throw error;
  }
}

const formRequest = (url: string, form: Record<string, string>): OutwardRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(form).toString(),
});

function jsonOf(answer: OutwardAnswer): unknown {
  try {
    return JSON.parse(answer.text) as unknown;
  } catch {
    return null;
  }
}

function payloadOf(idToken: string | null): unknown {
  try {
    return JSON.parse(Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString()) as unknown;
  } catch {
    return null;
  }
}
