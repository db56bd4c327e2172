import type { ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';

/** The addresses below a vendor's name, shaped as the real ones. */
export interface SignInVendor {
  path: string;
  authorize: string;
  token: string;
  revoke: string | null;
  userInfo: string | null;
}

export const vendors: Record<ConsentProvider, SignInVendor> = {
  GMAIL: {
    path: '/google',
    authorize: '/o/oauth2/v2/auth',
    token: '/token',
    revoke: '/revoke',
    userInfo: '/v1/userinfo',
  },
  OUTLOOK: {
    path: '/microsoft',
    authorize: '/common/oauth2/v2.0/authorize',
    token: '/common/oauth2/v2.0/token',
    revoke: null,
    userInfo: null,
  },
  ZOHO: {
    path: '/zoho',
    authorize: '/oauth/v2/auth',
    token: '/oauth/v2/token',
    revoke: '/oauth/v2/token/revoke',
    userInfo: '/oauth/user/info',
  },
};

type Refused = { status: 200 | 400 | 401; body: object };

/** The providers' own words, so that what they lead to can be seen. */
export const refusals: Record<
  ConsentProvider,
  (code: 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type') => Refused
> = {
  GMAIL: (code) => ({
    status: code === 'invalid_client' ? 401 : 400,
    body: {
      error: code,
      error_description:
        code === 'invalid_grant' ? 'Token has been expired or revoked.' : 'The OAuth client was not found.',
    },
  }),
  OUTLOOK: (code) => ({
    status: code === 'invalid_client' ? 401 : 400,
    body: {
      error: code,
      error_description:
        code === 'invalid_grant'
          ? 'AADSTS50173: The provided grant has expired due to it being revoked, a fresh auth token is needed. The user might have changed or reset their password.'
          : 'AADSTS7000215: Invalid client secret provided.',
      error_codes: [code === 'invalid_grant' ? 50173 : 7000215],
    },
  }),
  ZOHO: (code) => ({ status: 200, body: { error: code === 'invalid_grant' ? 'invalid_code' : code } }),
};
