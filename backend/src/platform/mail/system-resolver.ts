import { promises as dns } from 'node:dns';
import { orNone } from '../dns/address-dns';
import type { DnsResolver } from './check-dns';

/** The machine's own DNS. */
export const systemResolver: DnsResolver = {
  resolveTxt: (name) => dns.resolveTxt(name),
  resolveMx: (name) => dns.resolveMx(name),
  resolveCname: (name) => dns.resolveCname(name),
  resolveAddresses: async (name) => {
    const found = await orNone(dns.resolve4(name));
    return found.length > 0 ? found : dns.resolve6(name);
  },
};
