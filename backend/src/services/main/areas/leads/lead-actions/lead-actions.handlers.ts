import { handleJob, type JobHandler } from '../../../../../platform/jobs/job-definition';
import type { MainDeps } from '../../../deps';
import { runLeadActionJob } from './lead-actions.jobs';
import { runAction } from './run-action';

export const leadActionsHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(runLeadActionJob, (payload, context) =>
    runAction(deps, payload, { signal: context.signal, isLastAttempt: context.attempt >= 10 }),
  ),
];
