import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../../../platform/jobs/job-definition';
import type { MainDeps } from '../../deps';
import { detectProviders, detectProvidersJob } from '../leads/detect-providers';
import { runLeadActionJob } from '../lead-actions/lead-actions.jobs';
import { runAction } from '../lead-actions/run-action';
import { runVerification } from '../verification/run-verification';
import { runVerificationJob } from '../verification/verification.jobs';
import { importLeads } from './import-leads';

/** Imports the rows of an upload from where it stands. Repeated after a crash, it goes on at the exact row. */
export const importLeadsJob = defineJob({
  name: 'main.import-leads',
  payload: z.object({ workspaceId: z.number().int(), uploadId: z.number().int() }),
  attempts: 25,
});

/** The background work of leads and imports. */
export const leadJobs = (deps: MainDeps): JobHandler[] => [
  handleJob(importLeadsJob, (payload, context) =>
    importLeads(deps, payload, { signal: context.signal, isLastAttempt: context.attempt >= 25 }),
  ),
  handleJob(runLeadActionJob, (payload, context) =>
    runAction(deps, payload, { signal: context.signal, isLastAttempt: context.attempt >= 10 }),
  ),
  handleJob(runVerificationJob, (payload, context) =>
    runVerification(deps, payload, { signal: context.signal, isLastAttempt: context.attempt >= 25 }),
  ),
  handleJob(detectProvidersJob, (payload) => detectProviders(deps, payload)),
];
