import type { RequestActor } from '#platform/http/request-actor';
import type { MainDeps } from '#main/deps';
import { readGetStarted } from './get-started.store';

const stateOf = (isDone: boolean) => (isDone ? ('COMPLETED' as const) : ('PENDING' as const));

/** Get-started progress: the percentage is the completed steps over four, rounded (docs/domain.md, Lists and limits; docs/domain.md). */
export async function getStartedProgress(deps: MainDeps, actor: RequestActor) {
  const facts = await readGetStarted(deps.db, actor.workspaceId);
  const completed = Object.values(facts).filter(Boolean).length;
  return {
    total_steps_completed: completed,
    percent: Math.round((completed / 4) * 100),
    added_first_email_account: stateOf(facts.has_mailbox),
    enabled_warmup_optimisation: stateOf(facts.has_warmup),
    created_first_campaign: stateOf(facts.has_campaign),
    launched_first_campaign: stateOf(facts.has_launched),
  };
}
