import { z } from 'zod';
import { GrantError } from './consent/grant-error';
import { postForm } from './post-form';

const answer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().default(3600),
  refresh_token: z.string().optional(),
});

export interface OAuthGrant {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
}

/** A token that lasts shorter than this from now is renewed while it still serves, in milliseconds. */
const renewAhead = 5 * 60_000;
/** A token is not used in its last minute: a login with it may take that long. */
const margin = 60_000;

export interface FreshToken {
  accessToken: string;
  seconds: number;
  refreshToken: string | null;
}

/**
 * Access tokens kept in memory. One is renewed ahead of its end while the present one still serves, and whoever asks meanwhile shares the
 * same request: some providers take a refresh token only once.
 * @param onNewRefreshToken some providers rotate the refresh token; the new one must be stored.
 */
export function keepToken(
  given: { refreshToken: string; first?: FreshToken },
  renewWith: (refreshToken: string) => Promise<FreshToken>,
  options: { now: () => Date; onNewRefreshToken?: (token: string) => Promise<void> },
) {
  let refreshToken = given.refreshToken;
  let cached: { token: string; until: number; renewAt: number } | null = null;
  let running: Promise<string> | null = null;
  const keep = ({ accessToken, seconds }: FreshToken) => {
    const until = options.now().getTime() + seconds * 1000 - margin;
    cached = { token: accessToken, until, renewAt: until - Math.min(renewAhead, (seconds * 1000) / 4) };
  };
  if (given.first) keep(given.first);

  async function fetchToken(): Promise<string> {
    const fresh = await renewWith(refreshToken);
    if (fresh.refreshToken && fresh.refreshToken !== refreshToken) {
      refreshToken = fresh.refreshToken;
      await options.onNewRefreshToken?.(refreshToken);
    }
    keep(fresh);
    return fresh.accessToken;
  }
  const renewed = (): Promise<string> =>
    (running ??= fetchToken().finally(() => {
      running = null;
    }));

  return async ({ renew = false }: { renew?: boolean } = {}): Promise<string> => {
    const now = options.now().getTime();
    if (renew || !cached || cached.until <= now) return renewed();
    if (cached.renewAt <= now)
      renewed().catch((error: unknown) => {
        // A consent that is gone shows at the next use and not only when the token has ended.
        if (error instanceof GrantError && error.kind === 'REVOKED') cached = null;
      });
    return cached.token;
  };
}

/** A source of OAuth2 access tokens for XOAUTH2 (RFC 6749, section 6) from a token endpoint that somebody named. */
export function accessTokenSource(
  grant: OAuthGrant,
  options: { now: () => Date; allowPrivateAddresses: boolean; onNewRefreshToken?: (token: string) => Promise<void> },
) {
  const renewWith = async (refreshToken: string): Promise<FreshToken> => {
    const { status, text } = await postForm(
      grant.tokenUrl,
      new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: grant.clientId,
        client_secret: grant.clientSecret,
      }),
      options,
    ).catch((error: Error) => {
      throw new GrantError('LATER', `The token endpoint could not be asked: ${error.message}`, { cause: error });
    });
    if (status >= 500 || status === 429)
      throw new GrantError('LATER', `The token endpoint is out of order (${status} ${text.slice(0, 200)})`);
    if (status < 200 || status > 299)
      throw new GrantError(
        'REVOKED',
        `Authentication Failed: the provider refused the refresh token (${status} ${text.slice(0, 200)})`,
      );
    const token = answer.parse(JSON.parse(text));
    return {
      accessToken: token.access_token,
      seconds: token.expires_in,
      refreshToken: token.refresh_token ?? null,
    };
  };
  return keepToken({ refreshToken: grant.refreshToken }, renewWith, options);
}
