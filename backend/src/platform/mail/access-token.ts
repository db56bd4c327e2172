import { GrantError } from './consent/grant-error';
import { postForm } from './post-form';
import { readTokenAnswer, refusalKind } from './token-answer';

export interface OAuthGrant {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
}

/** A token that lasts shorter than this from now is renewed while it still serves, in milliseconds. */
const renewAhead = 5 * 60_000;
/** A token is not used in its last minute: a login with it may take that long. One that lasts only minutes is used for most of them. */
const margin = 60_000;

export interface FreshToken {
  accessToken: string;
  seconds: number;
  /** The refresh token that replaces the one before; null when that one stays. */
  refreshToken: string | null;
}

/**
 * Access tokens kept in memory. One is renewed ahead of its end while the present one still serves, and whoever asks meanwhile shares the
 * same request: some providers take a refresh token only once.
 */
export function keepToken(renew: () => Promise<FreshToken>, options: { now: () => Date; first?: FreshToken }) {
  let cached: { token: string; until: number; renewAt: number } | null = null;
  let running: Promise<string> | null = null;
  const keep = ({ accessToken, seconds }: FreshToken) => {
    const lasts = seconds * 1000;
    const until = options.now().getTime() + lasts - Math.min(margin, lasts / 4);
    cached = { token: accessToken, until, renewAt: until - Math.min(renewAhead, lasts / 4) };
  };
  if (options.first) keep(options.first);

  async function fetchToken(): Promise<string> {
    const fresh = await renew();
    keep(fresh);
    return fresh.accessToken;
  }
  const renewed = (): Promise<string> =>
    (running ??= fetchToken().finally(() => {
      running = null;
    }));

  return async ({ renew: isForced = false }: { renew?: boolean } = {}): Promise<string> => {
    const now = options.now().getTime();
    if (isForced || !cached || cached.until <= now) return renewed();
    if (cached.renewAt <= now)
      renewed().catch((error: unknown) => {
        // A consent that is gone shows at the next use and not only when the token has ended.
        if (error instanceof GrantError && error.kind === 'REVOKED') cached = null;
      });
    return cached.token;
  };
}

/**
 * A source of access tokens for a consent that is stored nowhere yet.
 * @param onNewRefreshToken some providers rotate the refresh token; the new one must be stored.
 */
export function accessTokenSource(
  grant: OAuthGrant,
  options: { now: () => Date; allowPrivateAddresses: boolean; onNewRefreshToken?: (token: string) => void },
) {
  let { refreshToken } = grant;
  return keepToken(async () => {
    const fresh = await refreshWith({ ...grant, refreshToken }, options);
    if (fresh.refreshToken && fresh.refreshToken !== refreshToken) {
      refreshToken = fresh.refreshToken;
      options.onNewRefreshToken?.(refreshToken);
    }
    return fresh;
  }, options);
}

/** A new access token for XOAUTH2 (RFC 6749, section 6) from a token endpoint that somebody named. @throws GrantError */
export async function refreshWith(grant: OAuthGrant, rules: { allowPrivateAddresses: boolean }): Promise<FreshToken> {
  const { status, text } = await postForm(
    grant.tokenUrl,
    new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: grant.refreshToken,
      client_id: grant.clientId,
      client_secret: grant.clientSecret,
    }),
    rules,
  ).catch((error: Error) => {
    throw new GrantError('LATER', `The token endpoint could not be asked: ${error.message}`, { cause: error });
  });
  const answer = readTokenAnswer(text);
  if (answer.kind === 'TOKENS') {
    const { accessToken, seconds, refreshToken } = answer;
    return { accessToken, seconds, refreshToken };
  }
  const words = `${status} ${text.slice(0, 200)}`;
  const code = answer.kind === 'ERROR' ? answer.code : (/\binvalid_(?:grant|client)\b/.exec(text)?.[0] ?? '');
  const kind = refusalKind(status, code);
  // A page without an error code is a proxy's or a server's own; only 400 and 401 are a token endpoint's refusal (RFC 6749, 5.2).
  if (kind === 'LATER' || (code === '' && status !== 400 && status !== 401))
    throw new GrantError('LATER', `The token endpoint is out of order (${words})`);
  throw new GrantError(
    kind,
    kind === 'CLIENT'
      ? `Authentication Failed: the provider does not accept the OAuth client (${words})`
      : `Authentication Failed: the provider refused the refresh token (${words})`,
  );
}
