/** The DNS look-ups that the checks need; injected, so that the sandbox and the tests answer from their own zone. */
export interface DnsResolver {
  resolveTxt(name: string): Promise<string[][]>;
  /** Missing where nobody needs aliases. */
  resolveCname?(name: string): Promise<string[]>;
  resolveMx(name: string): Promise<{ exchange: string; priority: number }[]>;
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

/** Selectors in common use; a domain that signs with another name shows as a warning, since DNS cannot list selectors (RFC 6376, 3.6.2.1). */
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

/** Looks up SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489) and MX of a sending domain. Never throws: what could not be looked up is `unknown`. */
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
    spf: { ...spf, paste: spfToPaste(domain, spf, mx.record ?? '') },
    dkim,
    dmarc: { ...dmarc, paste: dmarcToPaste(domain, dmarc) },
    mx,
  };
}

/** Senders' own SPF records, known by the servers that receive for the domain. */
const spfOfProviders: [RegExp, string][] = [
  [/google(?:mail)?\.com/i, 'include:_spf.google.com'],
  [/outlook\.com/i, 'include:spf.protection.outlook.com'],
  [/zoho/i, 'include:zoho.com'],
];

/** An SPF record of one's own is mended; a new one is written only for providers whose servers are known. */
function spfToPaste(domain: string, spf: DnsFinding, mx: string): DnsPaste | null {
  if (spf.verdict === 'pass' || spf.verdict === 'unknown' || spf.record?.includes(' | ')) return null;
  const include = spfOfProviders.find(([servers]) => servers.test(mx))?.[1];
  if (spf.record === null) return include ? { type: 'TXT', name: domain, value: `v=spf1 ${include} ~all` } : null;
  const kept = spf.record.split(' ').filter((word) => word !== '' && !/^[+?]?all$/i.test(word));
  return { type: 'TXT', name: domain, value: `${kept.join(' ')} ~all` };
}

/** The first step is to watch; p=none is followed by quarantine once the reports are clean. */
function dmarcToPaste(domain: string, dmarc: DnsFinding): DnsPaste | null {
  if (dmarc.verdict === 'pass' || dmarc.verdict === 'unknown') return null;
  const value =
    dmarc.record !== null && dmarc.verdict === 'warn'
      ? dmarc.record.replace(/(^|;)(\s*)p=\s*none/i, '$1$2p=quarantine')
      : `v=DMARC1; p=none; rua=mailto:dmarc@${domain}`;
  return { type: 'TXT', name: `_dmarc.${domain}`, value };
}

type LookUp = { records: string[] } | { missing: true } | { trouble: string };

async function lookUpTxt(name: string, resolver: DnsResolver): Promise<LookUp> {
  try {
    return { records: (await resolver.resolveTxt(name)).map((parts) => parts.join('')) };
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    return code === 'ENOTFOUND' || code === 'ENODATA'
      ? { missing: true }
      : { trouble: code || (error as Error).message };
  }
}

const unknown = (trouble: string): DnsFinding => ({
  verdict: 'unknown',
  record: null,
  text: `DNS did not answer (${trouble}). It is looked up again within a day.`,
});

async function checkSpf(domain: string, resolver: DnsResolver): Promise<DnsFinding> {
  const found = await lookUpTxt(domain, resolver);
  if ('trouble' in found) return unknown(found.trouble);
  const records = 'records' in found ? found.records.filter((text) => /^v=spf1(\s|$)/i.test(text)) : [];
  if (records.length === 0)
    return {
      verdict: 'fail',
      record: null,
      text: 'No SPF record. Publish a TXT record that begins with v=spf1 and names your provider.',
    };
  if (records.length > 1)
    return {
      verdict: 'fail',
      record: records.join(' | '),
      text: 'More than one SPF record: receivers treat this as an error (RFC 7208, 4.5). Keep one.',
    };
  const record = records[0] as string;
  if (/\+all\b/i.test(record) || /\sall\b/i.test(record))
    return {
      verdict: 'fail',
      record,
      text: 'The record lets every server send for you (+all). End it with ~all or -all.',
    };
  if (!/[~-]all\b|redirect=/i.test(record))
    return {
      verdict: 'warn',
      record,
      text: 'The record does not say what to do with other servers. End it with ~all or -all.',
    };
  return { verdict: 'pass', record, text: 'Published.' };
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
    text: 'No key under the usual selectors. If your provider signs with another one, a test mail shows it.',
  };
}

async function checkDmarc(domain: string, resolver: DnsResolver): Promise<DnsFinding> {
  const parent = domain.split('.').slice(-2).join('.');
  for (const name of parent === domain ? [domain] : [domain, parent]) {
    const found = await lookUpTxt(`_dmarc.${name}`, resolver);
    if ('trouble' in found) return unknown(found.trouble);
    const record = 'records' in found ? found.records.find((text) => /^v=DMARC1\s*(;|$)/i.test(text)) : undefined;
    if (!record) continue;
    const policy = /(?:^|;)\s*p=\s*(none|quarantine|reject)/i.exec(record)?.[1]?.toLowerCase();
    if (!policy) return { verdict: 'fail', record, text: 'The record has no policy (p=).' };
    return policy === 'none'
      ? { verdict: 'warn', record, text: 'p=none only watches; move to p=quarantine once reports are clean.' }
      : { verdict: 'pass', record, text: `Policy ${policy}.` };
  }
  return {
    verdict: 'fail',
    record: null,
    text: 'No DMARC record. Gmail and Yahoo require one from bulk senders: publish _dmarc with v=DMARC1; p=none at least.',
  };
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
