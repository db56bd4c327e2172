import type { UserId } from '@skein/contracts/ids';
import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { readHost } from '#platform/brand/host-brand';
import type { MainDeps } from '#main/deps';
import { noteRefusedLogin } from '../audit-trail/audit-trail.jobs';
import { attackBegins, type IdentityLimits } from '../login-limits/login-rate-limits';
import { mailToPerson } from '../system-mail/system-mail.jobs';
import type { Browser } from './open-session';
import { addressesOfPerson } from './sessions.store';

/** How long a place that guessed wrong waits for its next try, in seconds: doubled each time, up to an hour. */
const firstWait = 30;
const longestWait = 60 * 60;

/** Where a try comes from: an IPv4 address, or the /64 of an IPv6 address, which one customer of a provider has for themselves. */
export function sourceOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') as [string, string?];
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

/**
 * What follows a wrong password. The history of the account's workspace tells of it. When one account gets many of them, from however
 * many places, each place from which its owner did not log in before waits longer after each wrong try; the first try of any place and
 * the places of the owner are never refused for what others did, so that nobody is locked out. The owner is told once, and led to the
 * ways that need no password. Whether somebody has this address makes no difference.
 */
export async function slowGuesser(
  deps: MainDeps,
  limits: IdentityLimits,
  guess: { email: string; userId: UserId | null; source: string; browser: Browser },
): Promise<void> {
  const { email, source, browser } = guess;
  const known = await addressesOfPerson(deps.db, guess.userId ?? 0);
  const guesses = await limits.guesses.note(email);
  // An attack is told once, by mail; its thousands of tries would bury the history.
  if (guesses <= attackBegins)
    await deps.db.system((tx) =>
      deps.jobs.enqueue(tx, noteRefusedLogin, {
        email,
        ip: browser.ip.slice(0, 100),
        user_agent: browser.userAgent.slice(0, 300),
        request_id: randomUUID(),
      }),
    );
  if (guesses < attackBegins) return;
  const name = `${email} ${source}`;
  if (!known.some((ip) => sourceOf(ip) === source)) {
    const strikes = await limits.strikes.note(name);
    await limits.login.block(name, Math.min(longestWait, firstWait * 2 ** Math.min(strikes - 1, 10)));
  }
  if ((await limits.attackTold.note(email)) === 1)
    await deps.db.system((tx) =>
      deps.jobs.enqueue(tx, mailToPerson, { kind: 'guessed', email, host: readHost(browser.raw.req.header('host')) }),
    );
}
