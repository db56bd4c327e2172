/// <reference path="./web-push.d.ts" />
import { createECDH } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createKeyedHash, type MasterKey } from '../crypto/master-key';
import { checkedLookup, refusesUrl } from '../mail/resolve-host';

/** A browser as its Push API describes it. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export type PushOutcome = 'sent' | 'gone' | 'later' | 'refused';

/**
 * The key pair by which push services know this installation (VAPID, RFC 8292). It is derived from the master key, so
 * that every process has the same.
 */
export function vapidKeys(master: MasterKey): { publicKey: string; privateKey: string } {
  const derive = createKeyedHash(master, 'web-push');
  const pair = createECDH('prime256v1');
  for (let attempt = 0; ; attempt += 1) {
    const scalar = Buffer.from(derive(`vapid ${attempt}`), 'base64url');
    try {
      pair.setPrivateKey(scalar);
      return { publicKey: pair.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
    } catch {
      // Of 2^32 scalars one is not below the order of the curve: the next one is.
    }
  }
}

/** Push services take at most 4 KB; what is longer than this would not fit once it is encrypted. */
const mostCharacters = 2_500;
const timeout = 15_000;

/**
 * Sends an encrypted notification (RFC 8291) to the push service of a browser. The service's address comes from a
 * browser, so it is checked like that of a webhook. `gone`: the browser took its permission back.
 */
export async function sendPush(
  target: PushTarget,
  message: { title: string; text: string; href: string | null; tag: string },
  given: { master: MasterKey; contact: string; allowPrivateAddresses: boolean },
): Promise<PushOutcome> {
  const url = new URL(target.endpoint);
  if (refusesUrl(url, given.allowPrivateAddresses)) return 'refused';
  // Loaded when the first one is sent: most processes send none.
  const { default: webPush } = await import('web-push');
  const payload = JSON.stringify({ ...message, text: message.text.slice(0, mostCharacters / 2) });
  let details;
  try {
    details = webPush.generateRequestDetails(
      { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
      payload,
      { TTL: 86_400, urgency: 'normal', vapidDetails: { subject: given.contact, ...vapidKeys(given.master) } },
    );
  } catch {
    // Keys that no browser makes: nothing can be encrypted for them.
    return 'refused';
  }
  const { method, headers, body } = details;
  const status = await new Promise<number | null>((resolve) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      {
        method,
        headers,
        lookup: checkedLookup(given.allowPrivateAddresses),
        signal: AbortSignal.timeout(timeout),
      },
      (response) => {
        response.on('error', () => undefined);
        response.resume();
        resolve(response.statusCode ?? null);
        response.once('data', () => response.destroy());
      },
    );
    request.on('error', () => resolve(null));
    request.end(body);
  });
  if (status === null || status === 429 || status >= 500) return 'later';
  if (status === 404 || status === 410) return 'gone';
  return status < 300 ? 'sent' : 'refused';
}
