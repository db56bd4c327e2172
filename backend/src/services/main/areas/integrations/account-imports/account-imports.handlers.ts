import { handleJob, type JobHandler } from '../../../../../platform/jobs/job-definition';
import type { MainDeps } from '../../../deps';
import { accountImportJob } from './account-imports.jobs';
import { runAccountImport } from './run-account-import';

export const accountImportsHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(accountImportJob, (payload, context) =>
    runAccountImport(deps, payload, { signal: context.signal, isLastAttempt: context.attempt >= 25 }),
  ),
];
