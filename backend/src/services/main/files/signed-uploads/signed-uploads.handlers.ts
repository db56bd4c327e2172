import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { sweepFiles } from './sweep-files';
import { sweepFilesJob } from './sweep-files.jobs';

export const signedUploadsHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(sweepFilesJob, () => sweepFiles(deps)),
];
