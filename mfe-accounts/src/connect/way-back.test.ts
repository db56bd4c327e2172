import { wayBack } from './way-back';

test('a way back leads into the product and nowhere else', () => {
  expect(
    wayBack(`?back=${encodeURIComponent('/app/email-campaign/new-campaign?id=7&tab=setup&setting=mailboxes')}`),
  ).toBe('/app/email-campaign/new-campaign?id=7&tab=setup&setting=mailboxes');
  for (const address of [
    'https://evil.test/app/x',
    '//evil.test',
    '/app//evil.test',
    '/app/\\evil.test',
    'javascript:alert(1)',
    '/login',
    '',
  ])
    expect(wayBack(`?back=${encodeURIComponent(address)}`)).toBeNull();
  expect(wayBack('')).toBeNull();
});
