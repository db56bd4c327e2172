import { z } from 'zod';
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

/**
 * A source of OAuth2 access tokens for XOAUTH2 (RFC 6749, section 6). Tokens are kept in memory until a minute before their end.
 * @param onNewRefreshToken some providers rotate the refresh token; the new one must be stored.
 */
export function accessTokenSource(
  grant: OAuthGrant,
  options: { now: () => Date; allowPrivateAddresses: boolean; onNewRefreshToken?: (token: string) => Promise<void> },
) {
  let cached: { token: string; until: number } | null = null;
  let refreshToken = grant.refreshToken;
  return async ({ renew = false }: { renew?: boolean } = {}): Promise<string> => {
    if (!renew && cached && cached.until > options.now().getTime()) return cached.token;
    const { status, text } = await postForm(
      grant.tokenUrl,
      new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: grant.clientId,
        client_secret: grant.clientSecret,
      }),
      options,
    );
    if (status < 200 || status > 299)
      throw new Error(
        `Authentication Failed: the provider refused the refresh token (${status} ${text.slice(0, 200)})`,
      );
    const token = answer.parse(JSON.parse(text));
    if (token.refresh_token && token.refresh_token !== refreshToken) {
      refreshToken = token.refresh_token;
      await options.onNewRefreshToken?.(refreshToken);
    }
    cached = { token: token.access_token, until: options.now().getTime() + (token.expires_in - 60) * 1000 };
    return cached.token;
  };
}
