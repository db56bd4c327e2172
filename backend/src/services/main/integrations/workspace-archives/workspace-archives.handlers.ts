import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { expireArchives } from './workspace-exports';
import { runExport } from './run-export';
import { runImport } from './run-import';
import { expireArchivesJob, workspaceExportJob, workspaceImportJob } from './workspace-archives.jobs';

export const workspaceArchivesHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(workspaceExportJob, (payload, { signal, attempt }) =>
    runExport(deps, payload, { signal, isLastAttempt: attempt >= 10 }),
  ),
  handleJob(workspaceImportJob, (payload, { signal, attempt }) =>
    runImport(deps, payload, { signal, isLastAttempt: attempt >= 10 }),
  ),
  handleJob(expireArchivesJob, () => expireArchives(deps)),
];
