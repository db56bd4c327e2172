import { handleJob, type JobHandler } from '#platform/jobs/job-definition';
import type { MainDeps } from '#main/deps';
import { importBlockListJob, undoBlockListJob } from './block-uploads.jobs';
import { importBlockList } from './import-block-list';
import { removeBlockUpload } from './remove-block-upload';

export const blockUploadsHandlers = (deps: MainDeps): JobHandler[] => [
  handleJob(importBlockListJob, (payload, context) =>
    importBlockList(deps, payload, { signal: context.signal, isLastAttempt: context.attempt >= 25 }),
  ),
  handleJob(undoBlockListJob, (payload) => removeBlockUpload(deps, payload)),
];
