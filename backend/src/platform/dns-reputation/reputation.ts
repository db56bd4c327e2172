import ipaddr from 'ipaddr.js';
import { createListAsker, type ListAnswer } from './ask-list';
import type { BlockList } from './block-list';
import { blockLists } from './block-lists';
import { isAbsent, noAnswer, textsOf, type LookUp } from './look-up';

interface ReverseAnswer {
  ip: string;
  state: 'CONFIRMED' | 'NOT_CONFIRMED' | 'MISSING' | 'NO_ANSWER';
  names: string[];
  text: string;
}

/** Network of an address, as routing tables and registries name it. */
interface OwnerAnswer {
  asn: number;
  network: string;
  country: string;
  organisation: string | null;
}

export interface Reputation {
  /** Asks every list of its kind for an IP address or a domain. Never throws. */
  listed(ipOrDomain: string): Promise<ListAnswer[]>;
  /** The reverse name, and whether it leads back to the address (RFC 8499, forward-confirmed). Never throws. */
  reverse(ip: string): Promise<ReverseAnswer>;
  /** Null where no network announces the address or nobody answered. */
  owner(ip: string): Promise<OwnerAnswer | null>;
}

const mostLength = 253;

/** The labels by which a list or a reverse zone names an address (RFC 5782, 2.1 and 2.4). Null for what is no address. */
export function reverseLabels(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.octets.toReversed().join('.');
  return parsed
    .toNormalizedString()
    .split(':')
    .map((part) => part.padStart(4, '0'))
    .join('')
    .split('')
    .reverse()
    .join('.');
}

/**
 * Reputation by DNS.
 * @param options `now` in real milliseconds
 */
export function createReputation(options: {
  lookUp: LookUp;
  now: () => number;
  lists?: readonly BlockList[];
}): Reputation {
  const lists = options.lists ?? blockLists;
  const ask = createListAsker(options);

  return {
    async listed(ipOrDomain) {
      const labels = reverseLabels(ipOrDomain);
      if (labels !== null) {
        const isV6 = ipaddr.process(ipOrDomain).kind() === 'ipv6';
        return Promise.all(
          lists.filter((list) => list.lists === 'ip' && (!isV6 || list.ipv6)).map((list) => ask(list, labels)),
        );
      }
      const name = ipOrDomain.toLowerCase().replace(/\.$/, '');
      if (!/^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(name) || name.length > mostLength - 40)
        return [];
      return Promise.all(lists.filter((list) => list.lists === 'domain').map((list) => ask(list, name)));
    },

    reverse: (ip) => findReverseName(options.lookUp, ip),
    owner: (ip) => findOwner(options.lookUp, ip),
  };
}

const isSame = (address: string, other: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  ipaddr.process(address).toNormalizedString() === other.toNormalizedString();

async function findReverseName(lookUp: LookUp, ip: string): Promise<ReverseAnswer> {
  const labels = reverseLabels(ip);
  if (labels === null) return { ip, state: 'MISSING', names: [], text: 'This is no IP address.' };
  const parsed = ipaddr.process(ip);
  const isV6 = parsed.kind() === 'ipv6';
  try {
    const names = (await lookUp(`${labels}.${isV6 ? 'ip6.arpa' : 'in-addr.arpa'}`, 'PTR'))
      .map((name) => String(name).replace(/\.$/, '').toLowerCase())
      .slice(0, 10);
    for (const name of names) {
      const back = await lookUp(name, isV6 ? 'AAAA' : 'A').catch((error: unknown) => {
        if (isAbsent(error)) return [];
        throw error;
      });
      if (back.some((each) => ipaddr.isValid(String(each)) && isSame(String(each), parsed)))
        return { ip, state: 'CONFIRMED', names, text: `${name} leads back to this address.` };
    }
    return names.length === 0
      ? { ip, state: 'MISSING', names, text: 'The address has no reverse name (PTR record).' }
      : {
          ip,
          state: 'NOT_CONFIRMED',
          names,
          text: `${names[0]} does not lead back to this address: its A record names another one, or none.`,
        };
  } catch (error) {
    if (isAbsent(error))
      return { ip, state: 'MISSING', names: [], text: 'The address has no reverse name (PTR record).' };
    return { ip, state: 'NO_ANSWER', names: [], text: noAnswer(error) };
  }
}

/** Team Cymru's IP to ASN mapping, which registries' data feed (team-cymru.com/ip-asn-mapping). */
async function findOwner(lookUp: LookUp, ip: string): Promise<OwnerAnswer | null> {
  const labels = reverseLabels(ip);
  if (labels === null) return null;
  const zone = ipaddr.process(ip).kind() === 'ipv6' ? 'origin6.asn.cymru.com' : 'origin.asn.cymru.com';
  const fields = async (name: string) =>
    (textsOf(await lookUp(name, 'TXT'))[0] ?? '').split('|').map((field) => field.trim());
  try {
    const [asns = '', network = '', country = ''] = await fields(`${labels}.${zone}`);
    const asn = Number(asns.split(' ')[0]);
    if (!Number.isInteger(asn) || asn <= 0) return null;
    const named = await fields(`AS${asn}.asn.cymru.com`).catch(() => []);
    return { asn, network, country, organisation: named[4]?.slice(0, 200) || null };
  } catch {
    return null;
  }
}
