import type { AddressDns } from '#platform/dns/address-dns';
import { checkDmarc, checkSpf } from './check-records';

const absent = (name: string) =>
  Promise.reject(Object.assign(new Error(`query ENOTFOUND ${name}`), { code: 'ENOTFOUND' }));
const dnsOf = (txt: Record<string, string>, addresses: Record<string, string> = {}): AddressDns => ({
  resolveTxt: async (name) => (txt[name] === undefined ? absent(name) : [[txt[name]]]),
  resolve4: async (name) => (addresses[name] === undefined ? absent(name) : [addresses[name]]),
  reverse: absent,
});
const ip = '203.0.113.7';
const others = Array.from({ length: 11 }, (_, index) => `s${index}.senders.test`);

it.each([
  ['v=spf1 ip4:203.0.113.7 -all', 'pass', /names 203\.0\.113\.7/],
  ['v=spf1 ip4:203.0.113.0/24 -all', 'pass', /names/],
  ['v=spf1 a:relay.x.test -all', 'pass', /names/],
  ['v=spf1 include:pool.x.test -all', 'pass', /names/],
  ['v=spf1 redirect=pool.x.test', 'pass', /names/],
  ['v=spf1 -ip4:203.0.113.7 ip4:203.0.113.0/24 -all', 'fail', /does not name/],
  ['v=spf1 ip4:192.0.2.1 -all', 'fail', /does not name/],
  // Receivers do not get as far as the address.
  [`v=spf1 ${others.map((name) => `include:${name}`).join(' ')} ip4:203.0.113.7 -all`, 'fail', /takes 11 DNS/],
  ['v=spf1 ip4:203.0.113.7 include:nobody.test -all', 'fail', /leads to no SPF record/],
  ['v=spf1 +all', 'fail', /every server/],
])('the SPF record %s is judged as receivers do: %s', async (record, verdict, text) => {
  const texts = Object.fromEntries(others.map((name) => [name, 'v=spf1 ip4:192.0.2.9 -all']));
  const dns = dnsOf(
    { ...texts, 'x.test': record, 'pool.x.test': 'v=spf1 ip4:203.0.113.7 -all' },
    { 'relay.x.test': ip },
  );
  expect(await checkSpf(dns, 'x.test', ip)).toMatchObject({ verdict, text: expect.stringMatching(text) });
});

it('finds the policy of the registered domain below a public suffix', async () => {
  const record = 'v=DMARC1; p=reject';
  expect(
    await checkDmarc(
      dnsOf({ '_dmarc.orbit-works.co.uk': record, '_dmarc.co.uk': 'v=DMARC1; p=none' }),
      'mail.orbit-works.co.uk',
    ),
  ).toEqual({ verdict: 'pass', text: 'Policy reject, from orbit-works.co.uk.', record });
  expect(await checkDmarc(dnsOf({}), 'orbit-works.co.uk')).toMatchObject({
    verdict: 'fail',
    text: 'orbit-works.co.uk has no DMARC record yet.',
  });
});
