import { isWarmupToken, warmupIdentity, warmupToken } from './warmup-identity';

const key = new Uint8Array(32).fill(7);
const mail = { messageId: '<a@one.test>', from: 'Rosa@one.test', to: 'tom@two.test' };

test('a token holds for the two addresses it was made for, in any case of letters', () => {
  const token = warmupToken(key, mail);
  expect(isWarmupToken(key, token, { from: 'rosa@one.test', to: 'TOM@two.test' })).toBe(true);
  expect(isWarmupToken(key, ` ${token} `, mail)).toBe(true);
  expect(isWarmupToken(key, token, { from: mail.from, to: 'other@two.test' })).toBe(false);
  expect(isWarmupToken(key, token, { from: mail.to, to: mail.from })).toBe(false);
});

test('nobody makes a token without the key', () => {
  const other = new Uint8Array(32).fill(8);
  expect(isWarmupToken(key, warmupToken(other, mail), mail)).toBe(false);
  for (const wrong of ['', 'x', `${'0'.repeat(16)}.${'0'.repeat(40)}`, `${'0'.repeat(16)}.`, 'a'.repeat(10_000)])
    expect(isWarmupToken(key, wrong, mail)).toBe(false);
});

test('the same mail has the same identity every time, and another mail another', () => {
  const one = warmupIdentity(key, 'opener:1:2026-11-19:0', 'rosa@one.test');
  expect(warmupIdentity(key, 'opener:1:2026-11-19:0', 'rosa@one.test')).toEqual(one);
  expect(one.messageId).toMatch(/^<[0-9a-f]{36}@one\.test>$/);
  expect(warmupIdentity(key, 'opener:1:2026-11-19:1', 'rosa@one.test').messageId).not.toBe(one.messageId);
  expect(() => warmupIdentity(key, 'x', 'rosa@bad domain')).toThrow(RangeError);
});
