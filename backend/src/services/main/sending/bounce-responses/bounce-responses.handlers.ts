import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { respondToBounces, sendReportedAgain } from '#lifecycle/lifecycle.api';
import { respondToBouncesOf } from './respond-to-bounces';
import { sendAgain } from './send-reported-again';

export const bounceResponsesHandlers = (deps: Pick<MainDeps, 'db' | 'campaignClock' | 'live'>): JobHandler[] => [
  handleJob(respondToBounces, ({ workspaceId }) => respondToBouncesOf(deps, workspaceId)),
  handleJob(sendReportedAgain, ({ intentId }) => sendAgain(deps, intentId)),
];
