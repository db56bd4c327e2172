import { createHmac } from 'node:crypto';
import { equalsInConstantTime } from '../crypto/random-token';

const STEP_SECONDS = 30;

/** The six digits of RFC 6238 (HMAC-SHA1, 30 s steps) that an authenticator app shows for the secret at this instant (ms). */
export function oneTimeCode(secret: Uint8Array, instant: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(instant / 1000 / STEP_SECONDS)));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) as number) & 0x0f;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Whether the code is the one of this step, the one before or the one after: clocks of phones differ. */
export function checkOneTimeCode(secret: Uint8Array, code: string, now: number): boolean {
  let matches = false;
  for (const step of [-1, 0, 1]) matches = equalsInConstantTime(oneTimeCode(secret, now + step * STEP_SECONDS * 1000), code) || matches;
  return matches;
}
