import { SCOPED_TOKEN_SECONDS } from '#platform/crypto/access-tokens';
import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';

/** A token that can be handed on: for 5 minutes it unsubscribes leads as this person, and does nothing else. It ends with the session. */
export async function createTempToken(deps: MainDeps, actor: RequestActor) {
  if (actor.sessionId === null) throw new SkeinError('FORBIDDEN');
  const scope = 'unsubscribe' as const;
  const token = await deps.tokens.sign({
    userId: actor.userId,
    workspaceId: actor.workspaceId,
    sessionId: actor.sessionId,
    scope,
  });
  return {
    token,
    scope,
    expires_at: new Date((Math.floor(deps.realClock.now() / 1000) + SCOPED_TOKEN_SECONDS) * 1000),
  };
}
