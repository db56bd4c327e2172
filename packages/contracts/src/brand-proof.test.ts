import { isCovered, isProvenAddress } from './brand-proof';

it.each([
  ['app.bright.test', 'app.bright.test', true],
  ['mail.app.bright.test', 'app.bright.test', true],
  ['bright.test', 'app.bright.test', false],
  ['notapp.bright.test', 'app.bright.test', false],
  ['app.bright.test', null, false],
])('%s below %s: %s', (domain, host, covered) => expect(isCovered(domain, host)).toBe(covered));

it('takes an address for proven at the host name, below it, and at exactly the domain of the sender', () => {
  const proof = { host: 'app.bright.test', sender: 'hello@bright.test' };
  for (const address of ['help@app.bright.test', 'help@eu.app.bright.test', 'help@bright.test'])
    expect(isProvenAddress(address, proof)).toBe(true);
  for (const address of ['help@eu.bright.test', 'help@bank.test', 'hello@bright.test@bank.test'])
    expect(isProvenAddress(address, proof)).toBe(false);
  expect(isProvenAddress('help@bright.test', { host: null, sender: null })).toBe(false);
});
