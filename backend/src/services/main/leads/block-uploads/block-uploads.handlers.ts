import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { settleBlockUploadJob } from './block-uploads.jobs';
import { settleBlockUpload } from './settle-block-upload';

export const blockUploadsHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(settleBlockUploadJob, (payload) => settleBlockUpload(deps, payload)),
];
