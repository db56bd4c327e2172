/**
 * Identity of a warmup mail. Everything follows from the key and from which mail it is, so that planning it twice, or taking it up after
 * a crash, gives the same mail; and nobody without the key can make a mail that is taken for one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The header that marks a warmup mail; it names no product, because receivers see it. */
export const warmupHeader = 'X-Conversation-Token';

const digest = (key: Uint8Array, ...material: string[]) =>
  createHmac('sha256', key).update(JSON.stringify(material)).digest('hex');
const safeDomain = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

/**
 * Message-ID and DSN envelope id of one mail. `which`: `opener:<mailbox>:<day>:<position>` or `reply:<message id of what it answers>`.
 * @throws RangeError when the domain cannot stand in a header
 */
export function warmupIdentity(
  key: Uint8Array,
  which: string,
  fromEmail: string,
): { messageId: string; envelopeId: string } {
  const domain = (fromEmail.split('@')[1] ?? '').toLowerCase();
  if (!safeDomain.test(domain)) throw new RangeError('sender domain is not a host name');
  return {
    messageId: `<${digest(key, 'warmup-message', which).slice(0, 36)}@${domain}>`,
    envelopeId: digest(key, 'warmup-envelope', which).slice(0, 36),
  };
}

const sign = (key: Uint8Array, nonce: string, from: string, to: string) =>
  digest(key, 'warmup-token', nonce, from.toLowerCase(), to.toLowerCase()).slice(0, 40);

/** The token of a mail from one address to another. It does not hang on the Message-ID, which some providers replace. */
export function warmupToken(key: Uint8Array, mail: { messageId: string; from: string; to: string }): string {
  const nonce = digest(key, 'warmup-nonce', mail.messageId).slice(0, 16);
  return `${nonce}.${sign(key, nonce, mail.from, mail.to)}`;
}

/** Whether a token was made by us for a mail between these two. */
export function isWarmupToken(key: Uint8Array, token: string, mail: { from: string; to: string }): boolean {
  const match = /^\s*([0-9a-f]{16})\.([0-9a-f]{40})\s*$/.exec(token);
  if (!match) return false;
  return timingSafeEqual(
    Buffer.from(match[2] as string),
    Buffer.from(sign(key, match[1] as string, mail.from, mail.to)),
  );
}
