import { createHmac } from 'node:crypto';
import { request as httpRequest, type ClientRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { checkedLookup, RefusedAddressError, refusesUrl } from '#platform/mail/resolve-host';

export interface DeliveryRequest {
  url: string;
  body: string;
  requestId: string;
  level: 'user' | 'client' | 'campaign';
  /** What the request calls its sender; the product by default. */
  agent?: string;
  secret: string | null;
  /** The secret before, while receivers change over: it signs as well. */
  previousSecret?: string | null;
}
export interface DeliveryAnswer {
  status: number | null;
  error: string | null;
  durationMs: number;
}

/** A webhook may take this long to answer, in milliseconds. */
const deliveryTimeout = 30_000;

/**
 * Posts one event. The address is resolved once and checked at connect time (no private, loopback or link-local address unless
 * allowed), redirects are not followed, and the answer's body is thrown away. Never throws.
 */
export async function deliver(
  given: DeliveryRequest,
  rules: { allowPrivateAddresses: boolean; timeout?: number; now?: () => number },
): Promise<DeliveryAnswer> {
  const begin = performance.now();
  const done = (status: number | null, error: string | null): DeliveryAnswer => ({
    status,
    error,
    durationMs: Math.round(performance.now() - begin),
  });
  let url: URL;
  try {
    url = new URL(given.url);
  } catch {
    return done(null, 'The address is not valid.');
  }
  if (refusesUrl(url, rules.allowPrivateAddresses)) return done(null, new RefusedAddressError(url.hostname).message);
  const headers: Record<string, string | number> = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(given.body),
    'user-agent': given.agent ?? 'Skein-Webhooks/1',
    'x-request-id': given.requestId,
    'x-webhook-level': given.level,
    ...(given.secret
      ? signatures(given.secret, given.previousSecret ?? null, given, Math.floor((rules.now ?? Date.now)() / 1000))
      : {}),
  };
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request: ClientRequest = send(
      url,
      {
        method: 'POST',
        headers,
        lookup: checkedLookup(rules.allowPrivateAddresses),
        signal: AbortSignal.timeout(rules.timeout ?? deliveryTimeout),
      },
      (response) => {
        response.on('error', () => undefined);
        response.resume();
        const status = response.statusCode ?? 0;
        resolve(done(status, status >= 200 && status < 300 ? null : `The address answered ${status}.`));
        // The status is all that counts: a body that never ends must not hold the connection.
        response.once('data', () => response.destroy());
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve(
        done(
          null,
          error.name === 'AbortError' || error.name === 'TimeoutError'
            ? `No answer within ${Math.round((rules.timeout ?? deliveryTimeout) / 1000)} s.`
            : error.message.slice(0, 300),
        ),
      ),
    );
    request.end(given.body);
  });
}

/**
 * Signatures as Standard Webhooks (https://www.standardwebhooks.com) describe them: over the delivery's id, the time of this try and the
 * body, so that a recorded delivery cannot be sent again later. The market's header has no time; clients of its wire check that one.
 * @param seconds since 1970
 */
function signatures(
  secret: string,
  previous: string | null,
  { requestId, body }: Pick<DeliveryRequest, 'requestId' | 'body'>,
  seconds: number,
): Record<string, string> {
  const sign = (by: string) => {
    const key = /^whsec_[A-Za-z0-9+/]+=*$/.test(by) ? Buffer.from(by.slice(6), 'base64') : Buffer.from(by);
    return `v1,${createHmac('sha256', key).update(`${requestId}.${seconds}.${body}`).digest('base64')}`;
  };
  return {
    'webhook-id': requestId,
    'webhook-timestamp': String(seconds),
    // Standard Webhooks separates signatures of several secrets by a space, so that a receiver takes either.
    'webhook-signature': [secret, previous]
      .filter((one) => one !== null)
      .map(sign)
      .join(' '),
    'x-smartlead-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  };
}
