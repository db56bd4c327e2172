import { z } from 'zod';

/**
 * How long an access token lasts where the server does not say (RFC 6749, 5.1: it may leave that out), in seconds. A
 * login that fails sooner renews it.
 */
const usualSeconds = 3600;
const longestSeconds = 31_536_000;

/** What a token endpoint gave; everything but the access token may be missing. */
export interface GivenTokens {
  accessToken: string;
  /** How long the access token lasts. */
  seconds: number;
  /** Null where the present one stays. */
  refreshToken: string | null;
  idToken: string | null;
  /** Null where the server does not say what was allowed: then it is what was asked for. */
  scopes: string[] | null;
}

export type TokenAnswer =
  | ({ kind: 'TOKENS' } & GivenTokens)
  | { kind: 'ERROR'; code: string; description: string }
  | { kind: 'NOTHING' };

const failed = z.object({
  error: z.string().min(1).max(200),
  error_description: z.string().optional().catch(undefined),
});
const given = z.object({
  access_token: z.string().min(1).max(20_000),
  expires_in: z.coerce.number().positive().max(longestSeconds).catch(usualSeconds),
  refresh_token: z.string().min(1).max(10_000).nullable().catch(null),
  id_token: z.string().min(1).max(20_000).nullable().catch(null),
  scope: z
    .union([z.string().max(5_000), z.array(z.string()).transform((list) => list.join(' '))])
    .nullable()
    .catch(null),
});

/** Reads the answer of a token endpoint (RFC 6749, 5.1 and 5.2). Some answer 200 also when they refuse. */
export function readTokenAnswer(text: string): TokenAnswer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { kind: 'NOTHING' };
  }
  const refusal = failed.safeParse(body);
  if (refusal.success)
    return { kind: 'ERROR', code: refusal.data.error, description: refusal.data.error_description ?? '' };
  const { data } = given.safeParse(body);
  if (!data) return { kind: 'NOTHING' };
  const scopes = data.scope?.split(/[ ,]+/).filter(Boolean) ?? [];
  return {
    kind: 'TOKENS',
    accessToken: data.access_token,
    seconds: data.expires_in,
    refreshToken: data.refresh_token,
    idToken: data.id_token,
    scopes: scopes.length > 0 ? scopes : null,
  };
}

/** What a refusal says of the consent: it is gone, the client is refused, the endpoint is out of order, or none of these. */
export function refusalKind(status: number, code: string): 'REVOKED' | 'CLIENT' | 'LATER' | 'REFUSED' {
  if (status >= 500 || status === 429 || status === 408) return 'LATER';
  if (/^(?:temporarily_unavailable|server_error|slow_down|too_many_requests)$/.test(code)) return 'LATER';
  if (/^(?:invalid_grant|invalid_code|interaction_required|consent_required)$/.test(code)) return 'REVOKED';
  if (/^(?:invalid_client|unauthorized_client|invalid_client_secret)$/.test(code)) return 'CLIENT';
  return 'REFUSED';
}
