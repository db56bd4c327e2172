import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link in a mail stands for. */
type TrackingPurpose = 'open' | 'click' | 'unsubscribe';
export interface TrackingToken {
  purpose: TrackingPurpose;
  /** The number of the email: of an intent, or of an email of a placement test. */
  intentId: bigint;
  linkIndex: number;
  /** It is in an email of a placement test: its address answers as every other one does and counts nowhere. */
  isTest?: boolean;
}

/** Added to the purpose of a test's tokens, which are as long as all others. */
const testCode = 16;
const purposeCodes: Record<TrackingPurpose, number> = { open: 1, click: 2, unsubscribe: 3 };
const payloadBytes = 11;
/** 96 bits of a keyed hash: forging one takes more tries than a server would ever answer. */
const signatureBytes = 12;

/** A short signed token (31 characters): readable without the database, impossible to make without the key. */
export function signTrackingToken(key: Uint8Array, token: TrackingToken): string {
  const payload = Buffer.alloc(payloadBytes);
  payload.writeUInt8(purposeCodes[token.purpose] + (token.isTest ? testCode : 0), 0);
  payload.writeBigUInt64BE(token.intentId, 1);
  payload.writeUInt16BE(token.linkIndex, 9);
  return Buffer.concat([payload, signature(key, payload)]).toString('base64url');
}

/** The token, or null when it is malformed or its signature does not fit. */
export function readTrackingToken(key: Uint8Array, text: string): TrackingToken | null {
  if (!/^[\w-]{31}$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  const payload = bytes.subarray(0, payloadBytes);
  if (
    bytes.length !== payloadBytes + signatureBytes ||
    !timingSafeEqual(bytes.subarray(payloadBytes), signature(key, payload))
  )
    return null;
  return readPayload(payload);
}

function readPayload(payload: Buffer): TrackingToken | null {
  const code = payload.readUInt8(0);
  const isTest = code >= testCode;
  const purpose = (Object.keys(purposeCodes) as TrackingPurpose[]).find(
    (name) => purposeCodes[name] === code - (isTest ? testCode : 0),
  );
  if (!purpose) return null;
  const token = { purpose, intentId: payload.readBigUInt64BE(1), linkIndex: payload.readUInt16BE(9) };
  return isTest ? { ...token, isTest } : token;
}

/**
 * What an address of ours in an email is, by its form alone: for a reader of emails, which has no key. Nothing may be done because of it.
 */
export function trackedLinkOf(url: string): Pick<TrackingToken, 'purpose' | 'linkIndex'> | null {
  const [, text] = /\/[ocu]\/([\w-]{31})(?:\.gif)?$/.exec(url) ?? [];
  return text === undefined ? null : readPayload(Buffer.from(text, 'base64url'));
}

function signature(key: Uint8Array, payload: Buffer): Buffer {
  return createHmac('sha256', key).update(payload).digest().subarray(0, signatureBytes);
}

/** The addresses that go into a mail. `base` is the tracking host's address without a slash at the end. */
export function trackingUrls(key: Uint8Array, base: string, intentId: bigint, isTest = false) {
  const sign = (purpose: TrackingPurpose, linkIndex: number) =>
    signTrackingToken(key, { purpose, intentId, linkIndex, isTest });
  return {
    open: `${base}/o/${sign('open', 0)}.gif`,
    click: (linkIndex: number) => `${base}/c/${sign('click', linkIndex)}`,
    unsubscribe: `${base}/u/${sign('unsubscribe', 0)}`,
  };
}
