import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { mailInvitationJob } from './invitation.jobs';
import { mailInvitation } from './mail-invitation';

export const teamHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(mailInvitationJob, (payload) => mailInvitation(deps, payload)),
];
