import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { checkedLookup, RefusedAddressError, refusesUrl } from '../mail/resolve-host';

export interface OutwardRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}
export interface OutwardAnswer {
  status: number;
  text: string;
  /** Seconds after which the server wants to be asked again. */ retryAfter: number | null;
}

/** Asks a server of somebody else. @throws RefusedAddressError, OutwardError */
export type AskServer = (request: OutwardRequest) => Promise<OutwardAnswer>;

/** Why there is no answer. `cancelled`: the caller gave up. */
export class OutwardError extends Error {
  constructor(
    readonly kind: 'address' | 'unreached' | 'late' | 'too-long' | 'cancelled',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'OutwardError';
  }
}

/**
 * Requests to addresses that people type: no private address unless allowed, encrypted unless private ones are allowed, redirects not
 * followed (they would carry the key elsewhere), the answer bounded in time and size.
 * @param rules `patience` in ms for the whole answer; `allowPlain` for pages that anybody may read, which carry no key
 */
export const createAskServer =
  (rules: { allowPrivateAddresses: boolean; allowPlain?: boolean; patience: number; mostBytes: number }): AskServer =>
  async (given) => {
    const url = new URL(given.url);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (rules.allowPlain ?? rules.allowPrivateAddresses)))
      throw new OutwardError('address', 'The address must begin with https://');
    if (url.username || url.password)
      throw new OutwardError('address', 'The address may hold no user name and no password.');
    if (refusesUrl(url, rules.allowPrivateAddresses)) throw new RefusedAddressError(url.hostname);
    if (given.signal?.aborted) throw new OutwardError('cancelled', 'It was cancelled.');
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const late = AbortSignal.timeout(rules.patience);
    return new Promise((resolve, reject) => {
      const request = send(
        url,
        {
          method: given.method,
          lookup: checkedLookup(rules.allowPrivateAddresses),
          signal: given.signal ? AbortSignal.any([given.signal, late]) : late,
          headers: {
            accept: 'application/json',
            'user-agent': 'Skein/1',
            ...given.headers,
            ...(given.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(given.body)) }),
          },
        },
        (response) => {
          const parts: Buffer[] = [];
          let size = 0;
          response.on('data', (part: Buffer) => {
            size += part.length;
            if (size > rules.mostBytes) return request.destroy(new OutwardError('too-long', 'The answer is too long.'));
            parts.push(part);
            return undefined;
          });
          response.on('error', (error) => reject(reasonOf(error)));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              text: Buffer.concat(parts).toString('utf8'),
              retryAfter: secondsOf(response.headers['retry-after']),
            }),
          );
        },
      );
      const reasonOf = (error: Error): Error => {
        if (error instanceof OutwardError || error instanceof RefusedAddressError) return error;
        if (given.signal?.aborted) return new OutwardError('cancelled', 'It was cancelled.');
        if (late.aborted) return new OutwardError('late', `No answer within ${Math.round(rules.patience / 1000)} s.`);
        return new OutwardError('unreached', `${url.hostname} could not be reached.`, { cause: error });
      };
      request.on('error', (error) => reject(reasonOf(error)));
      request.end(given.body);
    });
  };

/** Seconds, or the date until when to wait (RFC 9110, 10.2.3). */
function secondsOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d{1,6}$/.test(header)) return Number(header);
  const seconds = Math.ceil((Date.parse(header) - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? null : Math.min(999_999, Math.max(0, seconds));
}
