import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { convergeFleets } from './converge-fleet';
import { convergeFleetsJob } from './fleet.jobs';

export const fleetHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(convergeFleetsJob, () => convergeFleets(deps)),
];
