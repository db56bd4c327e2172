import type { DnsRecordView } from '@skein/contracts/smart-senders/purchase-views';
import type { DnsLookup } from '#platform/mail/dns-lookup';
import type { DnsRecord } from './vendors/vendors';

const plain = (text: string) => text.replace(/\.$/, '').toLowerCase();
/** Spaces around the tags of DKIM and DMARC mean nothing (RFC 6376, 3.2). */
const loose = (text: string) =>
  text
    .split(';')
    .map((tag) => tag.split(/\s/).filter(Boolean).join(' '))
    .filter(Boolean)
    .join(';')
    .toLowerCase();

/** Looks up each record that a domain needs. Never throws: what could not be looked up is UNKNOWN. */
export const checkRecords = (domain: string, records: readonly DnsRecord[], dns: DnsLookup): Promise<DnsRecordView[]> =>
  Promise.all(records.map((record) => checkOne(domain, record, dns)));

/**
 * Whether a domain's records let its mailboxes send; what proves the ownership to the host or only serves tracking is not needed for that.
 */
export const passes = (records: readonly Pick<DnsRecordView, 'state' | 'kind'>[]): boolean =>
  records.length > 0 && records.every((record) => record.state === 'PASS' || record.kind === 'TRACKING');

export const firstProblem = (records: readonly DnsRecordView[]): string | null => {
  const bad = records.find((record) => record.state === 'MISSING' || record.state === 'DIFFERENT');
  return bad ? `${bad.kind} ${bad.state === 'MISSING' ? 'missing' : 'differs'}` : null;
};

async function checkOne(domain: string, record: DnsRecord, dns: DnsLookup): Promise<DnsRecordView> {
  const name = record.host === '' ? domain : `${record.host}.${domain}`;
  try {
    const found = await lookUp(name, record, dns);
    const isRight = found.some((value) =>
      record.type === 'TXT' ? loose(value) === loose(record.value) : plain(value) === plain(record.value),
    );
    // Receivers take several policies of one kind for none (RFC 7208, 4.5; RFC 7489, 6.6.3).
    const isOne = found.length === 1 || (record.kind !== 'SPF' && record.kind !== 'DMARC');
    return {
      ...record,
      found: found.slice(0, 10),
      state: isRight && isOne ? 'PASS' : found.length > 0 ? 'DIFFERENT' : 'MISSING',
    };
  } catch (error) {
    const code = (error as { code?: string }).code;
    const isMissing = code === 'ENOTFOUND' || code === 'ENODATA';
    return { ...record, found: [], state: isMissing ? 'MISSING' : 'UNKNOWN' };
  }
}

async function lookUp(name: string, record: DnsRecord, dns: DnsLookup): Promise<string[]> {
  if (record.type === 'CNAME') return dns.resolveCname(name);
  if (record.type === 'MX') return (await dns.resolveMx(name)).map((answer) => answer.exchange);
  const texts = (await dns.resolveTxt(name)).map((parts) => parts.join(''));
  // Other TXT records at the same name are none of ours.
  const begin = record.value.split(/[\s;=]/)[0]?.toLowerCase() ?? '';
  return texts.filter((value) => value.toLowerCase().startsWith(begin));
}
