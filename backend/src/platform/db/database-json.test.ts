import { databaseJson } from './database-json';

test('half a character becomes U+FFFD, and everything else stays as it is', () => {
  const text = 'whole 😀, "quoted", \\ud83d as text, \n and half \ud83d';
  expect(JSON.parse(databaseJson({ text }))).toEqual({ text: text.replace('half \ud83d', 'half \ufffd') });
  expect(databaseJson({ text: 'half \udc00' })).not.toContain('\\ud');
});
