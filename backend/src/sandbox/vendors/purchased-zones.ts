import type { DnsResolver } from '#platform/mail/check-dns';
import type { DnsLookup } from '#platform/mail/dns-lookup';
import { hostKeyOf } from './sandbox-mail-host';
import type { SandboxDomain } from './registrar-domains';
import type { SandboxVendorsStore } from './sandbox-vendors.store';

const missing = (name: string) => Object.assign(new Error(`query ENOTFOUND ${name}`), { code: 'ENOTFOUND' });

/** The sandbox's DNS with the domains that were bought in it: what the stand-in's records say is what is looked up. */
export function withPurchasedZones(store: Pick<SandboxVendorsStore, 'read'>, other: DnsResolver): DnsLookup {
  async function recordsAt(name: string) {
    const labels = name.toLowerCase().split('.');
    for (let at = 0; at < labels.length - 1; at += 1) {
      const zone = await store.read<SandboxDomain>(`domain:${labels.slice(at).join('.')}`);
      if (zone) return zone.records.filter((record) => record.host === labels.slice(0, at).join('.'));
    }
    return null;
  }
  const alias = (records: SandboxDomain['records']) => records.find((record) => record.type === 'CNAME')?.answer;
  return {
    async resolveTxt(name) {
      const key = hostKeyOf(name);
      if (key) return [[key]];
      const records = await recordsAt(name);
      if (!records) return other.resolveTxt(name);
      const texts = records.filter((record) => record.type === 'TXT');
      if (texts.length > 0) return texts.map((record) => [record.answer]);
      const target = alias(records);
      if (target) return this.resolveTxt(target);
      throw missing(name);
    },
    async resolveMx(name) {
      const records = await recordsAt(name);
      if (!records) return other.resolveMx(name);
      const found = records.filter((record) => record.type === 'MX');
      if (found.length === 0) throw missing(name);
      return found.map((record) => ({ exchange: record.answer, priority: record.priority ?? 10 }));
    },
    async resolveCname(name) {
      const target = alias((await recordsAt(name)) ?? []);
      if (!target) throw missing(name);
      return [target];
    },
  };
}
