import { Secret, TOTP } from 'otpauth';

/** Seconds for which an authenticator app shows one code (RFC 6238, and what every app assumes). */
const STEP_SECONDS = 30;

/** 160 bits, in the base32 form that authenticator apps take. */
export const newTwoFactorSecret = (): string => new Secret({ size: 20 }).base32;

const generator = (secret: string, email = '', issuer = 'Skein') =>
  new TOTP({
    issuer,
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** What the QR code says: the secret, whose it is and for what. */
export const twoFactorUri = (secret: string, email: string): string => generator(secret, email).toString();

/** The six digits that an authenticator app shows for the secret (base32) at this instant (ms). */
export const oneTimeCode = (secret: string, instant: number): string =>
  generator(secret).generate({ timestamp: instant });

/**
 * The time step to which the code belongs: this one, the one before or the one after, because clocks of phones differ; null when it
 * belongs to none. A step that was accepted once must not be accepted again.
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = generator(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}
