import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { sortReply } from '#lifecycle/lifecycle.api';
import { answerStoredReply } from './answer-reply';
import { answerReply } from './answer-reply.jobs';
import { sortStoredReply } from './sort-reply';

export const assistantHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(sortReply, (payload) => sortStoredReply(deps, payload)),
  handleJob(answerReply, (payload) => answerStoredReply(deps, payload)),
];
