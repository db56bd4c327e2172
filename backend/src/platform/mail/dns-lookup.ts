import { promises as dns } from 'node:dns';
import type { DnsResolver } from './check-dns';
import { systemResolver } from './system-resolver';

/** DNS with the aliases behind names, which checks of a domain's own records need. */
export interface DnsLookup extends DnsResolver {
  resolveCname(name: string): Promise<string[]>;
}

/** The machine's own DNS. */
export const systemLookup: DnsLookup = { ...systemResolver, resolveCname: (name) => dns.resolveCname(name) };
