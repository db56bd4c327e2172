import type { WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '../db/database';
import type { Clock } from '../clock/clock';
import type { AccessTokens } from '../crypto/access-tokens';
import type { Authenticate, RequestActor } from '../http/request-actor';
import { SkeinError } from '../http/skein-error';
import { findKeyActor, findSessionActor, type ActorRules } from './actors.store';

export interface Authenticator {
  authenticate: Authenticate;
  /** Forgets at once, in this process, what is known of a workspace's people; other processes hear it from the database. */
  forget(workspaceId: WorkspaceId): void;
  /** Calls the handler when somebody, a plan or a key of a workspace changed, in whichever process. */
  onChange(handler: (workspaceId: WorkspaceId) => void): () => void;
  /** Whether a session that was recognised before may still act: for connections that stay open. */
  isCurrent(actor: RequestActor): Promise<boolean>;
  close(): Promise<void>;
}

/** Told by the database's own triggers, with the workspace id, whenever a person, client, key, session or plan changes. */
const CHANNEL = 'skein_actors';
/** How long an answer is kept if no change is heard: the longest that a lost notification can matter. */
const KEPT_MILLISECONDS = 5_000;
const MOST_KEPT = 5_000;

/**
 * Finds who stands behind a request. A bearer token that looks like one of ours is an access token; anything else in
 * `Authorization: Bearer`, `X-API-Key` or `?api_key=` is an API key (docs/public-api.md, Conventions).
 */
export function createAuthenticator(deps: {
  db: Database;
  tokens: AccessTokens;
  hashSecret: (secret: string) => string;
  clock: Clock;
  onError: (error: Error) => void;
  /** Operators from the environment; without it, only those in the database. */
  rules?: ActorRules;
}): Authenticator {
  const rules = deps.rules ?? { addresses: [], isSandbox: false, contact: null };
  const kept = rememberActors(deps.clock);
  const handlers = new Set<(workspaceId: WorkspaceId) => void>();
  const listening = deps.db
    .listen(CHANNEL, (payload) => (payload === '' ? kept.clear() : hear(Number(payload))))
    .then((stop) => {
      kept.begin();
      return stop;
    });
  listening.catch(deps.onError);

  function hear(workspaceId: WorkspaceId): void {
    kept.forget(workspaceId);
    for (const handler of [...handlers]) handler(workspaceId);
  }

  return {
    forget: kept.forget,
    onChange(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    async isCurrent({ sessionId, userId, workspaceId }) {
      return (
        sessionId !== null &&
        (await findSessionActor(deps.db, { sessionId, userId, workspaceId }, deps.clock.now(), rules).catch(
          refusedOnly,
        )) !== null
      );
    },
    async authenticate(request, scope) {
      const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
      const key =
        request.headers.get('x-api-key') ??
        new URL(request.url).searchParams.get('api_key') ??
        (bearer && !looksLikeToken(bearer) ? bearer : null);
      if (bearer && looksLikeToken(bearer)) {
        const claims = await deps.tokens.verify(bearer);
        const actor =
          claims &&
          (claims.scope === undefined || claims.scope === scope) &&
          (await kept.remember(`session ${claims.sessionId} ${claims.userId}`, () =>
            findSessionActor(deps.db, claims, deps.clock.now(), rules),
          ));
        if (!actor) throw new SkeinError('UNAUTHENTICATED');
        return actor;
      }
      if (!key) return null;
      const hash = deps.hashSecret(key);
      const actor = await kept.remember(`key ${hash}`, () => findKeyActor(deps.db, hash, deps.clock.now(), rules));
      if (!actor) throw new SkeinError('UNAUTHENTICATED', 'Invalid API Key');
      return actor;
    },
    async close() {
      kept.clear();
      handlers.clear();
      await listening.then((stop) => stop()).catch(() => undefined);
    },
  };
}

/** Actors that were found a moment ago. Nothing is kept before changes are heard: `begin` says so. */
function rememberActors(clock: Clock) {
  const kept = new Map<string, { actor: RequestActor | null; until: number; workspaceId: WorkspaceId }>();
  let hearing = false;
  return {
    begin: () => {
      hearing = true;
    },
    clear: () => kept.clear(),
    forget(workspaceId: WorkspaceId): void {
      for (const [key, entry] of kept) if (entry.workspaceId === workspaceId) kept.delete(key);
    },
    async remember(key: string, find: () => Promise<RequestActor | null>): Promise<RequestActor | null> {
      const now = clock.now();
      const known = kept.get(key);
      if (known && known.until > now) return known.actor;
      const actor = await find();
      // Strangers are not remembered: nobody can fill the memory with keys that do not exist.
      if (actor && hearing) {
        if (kept.size >= MOST_KEPT) kept.clear();
        kept.set(key, { actor, until: now + KEPT_MILLISECONDS, workspaceId: actor.workspaceId });
      }
      return actor;
    },
  };
}

/** A refusal means that nobody is there; a database that does not answer stays an error. */
function refusedOnly(error: unknown): null {
  if (error instanceof SkeinError) return null;
  throw error;
}

const looksLikeToken = (bearer: string) => bearer.startsWith('eyJ') && bearer.split('.').length === 3;
