import type { DnsResolver } from './check-dns';

/**
 * A small DNS zone held in memory: names to TXT and MX records. `*.domain` answers for every name below it that has no entry of its own.
 */
export interface Zone {
  txt: Record<string, string[]>;
  cname?: Record<string, string>;
  mx: Record<string, { exchange: string; priority: number }[]>;
}

/** A resolver over a zone of one's own: the sandbox's and the tests' DNS. Unknown names answer ENOTFOUND, as DNS does. */
export function zoneResolver(zone: Zone): DnsResolver {
  const find = <Value>(records: Record<string, Value>, name: string): Value => {
    const key = name.toLowerCase();
    const labels = key.split('.');
    const wildcard = labels
      .map((_, index) => `*.${labels.slice(index + 1).join('.')}`)
      .find((candidate) => candidate in records);
    const found = records[key] ?? (wildcard ? records[wildcard] : undefined);
    if (found === undefined) throw Object.assign(new Error(`query ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
    return found;
  };
  return {
    resolveTxt: async (name) => find(zone.txt, name).map((text) => [text]),
    resolveCname: async (name) => [find(zone.cname ?? {}, name)],
    resolveMx: async (name) => find(zone.mx, name),
  };
}
