import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { checkedLookup, RefusedAddressError, refusesUrl } from '../mail/resolve-host';
import { OutwardError } from './ask-server';

/** A file of somebody else's server while it comes: `type` as the server names it, `size` in bytes where the server says it. */
export interface FetchedFile {
  stream: Readable;
  type: string | null;
  size: number | null;
  /** The name at the end of its address, or null. */ name: string | null;
}

/** How many other addresses a file may be looked for at. */
const mostRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Opens a file at an address that somebody gave. Each address on the way, the first as those it is sent on to, may only be a public one
 * (unless private ones are allowed); the connection goes to the very address that was checked. No cookies and no credentials travel.
 * @param rules `patience` in ms until the last byte: later the stream ends with an error
 * @throws RefusedAddressError, OutwardError
 */
export async function fetchFile(
  given: string,
  rules: { allowPrivateAddresses: boolean; patience: number },
): Promise<FetchedFile> {
  const late = AbortSignal.timeout(rules.patience);
  let url = addressOf(given);
  for (let step = 0; step <= mostRedirects; step += 1) {
    if (refusesUrl(url, rules.allowPrivateAddresses)) throw new RefusedAddressError(url.hostname);
    const response = await ask(url, rules, late);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (redirects.has(status) && location) {
      response.destroy();
      url = addressOf(location, url);
      continue;
    }
    if (status < 200 || status > 299) {
      response.destroy();
      throw new OutwardError('unreached', `${url.hostname} answered with the status ${status}.`);
    }
    const length = response.headers['content-length'];
    return {
      stream: response,
      type: /^[\w.+-]+\/[\w.+-]+/.exec(response.headers['content-type'] ?? '')?.[0].toLowerCase() ?? null,
      size: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null,
      name: nameIn(url),
    };
  }
  throw new OutwardError('address', 'It sends on to more than 5 other addresses.');
}

function addressOf(text: string, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    throw new OutwardError('address', 'This is no web address.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new OutwardError('address', 'The address must begin with https:// or http://');
  if (url.username || url.password)
    throw new OutwardError('address', 'The address may hold no user name and no password.');
  return url;
}

const ask = (
  url: URL,
  rules: { allowPrivateAddresses: boolean; patience: number },
  late: AbortSignal,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(
      url,
      {
        method: 'GET',
        agent: false,
        lookup: checkedLookup(rules.allowPrivateAddresses),
        signal: late,
        headers: { accept: '*/*', 'user-agent': 'Skein/1' },
      },
      resolve,
    );
    request.on('error', (error) => {
      if (error instanceof RefusedAddressError) reject(error);
      else if (late.aborted)
        reject(new OutwardError('late', `No answer within ${Math.round(rules.patience / 1000)} s.`));
      else reject(new OutwardError('unreached', `${url.hostname} could not be reached.`, { cause: error }));
    });
    request.end();
  });

function nameIn(url: URL): string | null {
  try {
    return decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf('/') + 1)) || null;
  } catch {
    return null;
  }
}
