/** The DNS look-ups that the checks need; injected, so that the sandbox and the tests answer from their own zone. */
export interface DnsResolver {
  resolveTxt(name: string): Promise<string[][]>;
  /** Missing where nobody needs aliases. */
  resolveCname?(name: string): Promise<string[]>;
  resolveMx(name: string): Promise<{ exchange: string; priority: number }[]>;
}

export type DnsVerdict = 'pass' | 'warn' | 'fail' | 'unknown';
export interface DnsFinding {
  verdict: DnsVerdict;
  record: string | null;
  text: string;
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
  return { domain, spf, dkim, dmarc, mx };
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
  for (const { selector, found } of answers) {
    const record = 'records' in found ? found.records.find((text) => /(^|;)\s*p=/i.test(text)) : undefined;
    if (!record) continue;
    if (/(^|;)\s*p=\s*(;|$)/i.test(record))
      return { verdict: 'fail', record, text: `The key of selector ${selector} is revoked (empty p=).` };
    return { verdict: 'pass', record: `${selector}._domainkey`, text: `Key found under ${selector}.` };
  }
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
