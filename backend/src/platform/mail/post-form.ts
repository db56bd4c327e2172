import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { checkedLookup, RefusedAddressError, refusesUrl } from './resolve-host';

const patience = 20_000;
/** An answer of a token endpoint is a few hundred bytes; more is none. */
const mostBytes = 65_536;

/**
 * Posts a form to an address that somebody typed, as a token endpoint's is: no private address unless allowed, encrypted unless
 * private ones are allowed, redirects not followed, the answer bounded in time and size.
 * @throws RefusedAddressError, Error in plain words
 */
export async function postForm(
  address: string,
  form: URLSearchParams,
  rules: { allowPrivateAddresses: boolean },
): Promise<{ status: number; text: string }> {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && rules.allowPrivateAddresses))
    throw new Error('The address of the token endpoint must begin with https://');
  if (refusesUrl(url, rules.allowPrivateAddresses)) throw new RefusedAddressError(url.hostname);
  const body = form.toString();
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        lookup: checkedLookup(rules.allowPrivateAddresses),
        signal: AbortSignal.timeout(patience),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        response.on('data', (part: Buffer) => {
          size += part.length;
          parts.push(part);
          if (size > mostBytes) request.destroy(new Error('The answer of the token endpoint is too long'));
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
