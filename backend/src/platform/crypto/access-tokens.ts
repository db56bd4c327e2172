import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import { jwtVerify, SignJWT } from 'jose';

import { realClock, type Clock } from '../clock/clock';
import { tokenScopes, type TokenScope } from '@skein/contracts/endpoint';
import { signingKeys, type MasterKey } from './master-key';

/** What an access token says; everything else is read from the database, so that a change takes effect at once. */
export interface AccessClaims {
  userId: UserId;
  workspaceId: WorkspaceId;
  sessionId: string;
  /** What the token is good for and nothing else; absent for the token of a session, which does all that its person may. */
  scope?: TokenScope;
}

export interface AccessTokens {
  /** HS256, valid for 15 minutes of real time, a scoped one for 5 */
  sign(claims: AccessClaims): Promise<string>;
  /** The claims, or undefined for anything that is not one of our valid tokens. */
  verify(token: string): Promise<AccessClaims | undefined>;
}

export const ACCESS_TOKEN_SECONDS = 15 * 60;
/** docs/domain.md, Users and sessions */
export const SCOPED_TOKEN_SECONDS = 5 * 60;
const ISSUER = 'skein';
const AUDIENCE = 'skein-app';

export function createAccessTokens(master: MasterKey, clock: Clock = realClock): AccessTokens {
  const keys = signingKeys(master, 'access-token');
  /** Another process may sign with a new key before this one has read it. */
  const again = (id: number) => {
    master.refresh();
    return keys.find(id);
  };
  const seconds = () => Math.floor(clock.now() / 1000);
  return {
    sign({ userId, workspaceId, sessionId, scope }) {
      const { id, key } = keys.current();
      return new SignJWT({ wid: workspaceId, sid: sessionId, ...(scope ? { scope } : {}) })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: String(id) })
        .setSubject(String(userId))
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + (scope ? SCOPED_TOKEN_SECONDS : ACCESS_TOKEN_SECONDS))
        .sign(key);
    },
    async verify(token) {
      try {
        const find = ({ kid }: { kid?: string }): Uint8Array => {
          // A process of the version before names no key: it had one only.
          const key = kid === undefined ? keys.all().at(-1) : (keys.find(Number(kid)) ?? again(Number(kid)));
          if (!key) throw new Error('No such key.');
          return key;
        };
        const { payload } = await jwtVerify(token, find, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: new Date(clock.now()),
        });
        const userId = Number(payload.sub);
        const { wid: workspaceId, sid: sessionId, scope } = payload;
        if (!Number.isSafeInteger(userId) || typeof workspaceId !== 'number' || typeof sessionId !== 'string')
          return undefined;
        // A scope of another version is no reason to let its token do everything.
        if (scope !== undefined && !tokenScopes.includes(scope as TokenScope)) return undefined;
        return { userId, workspaceId, sessionId, ...(scope === undefined ? {} : { scope: scope as TokenScope }) };
      } catch {
        return undefined;
      }
    },
  };
}
