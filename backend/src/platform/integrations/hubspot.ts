import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { askVendor, IntegrationError, jsonOf, type IntegrationAccess, type OAuthApp } from './integration-access';

const base = 'https://api.hubapi.com';
const hubSpotScopes = [
  'oauth',
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.lists.read',
  'crm.objects.owners.read',
  'crm.schemas.contacts.read',
];

type Access = Pick<IntegrationAccess, 'ask'>;
const tokens = z.object({
  access_token: z.string().min(1).max(4_000),
  /** May be missing where the present one stays, and the lifetime where it is the usual one (RFC 6749, 5.1). */
  refresh_token: z.string().min(1).max(4_000).nullish().catch(null),
  expires_in: z.coerce.number().positive().catch(1_800),
});
const account = z.object({ hub_id: z.number().int(), hub_domain: z.string().nullish(), user: z.string().nullish() });
const failure = z.object({
  message: z.string().optional(),
  category: z.string().optional(),
  policyName: z.string().optional(),
  errors: z.array(z.object({ message: z.string().optional(), code: z.string().optional() })).optional(),
});

export interface HubSpotTokens {
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since 1970. */ expiresAt: number;
}

const cut = (text: string, most = 500) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function refusal(status: number, text: string, retryAfter: number | null): IntegrationError {
  let body: z.output<typeof failure> = {};
  try {
    body = failure.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    // Not JSON: a proxy answered. The status decides.
  }
  const more = { status, retryAfter, answer: cut(text, 2_000) };
  const code = body.errors?.[0]?.code ?? body.category ?? String(status);
  const words = cut(body.message ?? `HubSpot answered ${status}.`);
  if (status === 429) {
    // The daily limit ends at midnight of the account; the ten-second one at once (https://developers.hubspot.com/docs/api/usage-details).
    const isDaily = body.policyName === 'DAILY';
    return new IntegrationError('RATE', isDaily ? 'DAILY' : 'RATE_LIMITS', words, {
      ...more,
      retryAfter: retryAfter ?? (isDaily ? 3_600 : 10),
    });
  }
  if (status === 401 || body.category === 'BAD_REFRESH_TOKEN' || body.category === 'BAD_AUTH_CODE')
    return new IntegrationError('AUTH', code, 'HubSpot no longer accepts this connection. Connect it again.', more);
  if (status === 403) return new IntegrationError('CONFIG', code, `HubSpot denied access: ${words}`, more);
  if (status >= 500 || status === 408 || status === 423 || status === 477)
    return new IntegrationError('LATER', code, words, more);
  return new IntegrationError('REFUSED', code, words, more);
}

/** The page on which somebody allows the app (https://developers.hubspot.com/docs/api/working-with-oauth). */
export const hubSpotAuthorizeUrl = (page: string, app: OAuthApp, state: string, redirectUri: string): string =>
  `${page}?${new URLSearchParams({ client_id: app.clientId, scope: hubSpotScopes.join(' '), redirect_uri: redirectUri, state }).toString()}`;

async function grant(access: Access, form: Record<string, string>, now: number): Promise<HubSpotTokens> {
  const answer = await askVendor(access.ask, 'HubSpot', {
    method: 'POST',
    url: `${base}/oauth/v1/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  const read = tokens.safeParse(jsonOf(answer));
  if (answer.status !== 200 || !read.success) {
    const error = refusal(answer.status, answer.text, answer.retryAfter);
    // A token that cannot be renewed comes back as 400: nothing but connecting again helps.
    throw error.kind === 'REFUSED'
      ? new IntegrationError(
          'AUTH',
          error.code,
          'HubSpot no longer accepts this connection. Connect it again.',
          error.more,
        )
      : error;
  }
  const { access_token: accessToken, expires_in: seconds } = read.data;
  const refreshToken = read.data.refresh_token ?? form['refresh_token'] ?? '';
  return { accessToken, refreshToken, expiresAt: now + seconds * 1_000 };
}

/** The code that HubSpot sent to the redirect address. */
interface CodeToExchange {
  code: string;
  redirectUri: string;
  now: number;
}

/** @throws IntegrationError */
export const exchangeHubSpotCode = (access: Access, app: OAuthApp, { code, redirectUri, now }: CodeToExchange) =>
  grant(
    access,
    {
      grant_type: 'authorization_code',
      client_id: app.clientId,
      client_secret: app.clientSecret,
      redirect_uri: redirectUri,
      code,
    },
    now,
  );

/** @throws IntegrationError */
export const refreshHubSpot = (access: Access, app: OAuthApp, refreshToken: string, now: number) =>
  grant(
    access,
    {
      grant_type: 'refresh_token',
      client_id: app.clientId,
      client_secret: app.clientSecret,
      refresh_token: refreshToken,
    },
    now,
  );

/** Whose account a token is for. @throws IntegrationError */
export async function readHubSpotAccount(access: Access, token: string) {
  const read = account.safeParse(
    (
      await requestHubSpot(access, token, {
        method: 'GET',
        path: `/oauth/v1/access-tokens/${encodeURIComponent(token)}`,
      })
    ).data,
  );
  if (!read.success) throw new IntegrationError('LATER', 'unreadable', 'HubSpot’s answer could not be read.');
  return { id: String(read.data.hub_id), name: read.data.hub_domain ?? String(read.data.hub_id) };
}

/** A request to HubSpot. */
interface HubSpotRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
}

/** One request of the CRM API. @throws IntegrationError */
export async function requestHubSpot(
  access: Access,
  token: string,
  { method, path, body }: HubSpotRequest,
): Promise<{ status: number; data: unknown; text: string }> {
  const answer = await askVendor(access.ask, 'HubSpot', {
    method,
    url: base + path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.status < 200 || answer.status >= 300) throw refusal(answer.status, answer.text, answer.retryAfter);
  return { status: answer.status, data: jsonOf(answer), text: answer.text };
}

/** Requests with a timestamp older than this are refused, in milliseconds. */
const signatureAge = 5 * 60_000;

/**
 * Whether a request comes from HubSpot: X-HubSpot-Signature-v3 is the base64 HMAC-SHA256, keyed with the app's secret,
 * of method, full URI, body and timestamp (https://developers.hubspot.com/docs/api/webhooks/validating-requests).
 */
export function isHubSpotRequest(
  app: OAuthApp,
  request: { method: string; uri: string; body: string; signature: string; timestamp: string },
  now: number,
): boolean {
  const at = Number(request.timestamp);
  if (!/^\d{1,16}$/.test(request.timestamp) || Math.abs(now - at) > signatureAge) return false;
  const expected = createHmac('sha256', app.clientSecret)
    .update(`${request.method}${request.uri}${request.body}${request.timestamp}`)
    .digest();
  const given = Buffer.from(request.signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
