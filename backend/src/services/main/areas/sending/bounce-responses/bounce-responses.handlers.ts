import { handleJob, type JobHandler } from '../../../../../platform/jobs/job-definition';
import type { MainDeps } from '../../../deps';
import { respondToBounces } from '../../lifecycle/lifecycle.api';
import { respondToBouncesOf } from './respond-to-bounces';

export const bounceResponsesHandlers = (deps: Pick<MainDeps, 'db' | 'campaignClock' | 'live'>): JobHandler[] => [
  handleJob(respondToBounces, ({ workspaceId }) => respondToBouncesOf(deps, workspaceId)),
];
