import { handleJob, type JobHandler } from '../../../../../platform/jobs/job-definition';
import type { MainDeps } from '../../../deps';
import { changeMailboxesJob } from './mailbox-changes.jobs';
import { changeMailboxes } from './run-mailbox-change';

export const mailboxChangesHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(changeMailboxesJob, (payload, context) =>
    changeMailboxes(deps, payload, { signal: context.signal, isLastAttempt: context.attempt >= 10 }),
  ),
];
