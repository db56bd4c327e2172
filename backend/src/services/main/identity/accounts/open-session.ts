import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import { randomUUID } from 'node:crypto';
import { setCookie, deleteCookie, getCookie } from 'hono/cookie';
import type { Context } from 'hono';
import type { z } from 'zod';
import type { sessionView } from '@skein/contracts/main/auth-views';
import { workspaceDisabled } from '#platform/auth/operators';
import { ACCESS_TOKEN_SECONDS } from '#platform/crypto/access-tokens';
import { createRandomToken, equalsInConstantTime } from '#platform/crypto/random-token';
import type { ConnectionFacts } from '#platform/http/client-address';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { noteLogin } from './identity.store';
import { readPerson } from '../people/people.store';
import { createSession, sessionLifetimeDays } from './sessions.store';
import { viewPerson, type PersonRow } from '../people/user-view';

const COOKIE = 'skein_refresh';
const COOKIE_PATH = '/api/auth';

/** The browser side of a request: where its cookie is read and set, and what its session is called in the list. */
export interface Browser {
  raw: Context;
  ip: string;
  userAgent: string;
}

/**
 * Sessions begin, go on and end only for our own pages: another site that posts a form or opens a link must not log somebody in
 * as somebody else, or out. Browsers say where a request comes from (Sec-Fetch-Site, older ones Origin); other programs do not. Another
 * host of the same site may be somebody else's: of those only the pages that may call us (allowed-origins.ts), which name themselves.
 * @throws SkeinError FORBIDDEN
 */
export function refuseOtherSites(browser: Browser): void {
  const { req, env } = browser.raw;
  const site = req.header('sec-fetch-site');
  const isForeign = (env as ConnectionFacts | undefined)?.isForeignPage === true;
  if (site === 'cross-site' || isForeign || (site === 'same-site' && req.header('origin') === undefined))
    throw new SkeinError('FORBIDDEN', 'This request came from another site.');
}

/**
 * A refresh token names its session, so that a stolen one is known for what it is also after many renewals; and it bears our mark, so
 * that one that somebody made up around a session's name ends nobody's session.
 */
export function newRefreshToken(deps: Pick<MainDeps, 'hashSecret'>, sessionId: string): string {
  const token = `${sessionId}.${createRandomToken()}`;
  return `${token}.${markOf(deps, token)}`;
}

const markOf = (deps: Pick<MainDeps, 'hashSecret'>, token: string): string =>
  deps.hashSecret(`refresh token ${token}`).slice(0, 43);

/** Whether a refresh token was made here. */
export function isOurToken(deps: Pick<MainDeps, 'hashSecret'>, token: string): boolean {
  const end = token.lastIndexOf('.');
  return end > 0 && equalsInConstantTime(markOf(deps, token.slice(0, end)), token.slice(end + 1));
}

/** The session that a refresh token names; null when it names none. */
export const sessionOfToken = (token: string): string | null =>
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\./.exec(token)?.[1] ?? null;

/** Scripts never see it, other sites never send it, and it travels only to the identity endpoints. */
export function keepRefreshToken(deps: MainDeps, browser: Browser, token: string): void {
  setCookie(browser.raw, COOKIE, token, {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: 'Strict',
    secure: deps.config.publicUrl.startsWith('https:'),
    maxAge: sessionLifetimeDays * 86_400,
  });
}

export const readRefreshToken = (browser: Browser): string | undefined => getCookie(browser.raw, COOKIE);

export const dropRefreshToken = (deps: MainDeps, browser: Browser): void =>
  void deleteCookie(browser.raw, COOKIE, {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: 'Strict',
    secure: deps.config.publicUrl.startsWith('https:'),
  });

/** Starts a session for somebody who proved who they are: the refresh token goes into the cookie, the access token into the answer. */
export async function openSession(
  deps: MainDeps,
  browser: Browser,
  workspaceId: WorkspaceId,
  userId: UserId,
): Promise<z.input<typeof sessionView>> {
  refuseOtherSites(browser);
  await readActivePerson(deps, workspaceId, userId);
  const sessionId = randomUUID();
  const refreshToken = newRefreshToken(deps, sessionId);
  const now = new Date(deps.realClock.now());
  await createSession(
    deps.db,
    workspaceId,
    { id: sessionId, userId, refreshHash: deps.hashSecret(refreshToken), userAgent: browser.userAgent, ip: browser.ip },
    now,
  );
  await noteLogin(deps.db, workspaceId, userId, now);
  const session = await viewSession(deps, workspaceId, userId, sessionId);
  keepRefreshToken(deps, browser, refreshToken);
  return session;
}

/** A fresh access token with the person and the plan as they are now. */
export async function viewSession(
  deps: MainDeps,
  workspaceId: WorkspaceId,
  userId: UserId,
  sessionId: string,
): Promise<z.input<typeof sessionView>> {
  const person = await readActivePerson(deps, workspaceId, userId);
  return {
    token: await deps.tokens.sign({ userId, workspaceId, sessionId }),
    expires_at: new Date((Math.floor(deps.realClock.now() / 1000) + ACCESS_TOKEN_SECONDS) * 1000),
    ...viewPerson(person, deps.config),
  };
}

/** Every way to log in ends here, so that nobody comes into a disabled workspace. @throws SkeinError UNAUTHENTICATED, WORKSPACE_DISABLED */
async function readActivePerson(deps: MainDeps, workspaceId: WorkspaceId, userId: UserId): Promise<PersonRow> {
  const person = await readPerson(deps.db, workspaceId, userId);
  if (!person || person.status !== 'active') throw new SkeinError('UNAUTHENTICATED');
  const { disabled_at, disabled_reason } = person.workspace;
  if (disabled_at) throw workspaceDisabled(disabled_reason, deps.config.contact ?? null);
  return person;
}
