import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../../../platform/jobs/job-definition';
import type { MainDeps } from '../../deps';
import { importBlockList } from './import-block-list';
import { removeBlockUpload } from './remove-block-upload';

const payload = z.object({ workspaceId: z.number().int(), uploadId: z.number().int() });

/** Blocks the rows of an upload from where it stands. Repeated after a crash, it goes on at the exact row. */
export const importBlockListJob = defineJob({ name: 'main.import-block-list', payload, attempts: 25 });
/** Takes what an upload brought off the list, from where it stands. */
export const undoBlockListJob = defineJob({ name: 'main.undo-block-list', payload, attempts: 25 });

/** The background work of block list uploads. */
export const blockListJobs = (deps: MainDeps): JobHandler[] => [
  handleJob(importBlockListJob, (given, context) =>
    importBlockList(deps, given, { signal: context.signal, isLastAttempt: context.attempt >= 25 }),
  ),
  handleJob(undoBlockListJob, (given) => removeBlockUpload(deps, given)),
];
