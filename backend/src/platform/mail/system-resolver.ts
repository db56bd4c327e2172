import { promises as dns } from 'node:dns';
import type { DnsResolver } from './check-dns';

/** The machine's own DNS. */
export const systemResolver: DnsResolver = {
  resolveTxt: (name) => dns.resolveTxt(name),
  resolveMx: (name) => dns.resolveMx(name),
  resolveCname: (name) => dns.resolveCname(name),
};
