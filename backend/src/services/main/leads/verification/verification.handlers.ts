import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { runVerification } from './run-verification';
import { runVerificationJob } from './verification.jobs';

export const verificationHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(runVerificationJob, (payload, context) =>
    runVerification(deps, payload, { signal: context.signal, isLastAttempt: context.attempt >= 25 }),
  ),
];
