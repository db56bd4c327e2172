import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a token of the stand-in says. `round` ends with a revocation. */
export interface TokenContent {
  kind: 'code' | 'refresh' | 'access';
  vendor: string;
  email: string;
  client: string;
  round: number;
  /** Real time in milliseconds. */
  until: number | null;
  /** Of a code: what has to come with it. */
  challenge?: string;
  redirect?: string;
  nonce?: string;
  scope?: string;
}

/** Tokens that carry what they say, so that every process of the sandbox and every later start understands them. */
export function createSignInTokens(secret: string) {
  const mark = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  return {
    sign(content: TokenContent): string {
      const text = Buffer.from(JSON.stringify({ ...content, n: randomBytes(8).toString('hex') })).toString('base64url');
      return `sandbox-${content.kind}.${text}.${mark(text)}`;
    },
    /** Null for anything that is not ours, not of this kind or over. */
    read(token: string | null | undefined, kind: TokenContent['kind'], now: number): TokenContent | null {
      const [name, text = '', given = ''] = (token ?? '').split('.');
      const wanted = mark(text);
      if (name !== `sandbox-${kind}` || given.length !== wanted.length) return null;
      if (!timingSafeEqual(Buffer.from(given), Buffer.from(wanted))) return null;
      const content = JSON.parse(Buffer.from(text, 'base64url').toString()) as TokenContent;
      return content.until !== null && content.until < now ? null : content;
    },
  };
}
