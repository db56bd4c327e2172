import { sign, type KeyObject } from 'node:crypto';
import type { SignedRelease } from './deployments';

/** Signs what a remote's version says of itself, hashes of its files included. */
export function signRelease(facts: Omit<SignedRelease, 'signature'>, privateKey: KeyObject): SignedRelease {
  const { signature: _, ...signed } = facts;
  const text = JSON.stringify(signed);
  return { ...signed, signature: sign(null, Buffer.from(text), privateKey).toString('base64') } as SignedRelease;
}
