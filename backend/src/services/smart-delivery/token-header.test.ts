import { isSameMail, searchesFor, textOf, tokenHeader } from './token-header';

const claim = { kind: 'REAL' as const, subject: 'Docks', body_text: 'Hello Sam', body_html: '<p>Hello Sam</p>' };

test('a text that a person wrote is sent as it is, and the control says nothing of it', () => {
  expect(textOf(claim)).toEqual({ subject: 'Docks', text: 'Hello Sam', html: '<p>Hello Sam</p>' });
  expect(JSON.stringify(textOf({ ...claim, kind: 'CONTROL' }))).not.toContain('Sam');
});

test('an email of Skein is found by its headers before its text, and last among the emails of its sender', () => {
  const mail = { code: null, token: 'abc', message_id: '<abc@northlight.test>', sender: 'rosa@northlight.test' };
  expect(searchesFor({ ...mail, sent_at: new Date('2026-11-16T08:00:00Z') }).map(({ query }) => query)).toEqual([
    { header: { [tokenHeader]: 'abc' } },
    { header: { 'message-id': '<abc@northlight.test>' } },
    { body: 'abc' },
    { from: 'rosa@northlight.test', since: new Date('2026-11-15T08:00:00Z') },
  ]);
});

test('an email that a person sends is found by the code in its headers, its subject, then its text', () => {
  expect(searchesFor({ code: 'SK-1', token: 'abc', message_id: '<abc@self-sent>' }).map(({ query }) => query)).toEqual([
    { header: { [tokenHeader]: 'SK-1' } },
    { subject: 'SK-1' },
    { body: 'SK-1' },
  ]);
});

test.each([
  ['its token', 'X-Placement-Token: abc\r\n', 'headers', true],
  ['its token in other letters and folded', 'x-placement-token:\r\n\tabc \r\n', 'headers', true],
  ['more than its token', 'X-Placement-Token: abcd\r\n', 'headers', false],
  ['another token, but its Message-ID', 'X-Placement-Token: other\r\nMessage-ID: <abc@one.test>\r\n', 'headers', false],
  ['no token, but its Message-ID', 'Message-ID:\r\n <abc@one.test>\r\n', 'headers', true],
  ['a replaced Message-ID', 'Message-ID: <x@mx>\r\nX-Google-Original-Message-ID: <abc@one.test>\r\n', 'headers', true],
  ['nothing of it', 'Message-ID: <x@mx>\r\n', 'headers', false],
  ['its token in the text', 'Message-ID: <x@mx>\r\n', 'text', true],
  ['its token in the text, and another in its headers', 'X-Placement-Token: other\r\n', 'text', false],
] as const)('a message with %s', (_, headers, proof, isSame) => {
  expect(isSameMail({ code: null, token: 'abc', message_id: '<abc@one.test>' }, headers, proof)).toBe(isSame);
});

test('a message with the code of a person in its headers or its text', () => {
  const mail = { code: 'SK-1', token: 'abc', message_id: '<abc@self-sent>' };
  expect(isSameMail(mail, 'X-Placement-Token: SK-1\r\n', 'headers')).toBe(true);
  expect(isSameMail(mail, 'X-Placement-Token: SK-10\r\n', 'headers')).toBe(false);
  expect(isSameMail(mail, '', 'text')).toBe(true);
});
