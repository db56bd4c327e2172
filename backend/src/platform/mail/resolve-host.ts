import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { process as processAddress } from 'ipaddr.js';

/** The host may not be reached: it names a private, loopback, link-local or reserved address. */
export class RefusedAddressError extends Error {
  constructor(readonly host: string) {
    super(`${host} is not a public address. Mail servers and webhooks must be reachable on the internet.`);
    this.name = 'RefusedAddressError';
  }
}

/** Whether an IP address is on the public internet: only unicast ranges are, also inside mapped and translated IPv6 forms. */
export function isPublicAddress(address: string): boolean {
  try {
    return processAddress(address).range() === 'unicast';
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
