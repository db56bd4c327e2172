import ipaddr from 'ipaddr.js';
import { orNone, type AddressDns } from '../../platform/dns/address-dns';

export interface Finding {
  verdict: 'pass' | 'warn' | 'fail' | 'unknown';
  text: string;
  record: string | null;
}
const pass = (text: string, record: string | null): Finding => ({ verdict: 'pass', text, record });
const fail = (text: string, record: string | null = null): Finding => ({ verdict: 'fail', text, record });

/** A look-up that did not come back says nothing. */
async function known(look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    const words = (error as { code?: string }).code ?? (error as Error).message;
    return { verdict: 'unknown', text: `DNS did not answer (${words}).`, record: null };
  }
}

const textsOf = async (dns: AddressDns, name: string): Promise<string[]> =>
  (await orNone(dns.resolveTxt(name))).map((parts) => parts.join(''));

/** Whether the server's name leads to its address. */
export const checkForward = (dns: AddressDns, host: string, ip: string): Promise<Finding> =>
  known(async () => {
    const found = await orNone(dns.resolve4(host));
    if (found.includes(ip)) return pass(`${host} leads to ${ip}`, ip);
    return fail(
      found.length === 0 ? `${host} has no A record yet.` : `${host} leads to ${found[0]}.`,
      found[0] ?? null,
    );
  });

/** Whether the address names the server, and the name leads back (forward-confirmed reverse DNS). */
export const checkReverse = (dns: AddressDns, host: string, ip: string): Promise<Finding> =>
  known(async () => {
    const names = (await orNone(dns.reverse(ip))).map((name) => name.replace(/\.$/, '').toLowerCase());
    if (!names.includes(host))
      return fail(names.length === 0 ? `${ip} has no name yet.` : `${ip} is named ${names[0]}.`, names[0] ?? null);
    const back = await checkForward(dns, host, ip);
    return back.verdict === 'pass'
      ? pass(`${ip} is named ${host}, which leads back to it`, host)
      : { ...back, record: host };
  });

/** Look-ups that an SPF record may cause at most (RFC 7208, 4.6.4). */
const mostLookUps = 10;

/** Whether the domain's SPF record lets the address send: by ip4, a, include and redirect (RFC 7208). */
export const checkSpf = (dns: AddressDns, domain: string, ip: string): Promise<Finding> =>
  known(async () => {
    const left = { lookUps: mostLookUps };
    const record = await spfOf(dns, domain);
    if (record === null) return fail(`${domain} has no SPF record yet.`);
    if (record === 'many') return fail(`${domain} has more than one SPF record: keep one (RFC 7208, 4.5).`);
    return (await allows(dns, { domain, record, ip, left }))
      ? pass(`The record of ${domain} names ${ip}`, record)
      : fail(`The SPF record of ${domain} does not name ${ip}.`, record);
  });

async function spfOf(dns: AddressDns, domain: string): Promise<string | 'many' | null> {
  const records = (await textsOf(dns, domain)).filter((text) => /^v=spf1(\s|$)/i.test(text));
  return records.length > 1 ? 'many' : (records[0] ?? null);
}

/** May this address send by this record? RFC 7208 allows ten look-ups in all. */
interface SpfQuestion {
  domain: string;
  record: string;
  ip: string;
  left: { lookUps: number };
}

async function allows(dns: AddressDns, { domain, record, ip, left }: SpfQuestion): Promise<boolean> {
  for (const term of record.split(/\s+/).slice(1, 60)) {
    const [, mechanism = '', value = ''] = /^\+?([a-z0-9]+)(?:[:=](.+))?$/i.exec(term) ?? [];
    const name = mechanism.toLowerCase();
    if (name === 'ip4' && inNetwork(ip, value)) return true;
    if (!['a', 'include', 'redirect'].includes(name)) continue;
    left.lookUps -= 1;
    if (left.lookUps < 0) return false;
    const target = value.split('/')[0] || domain;
    if (name === 'a' && (await orNone(dns.resolve4(target))).includes(ip)) return true;
    if (name === 'a') continue;
    const other = await spfOf(dns, target);
    if (other !== null && other !== 'many' && (await allows(dns, { domain: target, record: other, ip, left })))
      return true;
  }
  return false;
}

function inNetwork(ip: string, network: string): boolean {
  try {
    const [address = '', bits = '32'] = network.split('/');
    return ipaddr.IPv4.parse(ip).match([ipaddr.IPv4.parse(address), Number(bits)]);
  } catch {
    return false;
  }
}

/** Whether the key that the server signs with is published. */
export const checkDkim = (dns: AddressDns, domain: string, selector: string, key: string): Promise<Finding> =>
  known(async () => {
    const name = `${selector}._domainkey.${domain}`;
    const records = await textsOf(dns, name);
    const published = records.find((text) => /(?:^|;)\s*p=\s*([^;\s]*)/i.exec(text)?.[1] === key);
    if (published) return pass(`${name}, 2048 bit`, name);
    return fail(records.length === 0 ? `${name} has no record yet.` : `${name} holds another key.`, records[0] ?? null);
  });

/** Whether the domain, or the one above it, has a policy. */
export const checkDmarc = (dns: AddressDns, domain: string): Promise<Finding> =>
  known(async () => {
    const parent = domain.split('.').slice(-2).join('.');
    for (const name of new Set([domain, parent])) {
      const record = (await textsOf(dns, `_dmarc.${name}`)).find((text) => /^v=DMARC1\s*(;|$)/i.test(text));
      const policy = record && /(?:^|;)\s*p=\s*(none|quarantine|reject)/i.exec(record)?.[1]?.toLowerCase();
      if (policy === 'none') return { verdict: 'warn', text: 'p=none only watches', record: record ?? null };
      if (policy) return pass(`p=${policy}${name === domain ? '' : `, from ${name}`}`, record ?? null);
    }
    return fail(`${domain} has no DMARC record yet.`);
  });
