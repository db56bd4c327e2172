import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { runEnrichment } from './enrich-leads';
import { enrichJob } from './sources.jobs';

export const sourcesHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(enrichJob, (payload, context) =>
    runEnrichment(deps, payload, { signal: context.signal, isLastAttempt: context.attempt >= 25 }),
  ),
];
