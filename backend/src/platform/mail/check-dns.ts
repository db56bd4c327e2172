import { orNone } from '../dns/address-dns';
import { findDmarc, judgeDmarc } from '../mail-authentication/dmarc-record';
import { judgeSpf, readSpf } from '../mail-authentication/spf-record';

/** The DNS look-ups that the checks need; injected, so that the sandbox and the tests answer from their own zone. */
export interface DnsResolver {
  resolveTxt(name: string): Promise<string[][]>;
  /** Missing where nobody needs aliases. */
  resolveCname?(name: string): Promise<string[]>;
  resolveMx(name: string): Promise<{ exchange: string; priority: number }[]>;
  /** The addresses of a name, of both kinds. Missing where nobody counts names without any. */
  resolveAddresses?(name: string): Promise<string[]>;
}

type DnsVerdict = 'pass' | 'warn' | 'fail' | 'unknown';
/** A record to publish. */
interface DnsPaste {
  type: 'TXT';
  name: string;
  value: string;
}
interface DnsFinding {
  verdict: DnsVerdict;
  record: string | null;
  text: string;
  /** What would put it right, where that can be known. */
  paste?: DnsPaste | null;
}
export interface DnsCheck {
  domain: string;
  spf: DnsFinding;
  dkim: DnsFinding;
  dmarc: DnsFinding;
  mx: DnsFinding;
}

/**
 * Selectors in common use; a domain that signs with another name shows as a warning, since DNS cannot list selectors (RFC 6376, 3.6.2.1).
 */
const commonSelectors = [
  'google',
  'selector1',
  'selector2',
  'default',
  'k1',
  's1',
  's2',
  'dkim',
  'mail',
  'zoho',
  'zmail',
  'skein',
  'skein1',
  'key1',
  'fm1',
  'protonmail',
];

/**
 * Looks up SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489) and MX of a sending domain. Never throws: what could not
 * be looked up is `unknown`.
 */
export async function checkDns(
  domain: string,
  resolver: DnsResolver,
  selectors: readonly string[] = commonSelectors,
): Promise<DnsCheck> {
  const [spf, dkim, dmarc, mx] = await Promise.all([
    checkSpf(domain, resolver),
    checkDkim(domain, resolver, selectors),
    checkDmarc(domain, resolver),
    checkMx(domain, resolver),
  ]);
  return {
    domain,
    spf: { ...spf.finding, paste: spfToPaste(domain, spf, mx.record ?? '') },
    dkim,
    dmarc,
    mx,
  };
}

/** Senders' own SPF records, known by the servers that receive for the domain. */
const spfOfProviders: [RegExp, string][] = [
  [/google(?:mail)?\.com/i, 'include:_spf.google.com'],
  [/outlook\.com/i, 'include:spf.protection.outlook.com'],
  [/zoho/i, 'include:zoho.com'],
];

/** An SPF record whose ending is wrong is mended; a new one is written only for providers whose servers are known. */
function spfToPaste(domain: string, { finding, needsEnding }: CheckedSpf, mx: string): DnsPaste | null {
  if (finding.verdict === 'unknown') return null;
  const include = spfOfProviders.find(([servers]) => servers.test(mx))?.[1];
  if (finding.record === null) return include ? { type: 'TXT', name: domain, value: `v=spf1 ${include} ~all` } : null;
  if (!needsEnding) return null;
  const kept = finding.record.split(' ').filter((word) => word !== '' && !/^[+?]?all$/i.test(word));
  return { type: 'TXT', name: domain, value: `${kept.join(' ')} ~all` };
}

const codeOf = (error: unknown): string => (error as { code?: string }).code || (error as Error).message;

const textsAt = async (name: string, resolver: DnsResolver): Promise<string[]> =>
  (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join(''));

type LookUp = { records: string[] } | { trouble: string };

const lookUpTxt = (name: string, resolver: DnsResolver): Promise<LookUp> =>
  textsAt(name, resolver).then(
    (records) => ({ records }),
    (error: unknown) => ({ trouble: codeOf(error) }),
  );

const unknown = (trouble: string): DnsFinding => ({
  verdict: 'unknown',
  record: null,
  text: `DNS did not answer (${trouble}). It is looked up again within a day.`,
});

interface CheckedSpf {
  finding: DnsFinding;
  needsEnding: boolean;
}

async function checkSpf(domain: string, resolver: DnsResolver): Promise<CheckedSpf> {
  try {
    const reading = await readSpf(domain, {
      textsAt: (name) => textsAt(name, resolver),
      mailServersOf: async (name) => (await orNone(resolver.resolveMx(name))).map((record) => record.exchange),
      ...(resolver.resolveAddresses
        ? { addressesOf: (name: string) => orNone(resolver.resolveAddresses!(name)) }
        : undefined),
    });
    const { needsEnding, ...finding } = judgeSpf(reading);
    return { finding, needsEnding };
  } catch (error) {
    return { finding: unknown(codeOf(error)), needsEnding: false };
  }
}

async function checkDkim(domain: string, resolver: DnsResolver, selectors: readonly string[]): Promise<DnsFinding> {
  const answers = await Promise.all(
    selectors.map(async (selector) => ({
      selector,
      found: await lookUpTxt(`${selector}._domainkey.${domain}`, resolver),
    })),
  );
  const keys = answers.flatMap(({ selector, found }) => {
    const record = 'records' in found ? found.records.find((text) => /(^|;)\s*p=/i.test(text)) : undefined;
    return record ? [{ selector, isRevoked: /(^|;)\s*p=\s*(;|$)/i.test(record) }] : [];
  });
  const good = keys.filter(({ isRevoked }) => !isRevoked).map(({ selector }) => selector);
  if (good.length > 0)
    return { verdict: 'pass', record: `${good[0]}._domainkey`, text: `Key found under ${good.join(', ')}.` };
  if (keys[0])
    return { verdict: 'fail', record: null, text: `The key of selector ${keys[0].selector} is revoked (empty p=).` };
  const trouble = answers.find(({ found }) => 'trouble' in found)?.found;
  if (trouble && 'trouble' in trouble) return unknown(trouble.trouble);
  return {
    verdict: 'warn',
    record: null,
    text: 'No key under the usual selectors. If your provider signs with another one, a test email shows it.',
  };
}

async function checkDmarc(domain: string, resolver: DnsResolver): Promise<DnsFinding> {
  try {
    const { paste, ...finding } = judgeDmarc(domain, await findDmarc(domain, (name) => textsAt(name, resolver)));
    return { ...finding, paste: paste && { type: 'TXT', ...paste } };
  } catch (error) {
    return unknown(codeOf(error));
  }
}

async function checkMx(domain: string, resolver: DnsResolver): Promise<DnsFinding> {
  try {
    const records = await resolver.resolveMx(domain);
    const names = records.sort((one, other) => one.priority - other.priority).map((record) => record.exchange);
    return names.length
      ? { verdict: 'pass', record: names.slice(0, 3).join(', '), text: 'The domain receives mail.' }
      : { verdict: 'fail', record: null, text: 'No MX record: replies cannot arrive.' };
  } catch (error) {
    const code = (error as { code?: string }).code ?? (error as Error).message;
    return code === 'ENOTFOUND' || code === 'ENODATA'
      ? { verdict: 'fail', record: null, text: 'No MX record: replies cannot arrive.' }
      : unknown(code);
  }
}
