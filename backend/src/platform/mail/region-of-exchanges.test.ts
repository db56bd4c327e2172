import { regionOfExchanges } from './region-of-exchanges';

const at = (...hosts: string[]) => regionOfExchanges(hosts.map((exchange, priority) => ({ exchange, priority })));

it('knows a region by the country of the first host', () => {
  expect(at('mx.zoho.eu.', 'mx2.zoho.com')).toBe('Europe');
  expect(at('MX00.Kundenserver.DE')).toBe('Europe');
  expect(at('mx.zoho.in')).toBe('Asia');
  expect(at('mx1.nifty.ne.jp')).toBe('Asia');
  expect(at('mx.zoho.com.au')).toBe('Oceania');
  expect(at('mx.uol.com.br')).toBe('South America');
  expect(
    regionOfExchanges([
      { exchange: 'mx.zoho.com', priority: 1 },
      { exchange: 'mx.zoho.eu', priority: 0 },
    ]),
  ).toBe('Europe');
});

it('tells none for providers of the whole world, names that anybody has, and no host', () => {
  expect(at('gmail-smtp-in.l.google.com')).toBeNull();
  expect(at('acme-com.mail.protection.outlook.com')).toBeNull();
  expect(at('mx.startup.co')).toBeNull();
  expect(at('mx.startup.in')).toBeNull();
  expect(at('mx.startup.io')).toBeNull();
  expect(at()).toBeNull();
});
