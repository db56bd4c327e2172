import type { ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';
import { signInMailboxes } from './sign-in-accounts';
import type { TokenContent } from './sign-in-tokens';

/** Whose mailbox it is. */
export const nameOf = (provider: ConsentProvider, email: string): string =>
  signInMailboxes[provider].find((each) => each.email === email)?.name ?? (email.split('@')[0] as string);

/** Claims as the providers send them; the signature is none, since it came from the token endpoint itself. */
export function idToken(content: TokenContent, now: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({
    aud: content.client,
    iss: `https://sandbox/${content.vendor.toLowerCase()}`,
    sub: content.email,
    exp: Math.round(now / 1000) + 3600,
    nonce: content.nonce,
    email: content.email,
    preferred_username: content.email,
    name: nameOf(content.vendor as ConsentProvider, content.email),
  })}.sandbox`;
}
