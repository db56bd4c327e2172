import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { authenticate } from 'mailauth';
import { parseAllDocuments } from 'yaml';
import type { LookUp } from '../dns-reputation/look-up';
import { heloName, strictSpfLookUp } from './strict-spf';

/**
 * The published test suite of RFC 7208 (openspf.org, release 2014.04; see rfc7208-suite/LICENSE) against the library by which the product
 * judges SPF, called as the product calls it.
 */
interface Case {
  helo: string;
  host: string;
  mailfrom: string;
  result: string | string[];
}
type Entry = 'TIMEOUT' | Record<string, unknown>;
interface Scenario {
  description: string;
  tests: Record<string, Case>;
  zonedata: Record<string, Entry[]>;
}

const scenarios = parseAllDocuments(readFileSync(join(__dirname, 'rfc7208-suite', 'rfc7208-tests.yml'), 'utf8')).map(
  (document) => document.toJS() as Scenario,
);

const failure = (code: string, name: string) => Object.assign(new Error(`query ${code} ${name}`), { code });
const bare = (name: string) => name.toLowerCase().replace(/\.$/, '');

/**
 * A resolver over the zone of a scenario. The suite writes a record of type SPF once, for TXT as well, unless the name
 * has TXT records of its own.
 */
function resolverOf({ zonedata }: Scenario) {
  const zone = new Map(Object.entries(zonedata).map(([name, entries]) => [bare(name), entries ?? []]));
  const find = (given: string, type: string, depth = 0): unknown[] => {
    const entries = zone.get(bare(given));
    if (!entries) throw failure('ENOTFOUND', given);
    const found: unknown[] = [];
    const hasText = entries.some((entry) => typeof entry === 'object' && 'TXT' in entry);
    for (const entry of entries) {
      if (entry === 'TIMEOUT') {
        if (found.length > 0) continue;
        throw failure('ETIMEOUT', given);
      }
      const alias = entry['CNAME'];
      if (typeof alias === 'string' && depth < 10) return find(alias, type, depth + 1);
      for (const [kind, value] of Object.entries(entry)) {
        const isMeant = kind === type || (kind === 'SPF' && type === 'TXT' && !hasText);
        if (!isMeant || value === 'NONE') continue;
        if (value === 'TIMEOUT') throw failure('ETIMEOUT', given);
        if (type === 'TXT') found.push(Array.isArray(value) ? value : [value]);
        else if (type === 'MX') {
          const [priority, exchange] = value as [number, string];
          found.push({ priority, exchange });
        } else found.push(value);
      }
    }
    if (found.length === 0) throw failure('ENODATA', given);
    return found;
  };
  return async (name: string, type: string) => find(name, type);
}

async function judge(scenario: Scenario, { host, helo, mailfrom }: Case): Promise<string> {
  const resolve = strictSpfLookUp(resolverOf(scenario) as LookUp, host);
  const { spf } = await authenticate(Buffer.from('From: a@example.net\r\n\r\nHello\r\n'), {
    ip: host,
    helo: heloName(helo),
    // RFC 7208, 2.4: an empty reverse path is judged as postmaster of the name in HELO.
    sender: mailfrom === '' ? `postmaster@${helo}` : mailfrom,
    mta: 'receiver.example',
    resolver: (name, type) => resolve(name, type as 'TXT'),
  });
  return spf ? spf.status.result : 'none';
}

for (const scenario of scenarios)
  describe(scenario.description, () => {
    test.each(Object.entries(scenario.tests))('%s', async (_, each) => {
      const expected = Array.isArray(each.result) ? each.result : [each.result];
      expect(expected).toContain(await judge(scenario, each));
    });
  });
