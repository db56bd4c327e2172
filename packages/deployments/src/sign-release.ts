import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type { SignedRelease } from './deployment-records';

/** Signs what a remote's version says of itself, hashes of its files included. */
export function signRelease(facts: Omit<SignedRelease, 'signature'>, privateKey: KeyObject): SignedRelease {
  const { signature: _, ...signed } = facts;
  const text = JSON.stringify(signed);
  return { ...signed, signature: sign(null, Buffer.from(text), privateKey).toString('base64') } as SignedRelease;
}

/** Whether one of these public keys (32 bytes in base64url, as the shell's page names them) made the signature. */
export function isSignedWith({ signature, ...facts }: SignedRelease, keys: readonly string[]): boolean {
  const text = Buffer.from(JSON.stringify(facts));
  return keys.some((x) => {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, text, key, Buffer.from(signature, 'base64'));
  });
}

/** The public half of a key as the shell's page names it. */
export const publicKeyText = (key: KeyObject): string => createPublicKey(key).export({ format: 'jwk' }).x as string;
