import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { eraseWorkspace } from './erase-workspace';
import { mailSignUpInvitation } from './sign-up-invitations';
import { deleteWorkspaceJob, mailSignUpInvitationJob } from './operator.jobs';

export const operatorHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(mailSignUpInvitationJob, (payload) => mailSignUpInvitation(deps, payload)),
  handleJob(deleteWorkspaceJob, (payload, context) => eraseWorkspace(deps, payload, context.signal)),
];
