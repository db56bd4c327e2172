import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { hubSpotEventJob, importHubSpotJob } from './hubspot.jobs';
import { runImport } from './import-hubspot';
import { applyEvent } from './receive-events';

export const hubspotHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(importHubSpotJob, (payload, context) =>
    runImport(deps, payload, { signal: context.signal, isLastAttempt: context.attempt >= 25 }),
  ),
  handleJob(hubSpotEventJob, (payload) => applyEvent(deps, payload)),
];
