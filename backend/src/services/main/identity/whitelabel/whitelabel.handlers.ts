import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { verifyAll } from './verify-domain';
import { verifyBrands } from './whitelabel.jobs';

export const whitelabelHandlers = (deps: MainDeps): JobHandler[] => [handleJob(verifyBrands, () => verifyAll(deps))];
