import type { OnboardingAnswers } from '@skein/contracts/main/auth-views';
import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { changePerson, renameWorkspace } from './identity.store';
import { readMe } from './read-me';
import { readOnboarding } from './read-onboarding';

/**
 * Saves a step of the onboarding and where the person stands in it, so that it resumes there. Answers are added to the earlier
 * ones; the company that an owner names becomes the name of the workspace.
 */
export async function saveOnboarding(
  deps: MainDeps,
  actor: RequestActor,
  step: { stage: number; answers?: OnboardingAnswers; completed?: boolean },
) {
  const { answers: earlier } = await readOnboarding(deps, actor);
  await changePerson(deps.db, actor.workspaceId, actor.userId, {
    onboarding_stage: step.stage,
    ...(step.completed === undefined ? {} : { has_onboarding_completed: step.completed }),
    ...(step.answers === undefined ? {} : { preferences: { onboarding: { ...earlier, ...step.answers } } }),
  });
  const company = step.answers?.company;
  if (company && company !== earlier.company && actor.role === 'OWNER' && !actor.client)
    await renameWorkspace(deps.db, actor.workspaceId, company);
  return { user: (await readMe(deps, actor)).user };
}
