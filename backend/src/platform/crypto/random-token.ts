import { randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits for a link, a session or an API key; only its keyed hash is stored. @returns 43 characters after the prefix */
export const createRandomToken = (prefix = ''): string => prefix + randomBytes(32).toString('base64url');

/** Compares without telling by its duration where the first difference is. */
export function equalsInConstantTime(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
