import { keepToken, type FreshToken } from './access-token';
import { GrantError } from './consent/grant-error';

const start = Date.UTC(2026, 0, 1);
const minutes = 60_000;

function source(renew: (round: number, refreshToken: string) => FreshToken | Promise<FreshToken>) {
  let now = start;
  let rounds = 0;
  const stored: string[] = [];
  const token = keepToken({ refreshToken: 'r0' }, async (refreshToken) => renew(++rounds, refreshToken), {
    now: () => new Date(now),
    onNewRefreshToken: async (given) => void stored.push(given),
  });
  return { token, stored, rounds: () => rounds, advance: (ms: number) => (now += ms) };
}
const fresh = (round: number): FreshToken => ({ accessToken: `a${round}`, seconds: 3600, refreshToken: `r${round}` });

test('a token is renewed while the one before still serves, by one request for all who ask, and a rotated refresh token is stored', async () => {
  const { token, stored, rounds, advance } = source((round) => fresh(round));
  expect(await Promise.all([token(), token()])).toEqual(['a1', 'a1']);
  expect([rounds(), stored]).toEqual([1, ['r1']]);
  advance(50 * minutes);
  expect([await token(), rounds()]).toEqual(['a1', 1]);
  advance(5 * minutes);
  expect(await token()).toBe('a1');
  await new Promise(setImmediate);
  expect([await token(), rounds(), stored]).toEqual(['a2', 2, ['r1', 'r2']]);
});

test('a consent that is gone shows at the next use; a provider that does not answer lets the present token serve', async () => {
  let failure: GrantError = new GrantError('LATER', 'no answer');
  const { token, advance } = source((round) => (round === 1 ? fresh(round) : Promise.reject(failure)));
  await token();
  advance(56 * minutes);
  await token();
  await new Promise(setImmediate);
  expect(await token()).toBe('a1');
  failure = new GrantError('REVOKED', 'gone');
  await new Promise(setImmediate);
  await token();
  await new Promise(setImmediate);
  await expect(token()).rejects.toThrow('gone');
});
