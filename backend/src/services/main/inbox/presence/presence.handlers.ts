import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { sweepOldChanges } from '../bulk/start-inbox-change';
import { sweepPresenceJob } from './presence.jobs';
import { sweepGone } from './tell-presence';

export const presenceHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(sweepPresenceJob, async () => {
    await sweepGone(deps);
    await sweepOldChanges(deps);
  }),
];
