import { lookup as lookupAsking } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The host may not be reached: it names a private, loopback, link-local or reserved address. */
export class RefusedAddressError extends Error {
  constructor(
    readonly host: string,
    kind: 'MAIL_SERVER' | 'OTHER' = 'OTHER',
  ) {
    super(
      kind === 'MAIL_SERVER'
        ? `${host} is not a public address. Mail servers must be reachable on the internet, unless the operator of this installation allows one on its own network.`
        : `${host} is not a public address. Mail servers and webhooks must be reachable on the internet.`,
    );
    this.name = 'RefusedAddressError';
  }
}

/** Whether an IP address is on the public internet: only unicast ranges are, also inside mapped and translated IPv6 forms. */
export function isPublicAddress(address: string): boolean {
  try {
    // Called on its object: by itself the function fails, and every address would count as private.
    // In one way of writing first: the library reads ::1.2.3.4 as ::ffff:1.2.3.4, the system does not.
    const parsed = ipaddr.process(isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address);
    // IPv4-compatible addresses (::/96, RFC 4291) are no longer given out; the library counts them as any other.
    if (parsed instanceof ipaddr.IPv6 && parsed.parts.slice(0, 6).every((part) => part === 0)) return false;
    return parsed.range() === 'unicast';
  } catch {
    return false;
  }
}

/**
 * Resolves a host once and checks every address it names; the caller connects to the returned address, so that a second
 * look-up cannot give another answer (DNS rebinding).
 * @throws RefusedAddressError when any address is not public and private ones are not allowed
 */
export async function resolveHost(host: string, options: { allowPrivateAddresses: boolean }): Promise<string> {
  const addresses = isIP(host) ? [host] : (await lookup(host, { all: true })).map((entry) => entry.address);
  if (!options.allowPrivateAddresses && !addresses.every(isPublicAddress)) throw new RefusedAddressError(host);
  const [first] = addresses.sort((one, other) => isIP(one) - isIP(other));
  if (!first) throw new Error(`${host} has no address`);
  return first;
}

/**
 * A look-up for HTTP requests to addresses that people type: it refuses names of private addresses, and the connection uses the very
 * address that was checked. An address that is a number is never looked up: whoever uses this checks it with `refusesUrl` first.
 */
export function checkedLookup(allowPrivateAddresses: boolean): LookupFunction {
  return (hostname, options, callback) =>
    lookupAsking(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const list = addresses as unknown as { address: string; family: number }[];
      if (!allowPrivateAddresses && !list.every((entry) => isPublicAddress(entry.address)))
        return callback(new RefusedAddressError(hostname), '', 0);
      const first = list[0] as { address: string; family: number };
      return options.all
        ? (callback as unknown as (error: null, addresses: { address: string; family: number }[]) => void)(null, list)
        : callback(null, first.address, first.family);
    });
}

/** Whether an address names a private network by its number. */
export function refusesUrl(url: URL, allowPrivateAddresses: boolean): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return !allowPrivateAddresses && isIP(host) !== 0 && !isPublicAddress(host);
}
