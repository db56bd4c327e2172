import { isIPv4 } from 'node:net';
import { orNone, type AddressDns } from './address-dns';

export interface BlockList {
  name: string;
  zone: string;
}

/** Lists of addresses that large receivers use, asked as RFC 5782 says. Public resolvers are refused by some: then their answer is unknown. */
export const blockLists: readonly BlockList[] = [
  { name: 'Spamhaus ZEN', zone: 'zen.spamhaus.org' },
  { name: 'Barracuda', zone: 'b.barracudacentral.org' },
  { name: 'SpamCop', zone: 'bl.spamcop.net' },
  { name: 'UCEPROTECT 1', zone: 'dnsbl-1.uceprotect.net' },
  { name: 'PSBL', zone: 'psbl.surriel.com' },
  { name: 'DroneBL', zone: 'dnsbl.dronebl.org' },
  { name: 'Mailspike', zone: 'bl.mailspike.net' },
  { name: 'SpamRATS', zone: 'all.spamrats.com' },
  { name: 'GBUdb Truncate', zone: 'truncate.gbudb.net' },
  { name: 'Blocklist.de', zone: 'bl.blocklist.de' },
];

/** What a list says of an address; null while it does not answer, or refuses whoever asks. */
export interface Listing {
  list: string;
  isListed: boolean | null;
  note: string | null;
}

/** Asks every list. Never throws. */
export async function lookUpBlockLists(
  ip: string,
  dns: AddressDns,
  lists: readonly BlockList[] = blockLists,
): Promise<Listing[]> {
  if (!isIPv4(ip)) return [];
  const reversed = ip.split('.').reverse().join('.');
  return Promise.all(lists.map((list) => ask(list, `${reversed}.${list.zone}`, dns)));
}

async function ask({ name, zone }: BlockList, query: string, dns: AddressDns): Promise<Listing> {
  try {
    const codes = await orNone(dns.resolve4(query));
    // 127.255.255.x is how Spamhaus and others say that they do not answer this resolver; anything outside 127/8 is no answer of a list (RFC 5782, 2.1).
    const isRefusal = codes.some((code) => code.startsWith('127.255.255.') || !code.startsWith('127.'));
    if (isRefusal) return { list: name, isListed: null, note: `${zone} does not answer this resolver` };
    if (codes.length === 0) return { list: name, isListed: false, note: null };
    const reasons = await orNone(dns.resolveTxt(query)).catch(() => []);
    return {
      list: name,
      isListed: true,
      note: reasons.map((parts) => parts.join(''))[0]?.slice(0, 300) ?? codes[0] ?? null,
    };
  } catch {
    return { list: name, isListed: null, note: `${zone} did not answer` };
  }
}
