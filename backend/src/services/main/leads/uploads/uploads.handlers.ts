import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { importLeads } from './import-leads';
import { importLeadsJob } from './uploads.jobs';

export const uploadsHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(importLeadsJob, (payload, context) =>
    importLeads(deps, payload, { signal: context.signal, isLastAttempt: context.attempt >= 25 }),
  ),
];
