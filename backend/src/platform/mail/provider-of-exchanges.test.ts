import { providerOfExchanges } from './provider-of-exchanges';

test('the provider of a domain is the first of its MX hosts that is known', () => {
  const at = (...hosts: string[]) => providerOfExchanges(hosts.map((exchange, priority) => ({ exchange, priority })));
  expect(at('gmail-smtp-in.l.google.com')).toBe('Gmail');
  expect(at('ASPMX.L.GOOGLE.COM.')).toBe('Gmail');
  expect(at('northlight-test.mail.protection.outlook.com')).toBe('Outlook');
  expect(at('outlook-com.olc.protection.outlook.com')).toBe('Outlook');
  expect(at('northlight-test.a-v1.mx.microsoft')).toBe('Outlook');
  expect(at('mx.zoho.eu')).toBe('Zoho');
  expect(at('mta5.am0.yahoodns.net')).toBe('Yahoo');
  expect(at('mx01.mail.icloud.com')).toBe('iCloud');
  expect(at('filter.gateway.test', 'alt1.aspmx.l.google.com')).toBe('Gmail');
  expect(at('mx.notgoogle.com.test', 'google.com.evil.test')).toBeNull();
  expect(at()).toBeNull();
});
