import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { readPerson } from '../people/people.store';
import { operatorRule, viewPlan, viewUser } from '../people/user-view';

/** The person, the workspace and the plan behind the token. */
export async function readMe(deps: MainDeps, actor: RequestActor) {
  const person = await readPerson(deps.db, actor.workspaceId, actor.userId);
  if (!person) throw new SkeinError('UNAUTHENTICATED');
  return {
    user: viewUser(person, operatorRule(deps.config)),
    plan: viewPlan(person.plan, actor.client != null, deps.config.contact ?? null, person.role === 'OWNER'),
  };
}
