import { z } from 'zod';
import { oneTimeCode, secondFactor } from '../sign-in-rules';
import { defineContract } from '../endpoint';
import { done, instant } from '../schemas';

/** A logged-in browser only: an API key can neither read nor change how its person logs in. */
const own = { who: 'session', may: 'profile' } as const;
const password = z.string().min(1, 'is required').max(200);
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/** Login with a second factor: the codes of an authenticator app (RFC 6238), and recovery codes for when it is lost. */
export const twoFactorContract = defineContract({
  service: 'main',
  tag: 'Two-factor login',
  endpoints: {
    twoFactor: {
      method: 'GET',
      path: '/api/auth/two-factor',
      access: own,
      summary: 'Whether a second factor is asked for at login',
      response: z.object({
        is_on: z.boolean(),
        on_at: instant.nullable(),
        recovery_codes_left: z.number().int(),
        has_password: z.boolean(),
      }),
    },
    startTwoFactor: {
      method: 'POST',
      path: '/api/auth/two-factor/start',
      access: own,
      summary: 'A new secret for an authenticator app; nothing changes until a code confirms it within 15 minutes',
      body: z.object({ password }),
      response: z.object({ secret: z.string(), uri: z.string() }),
    },
    confirmTwoFactor: {
      method: 'POST',
      path: '/api/auth/two-factor/confirm',
      access: own,
      summary:
        'Switch two-factor login on with the first code; shows ten recovery codes, once, and ends every other session',
      body: z.object({ code: oneTimeCode }),
      response: recoveryCodes,
    },
    renewRecoveryCodes: {
      method: 'POST',
      path: '/api/auth/two-factor/recovery-codes',
      access: own,
      summary: 'Ten new recovery codes; the earlier ones stop working',
      body: z.object({ password, code: secondFactor }),
      response: recoveryCodes,
    },
    switchOffTwoFactor: {
      method: 'POST',
      path: '/api/auth/two-factor/off',
      access: own,
      summary: 'Switch two-factor login off, with the password and a code',
      body: z.object({ password, code: secondFactor }),
      response: done,
    },
  },
});
