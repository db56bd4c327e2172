import { mailboxImportLimits } from '@skein/contracts/main/mailbox-imports.contract';
import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { forgetMailboxImportsJob } from './mailbox-imports.jobs';
import { forgetImports } from './mailbox-imports.store';

const day = 86_400_000;

export const mailboxImportsHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(forgetMailboxImportsJob, () =>
    forgetImports(deps.db, new Date(deps.realClock.now() - mailboxImportLimits.daysKept * day)),
  ),
];
