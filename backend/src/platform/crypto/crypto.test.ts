import { hkdfSync } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { createManualClock } from '../testing/manual-clock';
import { createAccessTokens } from './access-tokens';
import { createKeyedHash, createMasterKey, derivePurposeKey, loadMasterKey, parseMasterKey } from './master-key';
import { hashPassword, verifyPassword } from './passwords';
import { createRandomToken, equalsInConstantTime } from './random-token';
import { createVault } from './vault';

const newKeyText = () => (createMasterKey().keys.get(1) as Buffer).toString('base64');

describe('vault', () => {
  const vault = createVault(createMasterKey());

  it('opens what it sealed, and nothing shows in between', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 4 }), fc.string(), (plain, context) => {
        const sealed = vault.seal(plain, context);
        expect(vault.open(sealed, context)).toBe(plain);
        expect(sealed.includes(Buffer.from(plain))).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it('does not open for another context', () => {
    expect(() => vault.open(vault.seal('secret', 'mailbox:1:2:smtp'), 'mailbox:1:3:smtp')).toThrow(/does not open/);
  });

  it('does not open after any single byte was changed', () => {
    const sealed = vault.seal('secret', 'c');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] as number) ^ 1;
      expect(() => vault.open(changed, 'c')).toThrow();
    }
  });

  it('moves records to a new master key without opening them, and the old key is no longer needed', () => {
    const [one, two] = [newKeyText(), newKeyText()];
    const [old, both] = [parseMasterKey(`1:${one}`), parseMasterKey(`2:${two}\n1:${one}`)];
    const moved = createVault(both).rewrap(createVault(old).seal('secret', 'c'), 'c') as Buffer;
    expect(createVault(parseMasterKey(`2:${two}`)).open(moved, 'c')).toBe('secret');
    expect(createVault(both).rewrap(moved, 'c')).toBeUndefined();
  });
});

describe('master key', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skein-key-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is made once, for its owner only', () => {
    const file = join(folder, 'secrets', 'master.key');
    const first = loadMasterKey({ file, create: true });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect([...loadMasterKey({ file, create: true }).keys]).toEqual([...first.keys]);
    expect(readFileSync(file, 'utf8')).toMatch(/^1:[A-Za-z0-9+/]{43}=\n$/);
  });

  it.each([
    ['missing', undefined, /is missing/],
    ['empty', '', /is empty/],
    ['damaged', '1:abc', /is damaged/],
    ['not random', `1:${Buffer.alloc(32).toString('base64')}`, /is not random/],
  ])('is refused when %s', (_name, text, message) => {
    const file = join(folder, 'key');
    if (text !== undefined) writeFileSync(file, text, { mode: 0o600 });
    expect(() => loadMasterKey({ file, create: false })).toThrow(message);
  });

  it('is refused when others can read it', () => {
    const file = join(folder, 'key');
    loadMasterKey({ file, create: true });
    chmodSync(file, 0o644);
    expect(() => loadMasterKey({ file, create: false })).toThrow(/chmod 600/);
  });

  it('derives lasting keys as HKDF does (RFC 5869), so that those of earlier versions hold', () => {
    const text = newKeyText();
    const wanted = hkdfSync('sha256', Buffer.from(text, 'base64'), Buffer.alloc(0), 'skein:tracking', 32);
    expect(derivePurposeKey(parseMasterKey(`1:${text}`), 'tracking')).toEqual(Buffer.from(wanted));
  });

  it('hashes the same after the sealing key was changed', () => {
    const one = Buffer.alloc(32, 'abcdefghijk').toString('base64');
    const two = Buffer.alloc(32, 'lmnopqrstuv').toString('base64');
    const before = createKeyedHash(parseMasterKey(`1:${one}`), 'api-key');
    const after = createKeyedHash(parseMasterKey(`2:${two}\n1:${one}`), 'api-key');
    expect(after('k')).toBe(before('k'));
    expect(createKeyedHash(parseMasterKey(`1:${one}`), 'session')('k')).not.toBe(before('k'));
  });
});

it('knows the right password, and takes its time without an account', async () => {
  const stored = await hashPassword('correct horse');
  expect(stored).toMatch(/^\$argon2id\$/);
  expect(await verifyPassword(stored, 'correct horse')).toBe(true);
  expect(await verifyPassword(stored, 'wrong')).toBe(false);
  expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false);
});

describe('access tokens', () => {
  const claims = { userId: 7, workspaceId: 3, sessionId: 's-1' };

  it('say who it is for 15 minutes', async () => {
    const clock = createManualClock();
    const tokens = createAccessTokens(createMasterKey(), clock);
    const token = await tokens.sign(claims);
    expect(await tokens.verify(token)).toEqual(claims);
    clock.advance(14 * 60_000);
    expect(await tokens.verify(token)).toEqual(claims);
    clock.advance(61_000);
    expect(await tokens.verify(token)).toBeUndefined();
  });

  it('are refused when another installation signed them, when changed, and without a signature', async () => {
    const tokens = createAccessTokens(createMasterKey());
    const foreign = await createAccessTokens(createMasterKey()).sign(claims);
    const [, body] = (await tokens.sign(claims)).split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    for (const token of [foreign, unsigned, 'nonsense', '']) expect(await tokens.verify(token)).toBeUndefined();
  });
});

it('makes tokens that differ and compares them', () => {
  const token = createRandomToken('sk_');
  expect(token).toMatch(/^sk_[\w-]{43}$/);
  expect(equalsInConstantTime(token, token)).toBe(true);
  expect(equalsInConstantTime(token, createRandomToken('sk_'))).toBe(false);
  expect(equalsInConstantTime(token, 'short')).toBe(false);
});
