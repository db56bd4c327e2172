import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { UniversityDeps } from '../deps';
import { remind } from './remind';
import { remindOfEvents } from './remind.jobs';

export const universityJobs = (deps: Pick<UniversityDeps, 'db' | 'library' | 'realClock'>): JobHandler[] => [
  handleJob(remindOfEvents, () => remind(deps)),
];
