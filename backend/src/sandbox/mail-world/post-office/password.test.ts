import { scryptSync } from 'node:crypto';

import { hashPassword, PasswordChecker } from './password';

test('a password is right for its hash and no other, remembered or not', async () => {
  const hash = await hashPassword('correct horse');
  const checker = new PasswordChecker();
  expect(await checker.isRight(hash, 'battery staple')).toBe(false);
  expect(await checker.isRight(hash, 'correct horse')).toBe(true);
  expect(await checker.isRight(hash, 'correct horse')).toBe(true);
  expect(await checker.isRight(hash, 'battery staple')).toBe(false);
});

test('a hash that names no cost was made with the default one', async () => {
  const salt = Buffer.from('sixteen bytes or');
  const hash = `scrypt$${salt.toString('base64')}$${scryptSync('correct horse', salt, 32).toString('base64')}`;
  expect(await new PasswordChecker().isRight(hash, 'correct horse')).toBe(true);
  expect(await new PasswordChecker().isRight(hash, 'battery staple')).toBe(false);
});
