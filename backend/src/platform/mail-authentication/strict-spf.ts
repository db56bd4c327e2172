import ipaddr from 'ipaddr.js';
import { textsOf, type LookUp } from '../dns-reputation/look-up';

/**
 * What the library leaves out of RFC 7208: errors of syntax that it passes over (4.6.1, 5.6, 6, 7.1), the validated name of an address in
 * `%{p}` (7.3), and names in HELO that are none (7.1). With these it passes the published test suite (rfc7208-suite).
 */
export function strictSpfLookUp(lookUp: LookUp, ip: string): LookUp {
  return async (name, type) => {
    const found = await lookUp(name, type);
    // Records of DKIM, DMARC and MTA-STS stand at names of their own.
    if (type !== 'TXT' || /(?:^|\.)_(?:domainkey|dmarc|mta-sts|bimi)\b/i.test(name)) return found;
    const texts = textsOf(found);
    const records = texts.filter((text) => /^v=spf1(?:\s|$)/i.test(text));
    const [record] = records;
    if (record === undefined || records.length > 1) return found;
    const problem = syntaxProblem(record);
    // The library takes a verdict from the error of a lookup.
    if (problem) throw Object.assign(new Error(problem), { spfResult: { error: 'permerror', text: problem } });
    if (!/%\{p/i.test(record)) return found;
    const validated = await validatedName(lookUp, ip, name);
    const rewritten = record.replace(
      /%\{p(\d*)(r?)([-.+,/_=]*)\}/gi,
      (_, digits: string, reverse: string, marks: string) => transformed(validated, digits, reverse !== '', marks),
    );
    return texts.map((text) => [text === record ? rewritten : text]);
  };
}

/** RFC 7208, 7.1: the last part of a name has a letter, and no hyphen at its ends. */
const isTopLabel = (label: string): boolean =>
  /^[a-z0-9-]+$/i.test(label) && /[a-z]/i.test(label) && !/^-|-$/.test(label);
const isLabel = (label: string): boolean => /^[a-z0-9_-]{1,63}$/i.test(label) && !/^-|-$/.test(label);

/** A name in HELO that is no domain name matches nothing; the library would call the record wrong for it. */
export function heloName(helo: string): string {
  const labels = helo.replace(/\.$/, '').split('.');
  const isName = helo.length <= 253 && labels.length > 1 && labels.every(isLabel) && isTopLabel(labels.at(-1) ?? '');
  return isName ? helo : 'helo.invalid';
}

/** RFC 7208, 7.1: a domain-spec ends with a macro or a name's last part. */
const endsAsDomain = (text: string): boolean => {
  if (/%\{[^{}]+\}$/.test(text)) return true;
  const labels = text.replace(/\.$/, '').split('.');
  return labels.length > 1 && isTopLabel(labels.at(-1) ?? '');
};

export function syntaxProblem(record: string): string | null {
  const terms = record.trim().split(/ +/).slice(1);
  const explanations = terms.filter((term) => /^exp=/i.test(term));
  if (explanations.length > 1) return 'exp= appears more than once in the record';
  for (const term of terms) {
    if (/^[-+?~]?ip6$/i.test(term)) return 'ip6 names no network';
    if (/^exp=/i.test(term) && !endsAsDomain(term.slice(4))) return 'exp= names no domain';
    const isUnknown = /^[a-z][a-z0-9._-]*=/i.test(term) && !/^(?:exp|redirect)=/i.test(term);
    if (!isUnknown && /%\{[crt]/i.test(term)) return 'The macros c, r and t belong into an explanation only';
  }
  return null;
}

const mostNames = 10;

/** The name of an address that leads back to it, the domain itself or one below it before all others; "unknown" without one. */
async function validatedName(lookUp: LookUp, ip: string, domain: string): Promise<string> {
  const address = ipaddr.process(ip);
  const isFour = address.kind() === 'ipv4';
  const pointer = isFour
    ? `${address.toString().split('.').reverse().join('.')}.in-addr.arpa`
    : `${address
        .toByteArray()
        .flatMap((byte) => [byte >> 4, byte & 15])
        .reverse()
        .map((half) => half.toString(16))
        .join('.')}.ip6.arpa`;
  const ask = async (name: string, type: 'PTR' | 'A' | 'AAAA'): Promise<string[]> => {
    const found: unknown[] = await lookUp(name, type).catch(() => []);
    return found.filter((each): each is string => typeof each === 'string');
  };
  const names = (await ask(pointer, 'PTR')).slice(0, mostNames);
  const valid: string[] = [];
  for (const name of names)
    if (
      (await ask(name, isFour ? 'A' : 'AAAA')).some(
        (each) => ipaddr.isValid(each) && ipaddr.process(each).toString() === address.toString(),
      )
    )
      valid.push(name.replace(/\.$/, ''));
  const own = domain.toLowerCase().replace(/\.$/, '');
  return (
    valid.find((name) => name.toLowerCase() === own) ??
    valid.find((name) => name.toLowerCase().endsWith(`.${own}`)) ??
    valid[0] ??
    'unknown'
  );
}

/** RFC 7208, 7.3: parts from the right, reversed or not, split at given marks and joined by dots. */
function transformed(value: string, digits: string, isReversed: boolean, marks: string): string {
  const separators = new Set(marks === '' ? '.' : marks);
  let parts = [''];
  for (const sign of value)
    if (separators.has(sign)) parts = [...parts, ''];
    else parts[parts.length - 1] += sign;
  if (isReversed) parts.reverse();
  return (digits === '' ? parts : parts.slice(-Math.max(1, Number(digits)))).join('.');
}
