import { orNone, type AddressDns } from '#platform/dns/address-dns';
import { findDmarc, judgeDmarc } from '#platform/mail-authentication/dmarc-record';
import { judgeSpf, readSpf } from '#platform/mail-authentication/spf-record';
import { strictSpfLookUp } from '#platform/mail-authentication/strict-spf';

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

/** Whether the domain's SPF record lets the address send, as receivers evaluate it (RFC 7208). */
export const checkSpf = (dns: AddressDns, domain: string, ip: string): Promise<Finding> =>
  known(async () => {
    const judged = judgeSpf(
      await readSpf(domain, {
        textsAt: (name) => textsOf(dns, name),
        addressesOf: async (name) => {
          const found = await orNone(dns.resolve4(name));
          return found.length > 0 || !dns.resolve6 ? found : orNone(dns.resolve6(name));
        },
        ...(dns.resolveMx
          ? { mailServersOf: async (name: string) => (await orNone(dns.resolveMx!(name))).map((mx) => mx.exchange) }
          : undefined),
      }),
    );
    const { record } = judged;
    if (record === null) return fail(`${domain} has no SPF record yet.`);
    if (judged.verdict === 'fail' || judged.verdict === 'unknown')
      return { verdict: judged.verdict, text: judged.text, record };
    const { spf } = await import('mailauth');
    const sender = `postmaster@${domain}`;
    const resolver = strictSpfLookUp((name, type) => lookUp(dns, name, type), ip) as never;
    const found = await spf({ ip, helo: domain, sender, mta: 'skein', resolver });
    const result = found ? found.status.result : 'none';
    if (result === 'temperror') return { verdict: 'unknown', text: 'DNS did not answer.', record };
    return result === 'pass'
      ? pass(`The record of ${domain} names ${ip}`, record)
      : fail(`The SPF record of ${domain} does not name ${ip}.`, record);
  });

/** The look-ups of an evaluation; what cannot be asked for is not there. */
async function lookUp(dns: AddressDns, name: string, type: string): Promise<unknown[]> {
  if (type === 'TXT') return dns.resolveTxt(name);
  if (type === 'A') return dns.resolve4(name);
  if (type === 'AAAA' && dns.resolve6) return dns.resolve6(name);
  if (type === 'MX' && dns.resolveMx) return dns.resolveMx(name);
  throw Object.assign(new Error(`query ENODATA ${name}`), { code: 'ENODATA' });
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

/** Whether the domain, or the one that was registered above it, has a policy. */
export const checkDmarc = (dns: AddressDns, domain: string): Promise<Finding> =>
  known(async () => {
    const found = await findDmarc(domain, (name) => textsOf(dns, name));
    if (found.kind === 'none') return fail(`${domain} has no DMARC record yet.`);
    const { verdict, text, record } = judgeDmarc(domain, found);
    return { verdict, text, record };
  });
