import type { RequestActor } from '../../../../platform/http/request-actor';
import { invalidField } from '../../../../platform/http/skein-error';
import type { MainDeps } from '../../deps';
import { changePerson } from './identity.store';
import { readMe } from './read-me';

/** Saves a step of the onboarding and where the person stands in it, so that it resumes there. */
export async function saveOnboarding(deps: MainDeps, actor: RequestActor, step: { stage: number; answers?: Record<string, unknown>; completed?: boolean }) {
  if (JSON.stringify(step.answers ?? {}).length > 5_000) throw invalidField('answers', 'may have at most 5000 characters');
  await changePerson(deps.db, actor.workspaceId, actor.userId, {
    onboarding_stage: step.stage,
    ...(step.completed === undefined ? {} : { has_onboarding_completed: step.completed }),
    ...(step.answers === undefined ? {} : { preferences: { [`onboarding_${step.stage}`]: step.answers } }),
  });
  return { user: (await readMe(deps, actor)).user };
}
