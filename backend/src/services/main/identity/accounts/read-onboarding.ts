import { onboardingAnswers, type OnboardingAnswers } from '@skein/contracts/main/auth-views';
import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { readOnboardingAnswers } from './identity.store';

/** Where the person left the onboarding, with what was answered, so that it goes on there on any machine. */
export async function readOnboarding(
  deps: MainDeps,
  actor: RequestActor,
): Promise<{ stage: number; completed: boolean; answers: OnboardingAnswers; mailboxes: number }> {
  const row = await readOnboardingAnswers(deps.db, actor.workspaceId, actor.userId);
  if (!row) throw new SkeinError('UNAUTHENTICATED');
  // Answers of an earlier version that no longer fit are asked for again.
  return { ...row, answers: onboardingAnswers.safeParse(row.answers).data ?? {} };
}
