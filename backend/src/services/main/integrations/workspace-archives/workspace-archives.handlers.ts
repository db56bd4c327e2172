import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { expireArchives } from './workspace-exports';
import { expireArchivesJob } from './workspace-archives.jobs';

export const workspaceArchivesHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(expireArchivesJob, () => expireArchives(deps)),
];
