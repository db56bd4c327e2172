import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link in a mail stands for. */
type TrackingPurpose = 'open' | 'click' | 'unsubscribe';
export interface TrackingToken {
  purpose: TrackingPurpose;
  intentId: bigint;
  linkIndex: number;
}

const purposeCodes: Record<TrackingPurpose, number> = { open: 1, click: 2, unsubscribe: 3 };
const payloadBytes = 11;
/** 96 bits of a keyed hash: forging one takes more tries than a server would ever answer. */
const signatureBytes = 12;

/** A short signed token (31 characters): readable without the database, impossible to make without the key. */
export function signTrackingToken(key: Uint8Array, token: TrackingToken): string {
  const payload = Buffer.alloc(payloadBytes);
  payload.writeUInt8(purposeCodes[token.purpose], 0);
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
  const purpose = (Object.keys(purposeCodes) as TrackingPurpose[]).find(
    (name) => purposeCodes[name] === payload.readUInt8(0),
  );
  return purpose ? { purpose, intentId: payload.readBigUInt64BE(1), linkIndex: payload.readUInt16BE(9) } : null;
}

function signature(key: Uint8Array, payload: Buffer): Buffer {
  return createHmac('sha256', key).update(payload).digest().subarray(0, signatureBytes);
}

/** The addresses that go into a mail. `base` is the tracking host's address without a slash at the end. */
export const trackingUrls = (key: Uint8Array, base: string, intentId: bigint) => ({
  open: `${base}/o/${signTrackingToken(key, { purpose: 'open', intentId, linkIndex: 0 })}.gif`,
  click: (linkIndex: number) => `${base}/c/${signTrackingToken(key, { purpose: 'click', intentId, linkIndex })}`,
  unsubscribe: `${base}/u/${signTrackingToken(key, { purpose: 'unsubscribe', intentId, linkIndex: 0 })}`,
});
