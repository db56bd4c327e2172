import { checkDns } from './check-dns';
import { zoneResolver, type Zone } from './zone-resolver';

const mx = (domain: string): Zone['mx'] => ({ [domain]: [{ exchange: `mx.${domain}`, priority: 10 }] });
const check = (domain: string, txt: Zone['txt'], addresses: Record<string, string[]> = {}) =>
  checkDns(domain, {
    ...zoneResolver({ txt, mx: mx(domain) }),
    resolveAddresses: async (name) => {
      const found = addresses[name];
      if (!found) throw Object.assign(new Error(`query ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
      return found;
    },
  });

describe('DMARC', () => {
  it.each([
    ['mail.orbit-works.co.uk', 'orbit-works.co.uk'],
    ['news.mail.orbit-works.com.au', 'orbit-works.com.au'],
    ['send.orbit-works.test', 'orbit-works.test'],
    ['a.b.orbit-works.github.io', 'orbit-works.github.io'],
  ])('of %s is looked for at the registered domain %s', async (domain, registered) => {
    const asked: string[] = [];
    const record = `v=DMARC1; p=reject; rua=mailto:d@${registered}`;
    const resolver = zoneResolver({ txt: { [`_dmarc.${registered}`]: [record] }, mx: {} });
    const { dmarc } = await checkDns(domain, {
      ...resolver,
      resolveTxt: (name) => (asked.push(name), resolver.resolveTxt(name)),
    });
    expect(dmarc).toEqual({ verdict: 'pass', record, text: `Policy reject, from ${registered}.`, paste: null });
    expect(asked.filter((name) => name.startsWith('_dmarc.'))).toEqual([`_dmarc.${domain}`, `_dmarc.${registered}`]);
  });

  it('never asks the registry', async () => {
    const asked: string[] = [];
    const resolver = zoneResolver({ txt: {}, mx: {} });
    const { dmarc } = await checkDns('orbit-works.co.uk', {
      ...resolver,
      resolveTxt: (name) => (asked.push(name), resolver.resolveTxt(name)),
    });
    expect(asked).not.toContain('_dmarc.co.uk');
    expect(dmarc).toMatchObject({
      verdict: 'fail',
      record: null,
      paste: { name: '_dmarc.orbit-works.co.uk', value: expect.stringMatching(/^v=DMARC1; p=none/) },
    });
  });

  it.each([
    // The policy for what is below the domain goes before its own.
    ['v=DMARC1; p=reject; sp=none', 'warn', 'v=DMARC1; p=reject; sp=quarantine'],
    ['v=DMARC1; p=none; sp=reject', 'pass', null],
    ['v=DMARC1; P = Quarantine ;', 'pass', null],
    ['v=DMARC1;p=none;pct=100', 'warn', 'v=DMARC1;p=quarantine;pct=100'],
    // What receivers do not read keeps the policy that it was meant to have.
    ['v=DMARC1 p=reject rua=mailto:d@x.test', 'fail', 'v=DMARC1; p=reject; rua=mailto:d@x.test'],
    ['v=dmarc1; p=reject', 'fail', 'v=DMARC1; p=reject'],
    ['v=DMARC1; rua=mailto:d@x.test', 'fail', 'v=DMARC1; p=none; rua=mailto:d@x.test'],
  ])('%s above a subdomain is %s', async (record, verdict, paste) => {
    const { dmarc } = await check('send.x.test', { '_dmarc.x.test': [record] });
    expect([dmarc.verdict, dmarc.record, dmarc.paste?.value ?? null]).toEqual([verdict, record, paste]);
    if (paste !== null) expect(dmarc.paste?.name).toBe('_dmarc.x.test');
  });

  it('counts two records as none, and proposes no third one', async () => {
    const records = ['v=DMARC1; p=reject', 'v=DMARC1; p=none'];
    const { dmarc } = await check('x.test', { '_dmarc.x.test': records });
    expect(dmarc).toMatchObject({ verdict: 'fail', record: records.join(' | '), paste: null });
    expect(dmarc.text).toMatch(/More than one/);
  });
});

describe('SPF', () => {
  const senders = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`s${index + 1}.senders.test`, [`v=spf1 ip4:192.0.2.${index} -all`]]),
    );
  const includes = (count: number) => Array.from({ length: count }, (_, index) => `include:s${index + 1}.senders.test`);

  it('of 13 look-ups is an error, with the count', async () => {
    const { spf } = await check('getnorthlight.test', {
      'getnorthlight.test': [`v=spf1 a mx ${includes(11).join(' ')} ~all`],
      ...senders(11),
    });
    expect(spf).toMatchObject({ verdict: 'fail', text: expect.stringMatching(/takes 13 DNS look-ups.*more than 10/) });
    expect(spf.paste).toBeNull();
  });

  it('counts what the included records ask for', async () => {
    const nested = { 'all.senders.test': [`v=spf1 ${includes(9).join(' ')} -all`], ...senders(9) };
    const text = async (record: string) => (await check('x.test', { 'x.test': [record], ...nested })).spf;
    expect(await text('v=spf1 include:all.senders.test ~all')).toMatchObject({
      verdict: 'pass',
      text: 'Published. It takes 10 of 10 DNS look-ups.',
    });
    expect(await text('v=spf1 include:all.senders.test exists:%{i}.x.test ~all')).toMatchObject({
      verdict: 'fail',
      text: expect.stringMatching(/takes 11 DNS/),
    });
    expect(await text('v=spf1 mx redirect=all.senders.test')).toMatchObject({
      text: expect.stringMatching(/takes 11/),
    });
    // What stands behind all is not read, and costs nothing.
    expect(await text('v=spf1 ip4:192.0.2.1 ip6:2001:db8::/32 -all include:all.senders.test mx')).toMatchObject({
      verdict: 'warn',
      text: expect.stringMatching(/stop at “-all” and never read what follows it \(include:all\.senders\.test, mx\)/),
      paste: null,
    });
    expect(await text('v=spf1 ip4:192.0.2.1 -all exp=why.x.test')).toMatchObject({
      verdict: 'pass',
      text: 'Published.',
    });
  });

  it('of more than two look-ups that lead to nothing is an error', async () => {
    const record = ['v=spf1 a:old.x.test a:older.x.test a:here.x.test -all'];
    const addresses = { 'here.x.test': ['192.0.2.7'] };
    expect((await check('x.test', { 'x.test': record }, addresses)).spf.verdict).toBe('pass');
    const more = [record[0]!.replace('-all', 'exists:gone.x.test -all')];
    expect((await check('x.test', { 'x.test': more }, addresses)).spf).toMatchObject({
      verdict: 'fail',
      text: expect.stringMatching(/^3 look-ups .*a:old\.x\.test, a:older\.x\.test, exists:gone\.x\.test/),
    });
  });

  it.each([
    ['v=spf1 include:nobody.test ~all', /include:nobody\.test leads to no SPF record/],
    ['v=spf1 include:x.test ~all', /leads back/],
    ['v=spf1 ipv4:192.0.2.1 ~all', /ipv4:192\.0\.2\.1.* no term/],
    ['v=spf1 ip4:192.0.2 ~all', /names no network/],
    ['v=spf1 ip4:192.0.2.1/33 ~all', /names no network/],
    ['v=spf1 include ~all', /names no domain/],
    ['v=spf1 a.x.test ~all', /no term/],
  ])('receivers cannot read is an error: %s', async (record, text) => {
    expect((await check('x.test', { 'x.test': [record] })).spf).toMatchObject({
      verdict: 'fail',
      record,
      text: expect.stringMatching(text),
      paste: null,
    });
  });

  it('is mended at its end only', async () => {
    const at = async (record: string, more: Zone['txt'] = {}) =>
      (await check('x.test', { 'x.test': [record], ...more })).spf;
    expect(await at('v=spf1 mx +all')).toMatchObject({ verdict: 'fail', paste: { value: 'v=spf1 mx ~all' } });
    // Move nothing to the end that lets every server send; a second all is never read and does no harm.
    expect(await at('v=spf1 +all mx')).toMatchObject({ verdict: 'fail', text: expect.stringMatching(/every server/) });
    expect(await at('v=spf1 mx ~all a')).toMatchObject({ verdict: 'warn', text: expect.stringMatching(/\(a\)/) });
    expect(await at('v=spf1 mx ~all ~all')).toMatchObject({ verdict: 'pass' });
    expect(await at('v=spf1 mx ~all -all')).toMatchObject({ verdict: 'pass' });
    expect(await at('v=spf1 mx all')).toMatchObject({ verdict: 'fail', paste: { value: 'v=spf1 mx ~all' } });
    expect(await at('v=spf1 mx ?all')).toMatchObject({ verdict: 'warn', paste: { value: 'v=spf1 mx ~all' } });
    expect(await at('v=spf1 mx')).toMatchObject({ verdict: 'warn', paste: { value: 'v=spf1 mx ~all' } });
    expect(await at('v=spf1 redirect=y.test', { 'y.test': ['v=spf1 -all'] })).toMatchObject({ verdict: 'pass' });
    expect(await at('v=spf1 redirect=y.test', { 'y.test': ['v=spf1 +all'] })).toMatchObject({ verdict: 'fail' });
  });

  it('is unknown where an included record does not answer', async () => {
    const resolver = zoneResolver({ txt: { 'x.test': ['v=spf1 include:slow.test ~all'] }, mx: {} });
    const { spf } = await checkDns('x.test', {
      ...resolver,
      resolveTxt: (name) =>
        name === 'slow.test'
          ? Promise.reject(Object.assign(new Error('query ETIMEOUT'), { code: 'ETIMEOUT' }))
          : resolver.resolveTxt(name),
    });
    expect(spf).toMatchObject({ verdict: 'unknown', text: expect.stringMatching(/ETIMEOUT/) });
  });
});
