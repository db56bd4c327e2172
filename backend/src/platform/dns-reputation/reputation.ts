import ipaddr from 'ipaddr.js';
import type { BlockList } from './block-list';
import { blockLists } from './block-lists';
import { isAbsent, textsOf, type LookUp } from './look-up';

/** What one list says. `NOT_ASKED`: it gave no answer that may be believed, with the reason in `text`. */
interface ListAnswer {
  zone: string;
  list: string;
  state: 'LISTED' | 'CLEAR' | 'NOT_ASKED';
  codes: string[];
  /** Why it is listed, in the list's own published words, or why it could not be asked. */
  text: string;
  weight: BlockList['weight'];
  page: string;
}

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

const hour = 3_600_000;
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
 * Reputation by DNS. Answers of lists are believed only while their test points stand as RFC 5782 section 5 demands: 127.0.0.2 is listed
 * and 127.0.0.1 is not (for domains `test` and `invalid`). A resolver that a list refuses, a list that ended, and a provider that answers
 * every name are told apart from a listing that way.
 * @param options `now` in real milliseconds; test points are asked again after an hour
 */
export function createReputation(options: {
  lookUp: LookUp;
  now: () => number;
  lists?: readonly BlockList[];
}): Reputation {
  const lists = options.lists ?? blockLists;
  const tested = new Map<string, { at: number; problem: Promise<string | null> }>();

  const addressesOf = async (name: string): Promise<string[]> => {
    try {
      return (await options.lookUp(name, 'A')).map(String);
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  };

  async function findProblem(list: BlockList): Promise<string | null> {
    const [listed, clear] = list.lists === 'ip' ? ['2.0.0.127', '1.0.0.127'] : [list.testName ?? 'test', 'invalid'];
    try {
      const [first, second] = await Promise.all([
        addressesOf(`${listed}.${list.zone}`),
        addressesOf(`${clear}.${list.zone}`),
      ]);
      const refusal = [...first, ...second].find((code) => isRefusal(list, code));
      if (refusal) return refusalText(refusal);
      if (first.length === 0)
        return 'The list does not answer for its test entry: it ended, or does not serve this DNS resolver.';
      if (first.some((code) => !isCode(code)) || second.length > 0)
        return 'The list answers for every name, so its answers say nothing.';
      return null;
    } catch (error) {
      return noAnswer(error);
    }
  }

  function problemOf(list: BlockList): Promise<string | null> {
    const known = tested.get(list.zone);
    if (known && options.now() - known.at < hour) return known.problem;
    const problem = findProblem(list);
    tested.set(list.zone, { at: options.now(), problem });
    return problem;
  }

  async function ask(list: BlockList, labels: string): Promise<ListAnswer> {
    const answer = (state: ListAnswer['state'], text: string, codes: string[] = []): ListAnswer => ({
      zone: list.zone,
      list: list.name,
      state,
      codes,
      text: text.slice(0, 500),
      weight: list.weight,
      page: list.page,
    });
    const problem = await problemOf(list);
    if (problem !== null) return answer('NOT_ASKED', problem);
    const name = `${labels}.${list.zone}`;
    try {
      const codes = await addressesOf(name);
      if (codes.length === 0) return answer('CLEAR', 'Not listed.');
      const refusal = codes.find((code) => isRefusal(list, code));
      if (refusal) return answer('NOT_ASKED', refusalText(refusal), codes);
      const { reasons, unknown } = readCodes(list, codes);
      if (reasons.length > 0) {
        const texts = await options.lookUp(name, 'TXT').then(textsOf, () => []);
        return answer('LISTED', [...reasons, ...texts.slice(0, 2)].join('. '), codes);
      }
      return unknown.length > 0
        ? answer('NOT_ASKED', `The list answered with ${unknown.join(', ')}, which it does not document.`, codes)
        : answer('CLEAR', 'Not listed.', codes);
    } catch (error) {
      return answer('NOT_ASKED', noAnswer(error));
    }
  }

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

    async reverse(ip) {
      const labels = reverseLabels(ip);
      if (labels === null) return { ip, state: 'MISSING', names: [], text: 'This is no IP address.' };
      const parsed = ipaddr.process(ip);
      const isV6 = parsed.kind() === 'ipv6';
      try {
        const names = (await options.lookUp(`${labels}.${isV6 ? 'ip6.arpa' : 'in-addr.arpa'}`, 'PTR'))
          .map((name) => String(name).replace(/\.$/, '').toLowerCase())
          .slice(0, 10);
        for (const name of names) {
          const back = await options.lookUp(name, isV6 ? 'AAAA' : 'A').catch((error: unknown) => {
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
    },

    /** Team Cymru's IP to ASN mapping, which registries' data feed (team-cymru.com/ip-asn-mapping). */
    async owner(ip) {
      const labels = reverseLabels(ip);
      if (labels === null) return null;
      const zone = ipaddr.process(ip).kind() === 'ipv6' ? 'origin6.asn.cymru.com' : 'origin.asn.cymru.com';
      const fields = async (name: string) =>
        (textsOf(await options.lookUp(name, 'TXT'))[0] ?? '').split('|').map((field) => field.trim());
      try {
        const [asns = '', network = '', country = ''] = await fields(`${labels}.${zone}`);
        const asn = Number(asns.split(' ')[0]);
        if (!Number.isInteger(asn) || asn <= 0) return null;
        const named = await fields(`AS${asn}.asn.cymru.com`).catch(() => []);
        return { asn, network, country, organisation: named[4]?.slice(0, 200) || null };
      } catch {
        return null;
      }
    },
  };
}

const isCode = (code: string): boolean => code.startsWith('127.');
const isRefusal = (list: BlockList, code: string): boolean =>
  code.startsWith('127.255.255.') || (list.refusals?.includes(code) ?? false);
const refusalText = (code: string): string =>
  code === '127.255.255.254'
    ? 'The list does not serve public DNS resolvers. Use a resolver of your own, or register with the list.'
    : code === '127.255.255.255'
      ? 'The list was asked too often by this DNS resolver. Register with the list.'
      : `The list does not serve this DNS resolver (${code}).`;
const noAnswer = (error: unknown): string =>
  `DNS did not answer (${(error as { code?: string }).code ?? (error as Error).message}).`;
const isSame = (address: string, other: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  ipaddr.process(address).toNormalizedString() === other.toNormalizedString();

function readCodes(list: BlockList, codes: readonly string[]): { reasons: string[]; unknown: string[] } {
  const [reasons, unknown]: [string[], string[]] = [[], []];
  for (const code of codes) {
    const last = Number(code.split('.')[3]);
    const bits = Object.entries(list.bits ?? {}).filter(([bit]) => (last & Number(bit)) !== 0);
    if (list.bits && code.startsWith('127.0.0.') && bits.length > 0) reasons.push(...bits.map(([, reason]) => reason));
    else if (code in list.codes) {
      const reason = list.codes[code];
      if (reason) reasons.push(reason);
    } else if (!list.bits && Object.keys(list.codes).length === 0 && code.startsWith('127.0.')) reasons.push('listed');
    else unknown.push(code);
  }
  return { reasons: [...new Set(reasons)], unknown };
}
