import { headersOf, searchesFor, textOf, tokenHeader } from './token-header';

const claim = {
  token: '0a1b2c3d',
  kind: 'REAL' as const,
  from_email: 'rosa@northlight.test',
  has_unsubscribe_header: true,
  subject: 'Docks',
  body_text: 'Hello Sam',
  body_html: '<p>Hello Sam</p>',
};

test('a test email says what the campaign says, and nothing about the test', () => {
  expect(textOf(claim)).toEqual({ subject: 'Docks', text: 'Hello Sam', html: '<p>Hello Sam</p>' });
  expect(JSON.stringify(textOf({ ...claim, kind: 'CONTROL' }))).not.toContain(claim.token);
  expect(headersOf(claim)[tokenHeader]).toBe(claim.token);
});

test('the control email carries the token, but no way out of a campaign', () => {
  expect(headersOf({ ...claim, kind: 'CONTROL' })).toEqual({ [tokenHeader]: claim.token });
});

test('an email of Skein is found by its headers before its text', () => {
  expect(searchesFor({ code: null, token: 'abc', message_id: '<abc@northlight.test>' })).toEqual([
    { header: { [tokenHeader]: 'abc' } },
    { header: { 'message-id': '<abc@northlight.test>' } },
    { body: 'abc' },
  ]);
});

test('an email that a person sends is found by the code in its headers, its subject, then its text', () => {
  expect(searchesFor({ code: 'SK-1', token: 'abc', message_id: '<abc@self-sent>' })).toEqual([
    { header: { [tokenHeader]: 'SK-1' } },
    { subject: 'SK-1' },
    { body: 'SK-1' },
  ]);
});
