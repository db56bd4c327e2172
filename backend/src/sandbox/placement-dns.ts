import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { seededHash } from '#engine/sending/seeded-random';
import { derivePurposeKey, type MasterKey } from '#platform/crypto/master-key';
import { blockLists } from '#platform/dns-reputation/block-lists';
import type { LookUp } from '#platform/dns-reputation/look-up';
import { reverseLabels } from '#platform/dns-reputation/reputation';
import { zoneResolver, type Zone } from '#platform/mail/zone-resolver';

/** The selector under which the sandbox's sending server signs for every domain. */
export const sandboxSelector = 'sandbox';
/** The domain whose mail leaves from an address that its SPF record does not name, so that there is something to find and to mend. */
const strayDomain = 'northlight-team.test';
const strayAddress = '203.0.113.24';
const network = '198.51.100';
/** RFC 8410, section 7: what stands before the 32 bytes of an Ed25519 key in PKCS 8. */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The signing key of the sandbox's sending server: the same after every start of an installation. */
export function sandboxSigningKey(masterKey: MasterKey): KeyObject {
  const seed = Buffer.from(derivePurposeKey(masterKey, 'sandbox-dkim')).subarray(0, 32);
  return createPrivateKey({ key: Buffer.concat([ed25519Prefix, seed]), format: 'der', type: 'pkcs8' });
}

/** The address from which the sandbox's server sends for a domain. */
export const sendingAddress = (domain: string): string =>
  domain === strayDomain ? strayAddress : `${network}.${10 + (seededHash('address', domain) % 200)}`;
export const hostOfAddress = (address: string): string => `out-${address.split('.')[3]}.sending.test`;

/**
 * The sandbox's DNS as the checks of deliverability ask it: records of the zone, the addresses of its sending server with their reverse
 * names and owner, the key it signs with, and block lists that stand as theirs do and name one address.
 */
export function sandboxLookUp(zone: Zone, masterKey: MasterKey): LookUp {
  const key = createPublicKey(sandboxSigningKey(masterKey)).export({ format: 'der', type: 'spki' }).subarray(12);
  const resolver = zoneResolver(zone);
  const fixed = new Map<string, unknown[]>([
    ['TXT spf.sandbox.test', [[`v=spf1 ip4:${network}.0/24 -all`]]],
    ['TXT as64500.asn.cymru.com', [['64500 | ZZ | sandbox | 2026-01-01 | SANDBOX Sandbox network, ZZ']]],
    [`A ${reverseLabels(strayAddress)}.dnsbl-2.uceprotect.net`, ['127.0.0.2']],
    [`TXT ${reverseLabels(strayAddress)}.dnsbl-2.uceprotect.net`, [['Listed in the sandbox to show a listing.']]],
  ]);
  for (const list of blockLists) {
    const code = list.bits
      ? `127.0.0.${Object.keys(list.bits)[0]}`
      : (Object.entries(list.codes).find(([, reason]) => reason)?.[0] ?? '127.0.0.2');
    fixed.set(`A ${list.lists === 'ip' ? '2.0.0.127' : (list.testName ?? 'test')}.${list.zone}`, [code]);
  }
  const absent = (name: string) => Object.assign(new Error(`query ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
  return async (given, type) => {
    const name = given.toLowerCase().replace(/\.$/, '');
    const found = fixed.get(`${type} ${name}`);
    if (found) return found;
    if (type === 'TXT') {
      if (name.startsWith(`${sandboxSelector}._domainkey.`))
        return [[`v=DKIM1; k=ed25519; p=${key.toString('base64')}`]];
      if (name.endsWith('.origin.asn.cymru.com')) return [[`64500 | ${network}.0/24 | ZZ | sandbox | 2026-01-01`]];
      // The zone answers every name below .test; records with a place of their own are not among them.
      const texts = (await resolver.resolveTxt(name)).filter(
        ([text]) => !/^_dmarc\.|^_mta-sts\.|\._bimi\./.test(name) || !/^v=(?:spf1|DKIM1)/.test(text ?? ''),
      );
      if (texts.length > 0) return texts;
    }
    if (type === 'MX') return resolver.resolveMx(name);
    const host = /^out-(\d{1,3})\.sending\.test$/.exec(name);
    if (type === 'A' && host) return [host[1] === strayAddress.split('.')[3] ? strayAddress : `${network}.${host[1]}`];
    const pointer = /^(\d{1,3})\.(?:100\.51\.198|113\.0\.203)\.in-addr\.arpa$/.exec(name);
    if (type === 'PTR' && pointer) return [`out-${pointer[1]}.sending.test`];
    throw absent(name);
  };
}
