/**
 * Message-ID and DSN envelope id of an intent. Both follow from the intent by a keyed hash, so that a worker that
 * takes over, or a search in the Sent folder, knows them without having seen the first attempt; and nobody without
 * the key can guess the id of a mail.
 */
import { createHmac } from 'node:crypto';

export interface MessageIdentity {
  /** With angle brackets, as the header has it (RFC 5322, 3.6.4). */
  readonly messageId: string;
  /** ENVID of RFC 3461: printable, at most 100 characters. */
  readonly envelopeId: string;
}

const SAFE_DOMAIN = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

/** Identity of the one mail of (enrolment, step). Throws RangeError when the sender domain cannot stand in a header. */
export function messageIdentity(
  key: Uint8Array,
  intent: { readonly enrolmentId: string; readonly stepId: string },
  senderDomain: string,
): MessageIdentity {
  const domain = senderDomain.toLowerCase();
  if (!SAFE_DOMAIN.test(domain)) throw new RangeError('sender domain is not a host name');
  const digest = (purpose: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, intent.enrolmentId, intent.stepId]))
      .digest('base64url');
  // 144 bits are beyond guessing and keep the header on one short line.
  return { messageId: `<${hex(digest('message-id'))}@${domain}>`, envelopeId: hex(digest('envelope-id')) };
}

function hex(base64url: string): string {
  // Lower-case hex survives servers that fold the case of the local part.
  return Buffer.from(base64url, 'base64url').subarray(0, 18).toString('hex');
}
